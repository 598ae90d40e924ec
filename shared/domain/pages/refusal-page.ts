import { documentOf } from './document.ts';
import { html } from './html.ts';

type Refusal = { readonly title: string; readonly message: string; readonly requestId: string | undefined };

/** A refusal for people who look at it: what happened, what to do, and how the log names the request. */
export const refusalPage = (root: string, { title, message, requestId }: Refusal): string =>
  documentOf({
    title,
    root,
    body: html`<h1>${title}</h1>
<p>${message}</p>
${requestId !== undefined && html`<p class="hint">Request ${requestId}</p>`}`,
  });
