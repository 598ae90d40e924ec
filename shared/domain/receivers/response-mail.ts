import { textOf } from '../fields/shown-answer.ts';
import { labelled, type MailContent } from '../mails/mail-layout.ts';
import { shortenText } from '../text/parts-of-text.ts';
import type { IntegrationContent } from './integration-content.ts';

/** The maximum number of characters of one answer. The dashboard shows all of it. */
const answerMax = 1000;
const answersMax = 50;
/** The maximum number of responses listed in a digest. The dashboard lists more. */
export const listedMax = 25;

/** The common properties of mails about responses. */
type About = {
  /** The dashboard URL of the response, or of the list. */
  readonly url: string;
  readonly timeZone: string | undefined;
  /** Whether the mail includes the answers. */
  readonly withAnswers: boolean;
};

/** Returns the mail about one response. */
export function responseMail(
  content: IntegrationContent,
  { url, timeZone, withAnswers }: About,
): Omit<MailContent, 'footer'> {
  const { formTitle, submittedAt } = content;
  const rows = withAnswers ? rowsOf(content) : [];
  const more = rows.length > answersMax ? `${rows.length - answersMax} more answers are in the dashboard.` : undefined;
  return {
    language: 'en',
    subject: `New response: ${formTitle}`,
    title: `New response: ${formTitle}`,
    paragraphs: [`Received ${withZone(submittedAt, timeZone)}.`],
    rows: rows.slice(0, answersMax),
    action: { label: 'View response', url },
    ...(more !== undefined && { afterAction: more }),
  };
}

/** The number of responses of a digest: all of them, or the most that are counted. */
export type ResponseCount = { readonly count: number; readonly isAll: boolean };

/** Returns the mail about the responses of an hour or a day. The first of them are listed. */
export function digestMail(
  listed: readonly IntegrationContent[],
  counted: ResponseCount,
  { url, timeZone, withAnswers, end }: About & { readonly end: string },
): Omit<MailContent, 'footer'> {
  const { count, isAll } = counted;
  const titles = [...new Set(listed.map(({ formTitle }) => formTitle))];
  const number = `${isAll ? '' : 'More than '}${count.toLocaleString('en')}`;
  const what = `${number} new ${count === 1 ? 'response' : 'responses'}`;
  const about = titles.length === 1 ? `${what}: ${titles[0]}` : what;
  const left = count - listed.length;
  return {
    language: 'en',
    subject: about,
    title: about,
    paragraphs: [`Responses received until ${withZone(end, timeZone)}.`],
    rows: listed.map(content => [shownTime(content.submittedAt, timeZone), lineOf(content, titles, withAnswers)]),
    action: { label: 'View responses', url },
    ...(left > 0 && { afterAction: `${left.toLocaleString('en')} more are in the dashboard.` }),
  };
}

/** Returns a response in a digest: its form, if there are several, and each answer in a line. */
function lineOf(content: IntegrationContent, titles: readonly string[], withAnswers: boolean): string {
  const form = titles.length > 1 || !withAnswers ? [content.formTitle] : [];
  const answers = withAnswers ? rowsOf(content).slice(0, answersInList) : [];
  return [...form, ...answers.map(([label, answer]) => labelled(label, shortenText(answer, answerInListMax)))].join(
    '\n',
  );
}

const answersInList = 8;
const answerInListMax = 120;

const rowsOf = ({ entries }: IntegrationContent): [string, string][] =>
  entries.flatMap(({ label, answer }) =>
    answer === undefined ? [] : [[label, shortenText(textOf(answer).toWellFormed(), answerMax)] as [string, string]],
  );

/** Returns a time such as `22 Nov 2026, 15:04`. */
const shownTime = (time: string, timeZone = 'UTC'): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(time));

/** Returns a time such as `22 Nov 2026, 15:04 (Europe/Berlin)`. */
const withZone = (time: string, timeZone = 'UTC'): string => `${shownTime(time, timeZone)} (${timeZone})`;
