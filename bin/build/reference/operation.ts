import { type Html, html } from '../../../shared/domain/pages/html.ts';
import type { MediaTypes, Parameter, ResponseObject, RoutedOperation } from './document.ts';
import { inlineProse, prose } from './prose.ts';
import { line, properties, typeOf } from './schema.ts';

/** Renders one operation: what it does on the left, how to call it on the right. */
export function operationSection(operation: RoutedOperation): Html {
  const { operationId, summary, method, path, description, parameters, requestBody, responses } = operation;
  return html`<section class="operation" id="${operationId}">
<div>
<h3>${summary}</h3>
<p class="route">${methodMark(method)} <code>${path}</code></p>
${prose(description)}
${parametersOf('Path', 'path', parameters)}${parametersOf('Query', 'query', parameters)}${parametersOf('Headers', 'header', parameters)}
${requestBody && bodyOf(requestBody.description, requestBody.content)}
<h4>Answers</h4>
<ul class="properties">${Object.entries(responses).map(([status, answer]) => answerOf(status, answer))}</ul>
</div>
<div class="example">
<pre><code>${curlOf(operation)}</code></pre>
${exampleOf(responses)}
</div>
</section>
`;
}

export const methodMark = (method: string): Html => html`<span class="method ${method.toLowerCase()}">${method}</span>`;

function parametersOf(title: string, place: string, all: readonly Parameter[]): Html | undefined {
  const parameters = all.filter(parameter => parameter.in === place);
  if (parameters.length === 0) return undefined;
  return html`<h4>${title}</h4><ul class="properties">${parameters.map(line)}</ul>`;
}

function bodyOf(description: string, content: MediaTypes): Html {
  const [[mediaType, { schema }] = ['', { schema: {} }]] = Object.entries(content);
  return html`<h4>Body</h4><p>${inlineProse(description)} <code>${mediaType}</code> ${typeOf(schema)}</p>${properties(schema)}`;
}

function answerOf(status: string, { $ref, description, content = {} }: ResponseObject): Html {
  if ($ref) return html`<li><a href="#error-${status}"><code>${status}</code></a></li>`;
  const types = Object.entries(content).map(([mediaType, { schema }]) =>
    mediaType === 'application/json' ? typeOf(schema) : html`<code>${mediaType}</code>`,
  );
  const own = content['application/json']?.schema;
  return html`<li><code class="name">${status}</code> ${types.map(type => html`<span class="type">${type}</span> `)}<div>${inlineProse(description)}</div>${own && properties(own)}</li>`;
}

const variable = (name: string): string => `$${name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()}`;

const credentials: Readonly<Record<string, string>> = {
  publishableKey: 'x-publishable-key: $PUBLISHABLE_KEY',
  secretKey: 'Authorization: Bearer $SECRET_KEY',
  session: 'Authorization: Bearer $TOKEN',
};

/** Returns the curl command of an operation. */
function curlOf({ method, path, parameters, security, requestBody }: RoutedOperation): string {
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => variable(name));
  const query = parameters.filter(parameter => parameter.in === 'query' && parameter.required).map(({ name }) => name);
  const search = query.length === 0 ? '' : `?${query.map(name => `${name}=${variable(name)}`).join('&')}`;
  const [scheme] = security.flatMap(Object.keys);
  const [[mediaType, { example }] = ['', { example: undefined }]] = Object.entries(requestBody?.content ?? {});
  const isPlain = method === 'GET' || (method === 'POST' && example !== undefined);
  return [
    `curl ${isPlain ? '' : `-X ${method} `}"$API${address}${search}"`,
    ...(scheme ? [`-H "${credentials[scheme]}"`] : []),
    ...(example === undefined ? [] : [`-H 'Content-Type: ${mediaType}'`, `-d '${quoted(example)}'`]),
  ].join(' \\\n  ');
}

const quoted = (example: unknown): string => JSON.stringify(example, null, 2).replaceAll("'", "'\\''");

function exampleOf(responses: RoutedOperation['responses']): Html | undefined {
  const [status, answer] =
    Object.entries(responses).find(([, { content }]) => content?.['application/json']?.example) ?? [];
  if (!answer) return undefined;
  return html`<p class="hint">Answer ${status}</p><pre><code>${JSON.stringify(answer.content?.['application/json']?.example, null, 2)}</code></pre>`;
}
