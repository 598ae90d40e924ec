import { documentOf } from './document.ts';
import { html } from './html.ts';

export type Home = {
  readonly version: string;
  /** `https://…/production` */
  readonly baseUrl: string;
  /** The path and hash of the immutable script: `embed/0.2.0-….js`, `sha384-…`. */
  readonly script: { readonly path: string; readonly integrity: string };
};

/** Returns the page at the API's URL, for people who open it in a browser. */
export const homePage = ({ version, baseUrl, script }: Home): string =>
  documentOf({
    title: 'Formline',
    root: '',
    body: html`<h1>Formline</h1>
<p>This is a form service: it shows forms, takes what people answer, and hands it to the team that runs it.</p>
<p>If you were sent here to fill in a form, part of the link is missing: the address of a form continues with <code>/f/form_…</code>. Ask the sender for the whole link.</p>
<p>If it is your team’s: <a href="app">open the dashboard</a>.</p>
<h2>For developers</h2>
<p>Put a form into a page, with its id and a publishable key:</p>
<pre><code>${`<script src="${baseUrl}/embed.js" data-form="form_…" data-key="pk_…"></script>`}</code></pre>
<p>The same pinned to this version, which a browser checks before it runs it. Once the service has another, the page shows the link instead:</p>
<pre><code>${`<script src="${baseUrl}/${script.path}" integrity="${script.integrity}" crossorigin="anonymous"></script>
<formline-form form="form_…" key="pk_…"><a href="${baseUrl}/f/form_…">To the form</a></formline-form>`}</code></pre>
<ul>
<li><a href="docs">docs</a>: the reference of the API, and <a href="openapi.json">openapi.json</a>, the same for programs</li>
<li><a href="embed.js">embed.js</a> and <a href="embed.mjs">embed.mjs</a>, for bundlers</li>
<li><a href="health">health</a>: whether the service answers, and which version it is</li>
</ul>
<p class="hint">Version ${version}</p>`,
  });
