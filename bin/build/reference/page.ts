import { documentOf } from '../../../shared/domain/pages/document.ts';
import { type Html, html } from '../../../shared/domain/pages/html.ts';
import { type Document, operationsOf, type ResponseObject, type RoutedOperation } from './document.ts';
import { methodMark, operationSection } from './operation.ts';
import { inlineProse, prose } from './prose.ts';
import { properties, typeOf } from './schema.ts';

/**
 * Renders the API reference as one page from the OpenAPI document. `{baseUrl}` in it is a placeholder for the address.
 */
export function referencePage(document: Document): string {
  const operations = operationsOf(document);
  const { info } = document;
  return documentOf({
    title: `${info.title} API`,
    root: '',
    classes: 'reference',
    head: html`<link rel="stylesheet" href="assets/docs.css"><script src="assets/docs.js" defer></script>`,
    body: html`${navigation(document, operations)}
<div class="content">
<h1>${info.title} API</h1>
<p class="hint">Version ${info.version}. <a href="openapi.json">openapi.json</a> describes the same for programs; <a href="./">what else is here</a>.</p>
${prose(info.description)}
<pre><code>API={baseUrl}</code></pre>
<h2 id="credentials">Credentials</h2>
<ul class="properties">${Object.entries(document.components.securitySchemes).map(([name, { description }]) => html`<li><code class="name">${name}</code><div>${inlineProse(description)}</div></li>`)}</ul>
${errors(document)}
${document.tags.map(tag => section(tag, operations))}
${schemas(document)}
</div>`,
  });
}

const idOf = (name: string): string => name.toLowerCase().replaceAll(' ', '-');

const ofTag = (operations: readonly RoutedOperation[], name: string): readonly RoutedOperation[] =>
  operations.filter(({ tags }) => tags.includes(name));

function navigation({ tags }: Document, operations: readonly RoutedOperation[]): Html {
  return html`<nav aria-label="Operations">
<p><label for="filter">Find an operation</label><input id="filter" type="search" autocomplete="off" hidden></p>
<ul><li><a href="#credentials">Credentials</a></li><li><a href="#errors">Errors</a></li></ul>
${tags.map(
  ({ name }) => html`<details open><summary>${name}</summary>
<ul>${ofTag(operations, name).map(({ operationId, summary, method }) => html`<li><a href="#${operationId}">${methodMark(method)} ${summary}</a></li>`)}</ul></details>`,
)}
<ul><li><a href="#schemas">Schemas</a></li></ul>
</nav>`;
}

const section = ({ name, description }: Document['tags'][number], operations: readonly RoutedOperation[]): Html =>
  html`<h2 id="${idOf(name)}">${name}</h2>
${prose(description)}
${ofTag(operations, name).map(operationSection)}`;

function errors({ components }: Document): Html {
  return html`<h2 id="errors">Errors</h2>
<p>Each has the shape of <a href="#schema-Error">Error</a>.</p>
<ul class="properties">${Object.entries(components.responses).map(([name, answer]) => error(name.slice('Error'.length), answer))}</ul>`;
}

function error(status: string, { description, content }: ResponseObject): Html {
  const { allOf = [] } = (content?.['application/json']?.schema ?? {}) as { allOf?: Partial<CodeSchema>[] };
  const codes = allOf.flatMap(({ properties }) => properties?.code.enum ?? []);
  return html`<li id="error-${status}"><code class="name">${status}</code> <span class="values">${codes.map(code => html`<code>${code}</code> `)}</span><div>${inlineProse(description)}</div></li>`;
}

type CodeSchema = { readonly properties: { readonly code: { readonly enum: readonly string[] } } };

function schemas({ components }: Document): Html {
  const all = Object.entries(components.schemas).sort(([one], [other]) => one.localeCompare(other));
  return html`<h2 id="schemas">Schemas</h2>
${all.map(
  ([name, schema]) => html`<section id="schema-${name}"><h3>${name}</h3>
${!schema.properties && html`<p class="type">${typeOf(schema)}</p>`}${prose(schema.description)}
${Array.isArray(schema.enum) && html`<p class="values">${schema.enum.map(value => html`<code>${JSON.stringify(value)}</code> `)}</p>`}
${properties(schema)}</section>`,
)}`;
}
