import { textOf } from '../../domain/fields/shown-answer.ts';
import type { IntegrationContent } from '../../domain/receivers/integration-content.ts';
import { atMost } from '../../domain/text/parts-of-text.ts';

/** Limits of an embed, in UTF-16 units: https://discord.com/developers/docs/resources/message#embed-object-embed-limits */
const titleMax = 256;
const nameMax = 256;
const valueMax = 1024;
const fieldsMax = 25;
/** The limit for all texts of a message's embeds together. */
const textsMax = 6000;

type EmbedField = { readonly name: string; readonly value: string };

/**
 * Returns the message for a Discord webhook: one embed with a field for each answer, up to the limit. It mentions
 * nobody.
 */
export function discordMessage({ formTitle, responseId, submittedAt, entries }: IntegrationContent): object {
  const title = `New response: ${plain(formTitle, titleMax - 20)}`;
  const answered = entries.flatMap(({ label, answer }) =>
    answer === undefined ? [] : [{ name: plain(label, nameMax), value: plain(textOf(answer), valueMax) }],
  );
  // The footer may also say how many answers are missing.
  const fields = fitting(answered, textsMax - title.length - responseId.length - 40);
  const left = answered.length - fields.length;
  const footer = left > 0 ? `${responseId} · ${left} more ${left === 1 ? 'answer' : 'answers'}` : responseId;
  return {
    embeds: [{ title, fields, footer: { text: footer }, timestamp: submittedAt }],
    allowed_mentions: { parse: [] },
  };
}

/** Returns the first fields whose texts fit. */
function fitting(fields: readonly EmbedField[], lengthMax: number): EmbedField[] {
  let length = 0;
  const end = fields.findIndex(({ name, value }, index) => {
    length += name.length + value.length;
    return index === fieldsMax || length > lengthMax;
  });
  return fields.slice(0, end === -1 ? fields.length : end);
}

/** The special characters of Discord's Markdown. */
const markup = /[\\`*_~|>#[\]()<:@-]/g;

/** Escapes a text, so that it shows unchanged. An empty or blank text, which Discord refuses, becomes a dash. */
const plain = (text: string, max: number): string => {
  const escaped = text.toWellFormed().replace(markup, '\\$&');
  if (escaped.trim() === '') return '–';
  return escaped.length <= max ? escaped : `${atMost(escaped, max - 1).replace(/\\$/, '')}…`;
};
