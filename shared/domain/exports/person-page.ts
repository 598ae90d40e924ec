import { privacyTexts } from '../forms/privacy-texts.ts';
import { Html, html } from '../pages/html.ts';
import { type AnswerParts, partsOf } from '../wording/answer-parts.ts';
import type { DescribedField, PageLanguage, PersonHead, PersonRecord, Recipient } from './person-file.ts';
import { type PersonTexts, personTexts } from './person-texts.ts';

/** The formats of dates and amounts. Plain English would mean those of the United States. */
const locales: Readonly<Record<PageLanguage, string>> = { en: 'en-GB', de: 'de' };

/** Everything about the page except the responses. */
type Page = {
  readonly head: PersonHead;
  readonly language: PageLanguage;
  readonly words: PersonTexts;
  readonly organization: string;
  readonly forms: ReadonlyMap<string, PersonHead['forms'][number]>;
  /** The paths of files beside the page, by ID. */
  readonly paths: ReadonlyMap<string, string>;
};

/**
 * Yields a page that shows a person what is stored about them. It needs neither scripts nor a network, and the browser
 * is told to allow none. Its memory does not grow with the number of responses.
 *
 * @param paths where the uploaded files are, by ID; the others are not linked
 */
export async function* personPage(
  head: PersonHead,
  records: AsyncIterable<PersonRecord>,
  paths: ReadonlyMap<string, string> = new Map(),
): AsyncGenerator<string> {
  const { language = 'en' } = head;
  const words = personTexts[language];
  const organization = head.organization ?? words.us;
  const page = { head, language, words, organization, paths, forms: new Map(head.forms.map(form => [form.id, form])) };
  yield startOf(page);
  let isEmpty = true;
  for await (const record of records) {
    yield responseOf(page, record).text;
    isEmpty = false;
  }
  yield endOf(page, isEmpty);
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 48rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
h1, h2, h3, h4 { line-height: 1.25; margin: 1.5em 0 .5em; }
h2 { border-bottom: 1px solid; padding-bottom: .25rem; }
h4 { margin: 1em 0 .25em; }
article { border: 1px solid #8888; border-radius: .5rem; padding: 0 1rem 1rem; margin: 1rem 0; }
dl { display: grid; grid-template-columns: minmax(8rem, 14rem) 1fr; gap: .25rem 1rem; margin: 0; }
dt { font-weight: 600; }
dt, dd, blockquote { margin: 0; min-width: 0; }
blockquote { border-inline-start: 3px solid #8888; padding-inline-start: .75rem; margin-bottom: .25rem; }
ul, ol { margin: 0; padding-inline-start: 1.25rem; }
.text { white-space: pre-wrap; }
small { opacity: .8; }
@media (max-width: 36rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: .5rem; } }
@media print {
  :root { font-size: 11pt; }
  body { max-width: none; margin: 0; padding: 0; }
  article { border: 0; border-top: 1px solid; border-radius: 0; padding: 0; }
  h2, h3, h4 { break-after: avoid; }
  dt, dd, li { break-inside: avoid; }
}
`;

/** Returns the page up to the responses. */
function startOf(page: Page): string {
  const { head, words, language, organization } = page;
  const title =
    head.organization === undefined ? words.title : words.titleAt.replace('{organization}', () => organization);
  const { environment, subject = {}, exportedAt, createdAt, requestedBy } = head;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
<main>
<h1 dir="auto">${title}</h1>
<p>${words.intro}</p>
${listOf([
  [words.person, Object.values(subject).join(': ')],
  [words.madeAt, timeOf(page, exportedAt ?? createdAt)],
  [words.madeBy, [head.organization, requestedBy].filter(name => name !== undefined).join(', ')],
  [words.environment, environment === 'production' ? '' : environment],
  [words.request, head.request],
])}
<p>${words.rights}</p>
<h2>${words.purposes}</h2>
${head.forms.map(form => purposeOf(page, form))}
<h2>${words.responses}</h2>
`.text;
}

/** Returns the page after the responses. */
function endOf({ head: { views }, words }: Page, isEmpty: boolean): string {
  const named = views.map(({ name }) => html`<li>${bidi(name)}</li>`);
  return html`${isEmpty && html`<p>${words.noResponses}</p>`}
${named.length > 0 && html`<h2>${words.views}</h2><ul>${named}</ul>`}
</main>
</body>
</html>
`.text;
}

/** Returns text in the direction of its first strong character, which does not change what is around it. */
const bidi = (text: string): Html => html`<span class="text" dir="auto">${text.toWellFormed()}</span>`;

/** Returns a list of names and values without the empty ones. */
function listOf(entries: readonly (readonly [name: string, value: string | Html])[]): Html {
  const rows = entries.flatMap(([name, value]) => {
    const shown = typeof value === 'string' ? value && bidi(value) : value;
    return shown ? [html`<dt>${bidi(name)}</dt><dd>${shown}</dd>`] : [];
  });
  return html`<dl>${rows}</dl>`;
}

function timeOf({ language }: Pick<Page, 'language'>, time: string): string {
  const moment = new Date(time);
  if (Number.isNaN(moment.getTime())) return time;
  const format = new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return `${format.format(moment)} UTC`;
}

function purposeOf({ language, words }: Page, { title, privacy }: PersonHead['forms'][number]): Html {
  const names = privacyTexts[language];
  const { controller = '', purpose = '', lawfulBasis, url = '' } = privacy ?? {};
  const isWeb = /^https?:$/.test(URL.parse(url)?.protocol ?? '');
  const stated = names && [
    [names.controller, controller] as const,
    [names.purpose, purpose] as const,
    [names.lawfulBasis, lawfulBasis ? names.bases[lawfulBasis] : ''] as const,
    [names.policy, isWeb ? html`<a href="${url}" rel="noreferrer">${url}</a>` : ''] as const,
  ];
  return html`<h3>${bidi(title)}</h3>${stated && privacy ? listOf(stated) : html`<p>${words.noPurpose}</p>`}\n`;
}

function responseOf(page: Page, record: PersonRecord): Html {
  const { words, forms } = page;
  const { id, formId, status, spam, restricted, startedAt, submittedAt, updatedAt, keptUntil, replies, notes } = record;
  return html`<article>
<h3>${bidi(forms.get(formId)?.title ?? formId)}</h3>
${listOf([
  [words.sentAt, timeOf(page, submittedAt)],
  [words.startedAt, startedAt === submittedAt ? '' : timeOf(page, startedAt)],
  [words.changedAt, updatedAt === submittedAt ? '' : timeOf(page, updatedAt)],
  [words.status, [words[status], spam && words.spam, restricted && words.restricted].filter(Boolean).join(', ')],
  [words.keptUntil, keptUntil ? timeOf(page, keptUntil) : words.untilDeleted],
  [words.id, id],
])}
${partOf(words.answers, answersOf(page, record))}
${partOf(words.consents, consentsOf(page, record))}
${partOf(words.recipients, recipientsOf(page, record))}
${partOf(words.origin, originOf(page, record))}
${partOf(
  words.replies,
  replies.map(({ subject, body, createdAt }) => mailOf(page, subject, body, createdAt)),
)}
${partOf(
  words.notes,
  notes.map(({ body, createdAt }) => mailOf(page, '', body, createdAt)),
)}
</article>
`;
}

/** Returns a part of a response with its heading, unless it is empty. */
const partOf = (heading: string, content: readonly Html[]): Html | false =>
  content.length > 0 && html`<h4>${heading}</h4>${content}`;

const mailOf = (page: Page, subject: string, body: string, at: string): Html =>
  html`<p>${subject !== '' && html`<strong>${bidi(subject)}</strong><br>`}${bidi(body)}<br><small>${timeOf(page, at)}</small></p>`;

function fieldsOf({ forms }: Page, { formId }: PersonRecord): ReadonlyMap<string, DescribedField> {
  return new Map(forms.get(formId)?.fields.map(field => [field.id, field]));
}

const labelOf = (field: DescribedField | undefined, id: string): string => field?.label?.trim() || id;

/** Returns the answers in the order of the form, then those to no field of it. */
function answersOf(page: Page, record: PersonRecord): Html[] {
  const fields = fieldsOf(page, record);
  const { answers } = record;
  const ids = [...[...fields.keys()].filter(id => Object.hasOwn(answers, id)), ...Object.keys(answers)];
  const entries = [...new Set(ids)].map(id => {
    const field = fields.get(id);
    const label = labelOf(field, id);
    return [field?.former ? `${label} (${page.words.former})` : label, answerOf(page, record, id, field)] as const;
  });
  return entries.length === 0 ? [] : [listOf(entries)];
}

function answerOf(page: Page, record: PersonRecord, id: string, field: DescribedField | undefined): Html {
  const { words, language } = page;
  const concealed = record.concealed?.[id];
  if (concealed === 'unavailable') return html`<small>${words.unavailable}</small>`;
  const answer = record.answers[id];
  if (concealed) return html`${bidi(String(answer))} <small>${words.masked}</small>`;
  const files = record.files.filter(({ fieldId }) => fieldId === id);
  if (files.length > 0) return html`<ul>${files.map(file => fileOf(page, file))}</ul>`;
  const known = field?.type === undefined ? undefined : (field as Parameters<typeof partsOf>[0]);
  return shownParts(page, partsOf(known, answer, locales[language]));
}

function shownParts({ words }: Page, parts: AnswerParts): Html {
  if (parts.kind === 'truth') return html`${words[`${parts.truth}`]}`;
  if (parts.kind === 'rows') return listOf(parts.rows);
  if (parts.kind === 'text') return bidi(parts.text);
  if (parts.kind === 'none') return html`–`;
  const items = parts.items.map(item => html`<li>${bidi(item)}</li>`);
  return parts.ranked ? html`<ol>${items}</ol>` : html`<ul>${items}</ul>`;
}

/** The types of files that a browser runs when somebody opens them from a page. Anyone may have sent them. */
const isActive = /\.(?:[xs]?html?|xht|mhtml?|svgz?|xml|xsl|js|mjs)$/i;

function fileOf({ paths, words, language }: Page, { id, name, size }: PersonRecord['files'][number]): Html {
  const path = paths.get(id);
  const kilobytes = new Intl.NumberFormat(locales[language], { maximumFractionDigits: 1 }).format(size / 1024);
  const shown = bidi(name === '' ? id : name);
  const href = path?.split('/').map(encodeURIComponent).join('/');
  const isLinked = path !== undefined && !isActive.test(path);
  const where = path === undefined ? words.notInZip : isLinked ? '' : path;
  return html`<li>${isLinked ? html`<a href="${href}">${shown}</a>` : shown} <small>${kilobytes} KB ${where}</small></li>`;
}

function consentsOf(page: Page, record: PersonRecord): Html[] {
  const { words, organization, forms, language } = page;
  const fields = fieldsOf(page, record);
  const texts = new Map(forms.get(record.formId)?.consentTexts?.map(({ textHash, text }) => [textHash, text]));
  return Object.entries(record.meta.consents ?? {}).map(([id, consent]) => {
    const text = texts.get(consent.textHash);
    const by = consent.by && words[consent.by].replace('{organization}', () => organization);
    const facts: (readonly [string, string])[] = [
      [words.agreedAt, timeOf(page, consent.at)],
      [words.language, consent.language === undefined ? '' : languageName(consent.language, language)],
      [words.by, by ?? ''],
      [words.withdrawnAt, consent.withdrawnAt === undefined ? '' : timeOf(page, consent.withdrawnAt)],
    ];
    const label = labelOf(fields.get(id), id);
    return html`<p>${bidi(label)}</p><blockquote>${text === undefined ? words.unknownText : bidi(text)}</blockquote>${listOf(facts)}`;
  });
}

function languageName(tag: string, language: PageLanguage): string {
  try {
    return new Intl.DisplayNames(language, { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** The names of services, which are the same in every language. */
const services = new Map([
  ['slack', 'Slack'],
  ['discord', 'Discord'],
  ['teams', 'Microsoft Teams'],
  ['google_sheets', 'Google Sheets'],
  ['notion', 'Notion'],
  ['airtable', 'Airtable'],
]);

function recipientsOf(page: Page, { recipients = [] }: PersonRecord): Html[] {
  if (recipients === null) return [];
  if (recipients.length === 0) return [html`<p>${page.words.noRecipients}</p>`];
  const items = recipients.map(
    each => html`<li>${bidi(recipientName(page, each))} <small>${timeOf(page, each.at)}</small></li>`,
  );
  return [html`<ul>${items}</ul>`];
}

function recipientName({ words }: Page, { kind, name, addresses = [] }: Recipient): string {
  if (kind === 'automatic_reply') return words.automatic_reply;
  if (kind === 'webhook') return `${name} (${words.webhook})`;
  const service = name === 'email' ? words.email : (services.get(name) ?? name);
  return addresses.length > 0 ? `${service}: ${addresses.join(', ')}` : service;
}

function originOf(page: Page, record: PersonRecord): Html[] {
  const { words, language } = page;
  const { origin = '', userAgent = '', language: spoken } = record.meta;
  const fields = fieldsOf(page, record);
  const labels = (ids: readonly string[]) => ids.map(id => labelOf(fields.get(id), id)).join(', ');
  const { focused = [], answered = [] } = record.visit ?? {};
  const facts: (readonly [string, string])[] = [
    [words.page, origin],
    [words.browser, userAgent],
    [words.language, spoken === undefined ? '' : languageName(spoken, language)],
    [words.looked, labels(focused)],
    [words.filled, labels(answered)],
  ];
  return facts.some(([, value]) => value !== '') ? [listOf(facts)] : [];
}
