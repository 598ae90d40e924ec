import { documentOf } from '../pages/document.ts';
import { html } from '../pages/html.ts';
import type { MailLink } from './mail-token.ts';

type Words = { readonly title: string; readonly text: string; readonly button: string; readonly done: string };

/** @param address whose link it is; nobody's is told of automatic replies, of which only a hash is known */
const wordsOf: Readonly<Record<MailLink['act'], (address: string) => Words>> = {
  confirm: address => ({
    title: 'Get mail about responses?',
    text: `Somebody wants mail about the responses to their forms to be sent to ${address}. Nothing is sent unless you confirm it.`,
    button: 'Confirm the address',
    done: `The address is confirmed: mail about responses comes to ${address} from now on. Each has a link that ends it.`,
  }),
  unsubscribe: address => ({
    title: 'End the mails about responses?',
    text: `Mail about the responses to forms comes to ${address}.`,
    button: 'End these mails',
    done: `No more mail about responses is sent to ${address}.`,
  }),
  optOut: () => ({
    title: 'End automatic replies?',
    text: 'Your address was entered into a form, and got an automatic reply.',
    button: 'End automatic replies',
    done: 'This service sends no more automatic replies to your address, whoever enters it into whichever form.',
  }),
};

/** From the page to the address of the API. */
const root = '../';

const robots = html`<meta name="robots" content="noindex">`;

/** What a link does, and the button that does it. */
export function linkPage(act: MailLink['act'], address: string): string {
  const { title, text, button } = wordsOf[act](address);
  return documentOf({
    title,
    root,
    head: robots,
    body: html`<h1>${title}</h1>
<p>${text}</p>
<form method="post"><button type="submit">${button}</button></form>`,
  });
}

/** That it was done. */
export function linkDonePage(act: MailLink['act'], address: string): string {
  const { done } = wordsOf[act](address);
  return documentOf({ title: 'Done', root, head: robots, body: html`<h1>Done</h1>\n<p>${done}</p>` });
}
