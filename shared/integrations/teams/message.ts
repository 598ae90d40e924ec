import { textOf } from '../../domain/fields/shown-answer.ts';
import type { IntegrationContent } from '../../domain/receivers/integration-content.ts';
import { shortenText } from '../../domain/text/parts-of-text.ts';

/** Teams takes messages of 28 KB: https://learn.microsoft.com/microsoftteams/limits-specifications-teams */
const bytesMax = 24 * 1024;
const titleMax = 200;
const labelMax = 200;
const answerMax = 1000;

/**
 * Returns the message for a Teams workflow: an Adaptive Card with a paragraph for each answer. It uses text runs, which
 * have no Markdown, so an answer can be neither a link nor a mention:
 * https://adaptivecards.microsoft.com/?topic=RichTextBlock
 */
export function teamsMessage({ formTitle, responseId, submittedAt, entries }: IntegrationContent): object {
  const answered = entries.flatMap(({ label, answer }) =>
    answer === undefined
      ? []
      : [paragraph(shortenText(label.toWellFormed(), labelMax), shortenText(textOf(answer).toWellFormed(), answerMax))],
  );
  const shown = fitting(answered);
  const left = answered.length - shown.length;
  const footer = [responseId, submittedAt, ...(left > 0 ? [`${left} more ${left === 1 ? 'answer' : 'answers'}`] : [])];
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          msteams: { width: 'Full' },
          body: [
            block([
              run(shortenText(`New response: ${formTitle}`.toWellFormed(), titleMax), {
                weight: 'Bolder',
                size: 'Large',
              }),
            ]),
            ...shown,
            block([run(footer.join(' · '), { isSubtle: true, size: 'Small' })]),
          ],
        },
      },
    ],
  };
}

const run = (text: string, style: object = {}) => ({ type: 'TextRun', text, ...style });

const block = (inlines: readonly object[]) => ({ type: 'RichTextBlock', inlines });

const paragraph = (label: string, answer: string) => block([run(`${label}\n`, { weight: 'Bolder' }), run(answer)]);

/** Returns the first blocks that fit with title and footer. */
function fitting(blocks: readonly object[]): object[] {
  let bytes = 0;
  const end = blocks.findIndex(each => {
    bytes += Buffer.byteLength(JSON.stringify(each)) + 1;
    return bytes > bytesMax;
  });
  return blocks.slice(0, end === -1 ? blocks.length : end);
}
