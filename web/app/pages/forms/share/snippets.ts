import { choiceValue, type Field, type FieldType } from '../../../../../shared/domain/fields/field.ts';
import type { Form } from '../../../../../shared/domain/forms/form.ts';
import { apiUrl } from '../../../api/base.ts';

/** The path and hash of the versioned script, set by the build. */
declare const formlineEmbed: { readonly path: string; readonly integrity: string };

export type SharedForm = Pick<Form, 'id' | 'slug' | 'title' | 'fields' | 'spamProtection'>;

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, sign => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);

export const pageUrl = ({ id, slug = id }: Pick<Form, 'id' | 'slug'>): string => `${apiUrl}f/${slug}`;

export const embedSnippet = ({ id }: SharedForm, key: string): string =>
  `<script src="${apiUrl}${formlineEmbed.path}" integrity="${formlineEmbed.integrity}" crossorigin="anonymous" async></script>
<formline-form form="${id}" key="${escapeHtml(key)}"></formline-form>`;

export const latestSnippet = ({ id }: SharedForm, key: string): string =>
  `<script src="${apiUrl}embed.js" async></script>
<formline-form form="${id}" key="${escapeHtml(key)}"></formline-form>`;

/** Returns a separate page with the form, for a site of your own. */
export const fullPageSnippet = (form: SharedForm, key: string): string =>
  `<!doctype html>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(form.title)}</title>
<body style="max-width: 42rem; margin: 4rem auto; padding: 0 1.25rem; font-family: system-ui, sans-serif">
${latestSnippet(form, key)}
</body>`;

const aboveSnippet =
  (display: 'popup' | 'slide-in') =>
  ({ id, title }: SharedForm, key: string): string =>
    `<script src="${apiUrl}embed.js" data-form="${id}" data-key="${escapeHtml(key)}" data-display="${display}" data-button="${escapeHtml(title)}" async></script>`;

export const popupSnippet = aboveSnippet('popup');
export const slideInSnippet = aboveSnippet('slide-in');

/** React and Vue keep an attribute called `key` for themselves. */
export const reactSnippet = ({ id }: SharedForm, key: string): string =>
  `import { useEffect } from 'react';

export function Form() {
  useEffect(() => {
    import(/* webpackIgnore: true */ /* @vite-ignore */ '${apiUrl}embed.mjs');
  }, []);
  return <formline-form form="${id}" publishable-key="${escapeHtml(key)}" />;
}`;

export const vueSnippet = ({ id }: SharedForm, key: string): string =>
  `<script setup>
import(/* @vite-ignore */ '${apiUrl}embed.mjs');
</script>

<template>
  <formline-form form="${id}" publishable-key="${escapeHtml(key)}" />
</template>`;

export const iframeSnippet = (form: SharedForm): string =>
  `<iframe src="${pageUrl(form)}?embed=1" title="${escapeHtml(form.title)}" style="border: 0; width: 100%" height="600"></iframe>
<script>
  addEventListener('message', ({ data, source }) => {
    for (const frame of document.querySelectorAll('iframe'))
      if (source === frame.contentWindow && data.type === 'formline:height') frame.height = data.height;
  });
</script>`;

/** An answer of the right type for each required field. */
function exampleAnswers({ fields }: SharedForm): object {
  const some = fields.filter(({ type }) => examples[type] !== undefined);
  const wanted = some.filter(({ required }) => required);
  const answered = wanted.length > 0 ? wanted : some.slice(0, 2);
  return Object.fromEntries(answered.map(field => [field.id, examples[field.type]?.(field)]));
}

type Example = (field: Field) => unknown;

const always =
  (answer: unknown): Example =>
  () =>
    answer;
const text: Example = ({ label }) => label?.slice(0, 40) || 'Ada';
const values = ({ options = [] }: Field) => options.map(choiceValue);
const first: Example = field => values(field)[0];

const examples: Readonly<Record<FieldType, Example | undefined>> = {
  ...{ text, textarea: text },
  email: always('ada@example.com'),
  number: always(1),
  currency: always(20),
  rating: always(5),
  scale: always(8),
  date: always('2026-01-31'),
  time: always('09:30'),
  url: always('https://example.com'),
  phone: always('+44 20 7946 0000'),
  ...{ checkbox: always(true), consent: always(true) },
  ...{ select: first, radio: first },
  multiselect: field => values(field).slice(0, 1),
  ranking: values,
  matrix: always({}),
  ...{ file: undefined, hidden: undefined, calculated: undefined, statement: undefined, page: undefined },
};

/** Quotes text for a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

export const curlSnippet = (form: SharedForm, key: string): string =>
  `curl ${apiUrl}v1/forms/${form.id}/submissions \\
  -H ${quoted(`x-publishable-key: ${key}`)} \\
  -H 'Content-Type: application/json' \\
  -d ${quoted(JSON.stringify(exampleAnswers(form)))}`;
