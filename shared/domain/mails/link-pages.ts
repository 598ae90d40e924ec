import { documentOf } from '../pages/document.ts';
import { html } from '../pages/html.ts';
import type { MailLink } from './mail-token.ts';

type Words = { readonly title: string; readonly text: string; readonly button: string; readonly done: string };

/**
 * @param address the link's address; not shown for automatic replies, of which only a hash is known
 */
const wordsOf: Readonly<Record<MailLink['act'], (address: string) => Words>> = {
  confirm: address => ({
    title: 'Get emails about responses?',
    text: `Someone wants to send emails about form responses to ${address}. Nothing is sent unless you confirm.`,
    button: 'Confirm',
    done: `Confirmed. ${address} now gets emails about responses. Each has an unsubscribe link.`,
  }),
  unsubscribe: address => ({
    title: 'Unsubscribe?',
    text: `${address} gets emails about form responses.`,
    button: 'Unsubscribe',
    done: `Unsubscribed. ${address} gets no more emails about responses.`,
  }),
  optOut: () => ({
    title: 'Stop confirmation emails?',
    text: 'Someone entered your address in a form, so you got a confirmation email.',
    button: 'Stop these emails',
    done: 'This service sends no more confirmation emails to your address, from any form.',
  }),
};

/** The relative path from the page to the API's URL. */
const root = '../';

const robots = html`<meta name="robots" content="noindex">`;

/** Returns the page that explains a link, with the button that carries it out. */
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

/** Returns the page that confirms a link was carried out. */
export function linkDonePage(act: MailLink['act'], address: string): string {
  const { done } = wordsOf[act](address);
  return documentOf({ title: 'Done', root, head: robots, body: html`<h1>Done</h1>\n<p>${done}</p>` });
}
