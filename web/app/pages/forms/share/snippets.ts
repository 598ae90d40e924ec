import type { Form } from '../../../../../shared/domain/forms/form.ts';
import { apiUrl } from '../../../api/base.ts';

/** The path and hash of the versioned script, set by the build. */
declare const formlineEmbed: { readonly path: string; readonly integrity: string };

export type Shared = Pick<Form, 'id' | 'title' | 'fields' | 'spamProtection'>;

export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, sign => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);

export const pageUrl = ({ id }: Pick<Form, 'id'>): string => `${apiUrl}f/${id}`;

export const embedSnippet = ({ id }: Shared, key: string): string =>
  `<script src="${apiUrl}${formlineEmbed.path}" integrity="${formlineEmbed.integrity}" crossorigin="anonymous" async></script>
<formline-form form="${id}" key="${escaped(key)}"></formline-form>`;

export const latestSnippet = ({ id }: Shared, key: string): string =>
  `<script src="${apiUrl}embed.js" async></script>
<formline-form form="${id}" key="${escaped(key)}"></formline-form>`;

const aboveSnippet =
  (display: 'popup' | 'slide-in') =>
  ({ id, title }: Shared, key: string): string =>
    `<script src="${apiUrl}embed.js" data-form="${id}" data-key="${escaped(key)}" data-display="${display}" data-button="${escaped(title)}" async></script>`;

export const popupSnippet = aboveSnippet('popup');
export const slideInSnippet = aboveSnippet('slide-in');

/** React and Vue keep an attribute called `key` for themselves. */
export const reactSnippet = ({ id }: Shared, key: string): string =>
  `import { useEffect } from 'react';

export function Form() {
  useEffect(() => {
    import(/* webpackIgnore: true */ /* @vite-ignore */ '${apiUrl}embed.mjs');
  }, []);
  return <formline-form form="${id}" publishable-key="${escaped(key)}" />;
}`;

export const vueSnippet = ({ id }: Shared, key: string): string =>
  `<script setup>
import(/* @vite-ignore */ '${apiUrl}embed.mjs');
</script>

<template>
  <formline-form form="${id}" publishable-key="${escaped(key)}" />
</template>`;

export const iframeSnippet = (form: Shared): string =>
  `<iframe src="${pageUrl(form)}?embed=1" title="${escaped(form.title)}" style="border: 0; width: 100%" height="600"></iframe>
<script>
  addEventListener('message', ({ data, source }) => {
    for (const frame of document.querySelectorAll('iframe'))
      if (source === frame.contentWindow && data.type === 'formline:height') frame.height = data.height;
  });
</script>`;

/** An answer of the right type for each field that has to be answered. */
function exampleAnswers({ fields }: Shared): object {
  const some = fields.filter(({ type }) => !['statement', 'page', 'calculated', 'file', 'hidden'].includes(type));
  const wanted = some.filter(({ required }) => required);
  return Object.fromEntries((wanted.length > 0 ? wanted : some.slice(0, 2)).map(field => [field.id, exampleOf(field)]));
}

const examples: Readonly<Record<string, unknown>> = {
  email: 'ada@example.com',
  number: 1,
  rating: 5,
  scale: 8,
  date: '2026-01-31',
  time: '09:30',
  url: 'https://example.com',
  phone: '+44 20 7946 0000',
  checkbox: true,
  consent: true,
};

function exampleOf({ type, options = [], ...field }: Form['fields'][number]): unknown {
  const values = options.map(option => (typeof option === 'string' ? option : option.value));
  if (type === 'multiselect') return values.slice(0, 1);
  if (type === 'ranking') return values;
  if (type === 'matrix') return {};
  if (values.length > 0) return values[0];
  return examples[type] ?? (field.label?.slice(0, 40) || 'Ada');
}

/** Quotes text for a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

export const curlSnippet = (form: Shared, key: string): string =>
  `curl ${apiUrl}v1/forms/${form.id}/submissions \\
  -H ${quoted(`x-publishable-key: ${key}`)} \\
  -H 'Content-Type: application/json' \\
  -d ${quoted(JSON.stringify(exampleAnswers(form)))}`;
