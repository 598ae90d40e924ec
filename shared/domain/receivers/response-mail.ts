import { textOf } from '../fields/shown-answer.ts';
import { labelled, type MailContent } from '../mail/mail-layout.ts';
import { atMost } from '../parts-of-text.ts';
import type { Content } from './integration-content.ts';

/** Of one answer; the whole of it is read in the dashboard. */
const answerMax = 1000;
const answersMax = 50;
/** Of a digest: more are listed in the dashboard. */
export const listedMax = 25;

/** What the mails about responses have in common. */
type About = {
  /** The dashboard: the response, or where they are listed. */
  readonly url: string;
  readonly timeZone: string | undefined;
  /** Whether the answers are told. */
  readonly withAnswers: boolean;
};

/** The mail about one response. */
export function responseMail(content: Content, { url, timeZone, withAnswers }: About): Omit<MailContent, 'footer'> {
  const { formTitle, submittedAt } = content;
  const rows = withAnswers ? rowsOf(content) : [];
  const more = rows.length > answersMax ? `${rows.length - answersMax} more answers are in the dashboard.` : undefined;
  return {
    language: 'en',
    subject: `New response: ${formTitle}`,
    title: `New response: ${formTitle}`,
    paragraphs: [`It arrived on ${withZone(submittedAt, timeZone)}.`],
    rows: rows.slice(0, answersMax),
    action: { label: 'Open the response', url },
    ...(more !== undefined && { afterAction: more }),
  };
}

/** How many responses a digest is about: all of them, or the most that are counted. */
export type Counted = { readonly count: number; readonly isAll: boolean };

/** The mail about the responses of an hour or a day, the first of which are listed. */
export function digestMail(
  listed: readonly Content[],
  counted: Counted,
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
    paragraphs: [`What arrived until ${withZone(end, timeZone)}.`],
    rows: listed.map(content => [shownTime(content.submittedAt, timeZone), lineOf(content, titles, withAnswers)]),
    action: { label: 'Open the responses', url },
    ...(left > 0 && { afterAction: `${left.toLocaleString('en')} more are in the dashboard.` }),
  };
}

/** A response in a digest: which form it is of, where there are several, and its answers in a line each. */
function lineOf(content: Content, titles: readonly string[], withAnswers: boolean): string {
  const form = titles.length > 1 || !withAnswers ? [content.formTitle] : [];
  const answers = withAnswers ? rowsOf(content).slice(0, answersInList) : [];
  return [...form, ...answers.map(([label, answer]) => labelled(label, shortened(answer, answerInListMax)))].join('\n');
}

const answersInList = 8;
const answerInListMax = 120;

const rowsOf = ({ entries }: Content): [string, string][] =>
  entries.flatMap(({ label, answer }) =>
    answer === undefined ? [] : [[label, shortened(textOf(answer), answerMax)] as [string, string]],
  );

const shortened = (text: string, max: number): string =>
  text.length > max ? `${atMost(text.toWellFormed(), max - 1)}…` : text.toWellFormed();

/** `22 Nov 2026, 15:04` */
const shownTime = (time: string, timeZone = 'UTC'): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(time));

/** `22 Nov 2026, 15:04 (Europe/Berlin)` */
const withZone = (time: string, timeZone = 'UTC'): string => `${shownTime(time, timeZone)} (${timeZone})`;
