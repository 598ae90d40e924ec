import { documentOf } from './document.ts';
import { html } from './html.ts';

type Refusal = {
  readonly title: string;
  readonly message: string;
  readonly requestId: string | undefined;
  /** Where to go on, relative to the address of the API. */
  readonly next?: { readonly path: string; readonly label: string } | undefined;
};

/** A refusal for people who look at it: what happened, what to do, and how the log names the request. */
export const refusalPage = (root: string, { title, message, requestId, next }: Refusal): string =>
  documentOf({
    title,
    root,
    body: html`<h1>${title}</h1>
<p>${message}</p>
${
  next &&
  html`<p><a href="${root + next.path}">${next.label}</a></p>
`
}${requestId !== undefined && html`<p class="hint">Request ${requestId}</p>`}`,
  });
