import { documentOf } from './document.ts';
import { html } from './html.ts';

type RefusalNotice = {
  readonly title: string;
  readonly message: string;
  readonly requestId: string | undefined;
  /** The link to continue, relative to the API's URL. */
  readonly next?: { readonly path: string; readonly label: string } | undefined;
};

/** Returns an error page for people: what happened, what to do, and the request's ID in the log. */
export const refusalPage = (root: string, { title, message, requestId, next }: RefusalNotice): string =>
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
