import { textOf } from '../../domain/fields/shown-answer.ts';
import type { IntegrationContent } from '../../domain/receivers/integration-content.ts';

/** Limits of Block Kit, in UTF-16 units: https://docs.slack.dev/reference/block-kit/blocks */
const headerMax = 150;
const sectionMax = 3000;
const blocksMax = 50;
/** The maximum length of one answer in the message. */
const answerMax = 1000;
const labelMax = 200;

/** Returns the body for a Slack webhook: a line for notifications, and the answers as blocks. */
export function slackMessage({ formTitle, responseId, submittedAt, entries }: IntegrationContent): object {
  const lines = entries.flatMap(({ label, answer }) =>
    answer === undefined ? [] : [`*${escaped(label, labelMax)}*\n${escaped(textOf(answer), answerMax)}`],
  );
  // Header and footer are two of the blocks.
  const { sections, left } = packed(lines, blocksMax - 2);
  const more = left > 0 ? ` · ${left} more answers` : '';
  const title = `New response: ${formTitle}`;
  return {
    text: escaped(title, headerMax),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: cut(title, headerMax), emoji: false } },
      ...sections.map(text => ({ type: 'section', text: { type: 'mrkdwn', text, verbatim: true } })),
      {
        type: 'context',
        elements: [{ type: 'plain_text', text: `${responseId} · ${submittedAt}${more}`, emoji: false }],
      },
    ],
  };
}

/** Fills sections with lines. `left` are the lines without room. */
function packed(lines: readonly string[], sectionsMax: number): { sections: string[]; left: number } {
  const sections: string[] = [];
  for (const [index, line] of lines.entries()) {
    const last = sections.at(-1);
    if (last !== undefined && last.length + 2 + line.length <= sectionMax) {
      sections[sections.length - 1] = `${last}\n\n${line}`;
    } else if (sections.length === sectionsMax) return { sections, left: lines.length - index };
    else sections.push(line);
  }
  return { sections, left: 0 };
}

/** Escapes Slack's control characters, so that a text can't be a link or mention anyone. */
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const escaped = (text: string, max: number): string => cut(text, max, entities);

/** Shortens a text to `max`, without cutting a character or entity. */
function cut(text: string, max: number, replaced: Readonly<Record<string, string>> = {}): string {
  let result = '';
  for (const character of text.toWellFormed()) {
    const next = replaced[character] ?? character;
    if (result.length + next.length > max - 1) return `${result}…`;
    result += next;
  }
  return result;
}
