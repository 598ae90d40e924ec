import { describe, expect, it } from '@jest/globals';
import type { IntegrationContent } from '../../../../shared/domain/receivers/integration-content.ts';
import { digestMail, responseMail } from '../../../../shared/domain/receivers/response-mail.ts';

const content = (formTitle = 'Contact', answers: readonly (string | undefined)[] = ['Ada', undefined]) =>
  ({
    ...{ responseId: 'sub_1', formTitle, submittedAt: '2026-11-22T14:04:00.000Z' },
    entries: answers.map((answer, at) => ({
      ...{ id: `f${at}`, label: `Field ${at + 1}` },
      ...(answer !== undefined && { answer }),
    })),
  }) satisfies IntegrationContent;

const about = { url: 'https://forms.example/app/x', timeZone: undefined, withAnswers: true };
const answers = (count: number) => Array.from({ length: count }, (_, at) => `answer ${at + 1}`);

describe('the mail about a response', () => {
  it('has its form, its time and its answers, and leads to it', () => {
    expect(responseMail(content(), about)).toEqual({
      language: 'en',
      subject: 'New response: Contact',
      title: 'New response: Contact',
      paragraphs: ['Received 22 Nov 2026, 14:04 (UTC).'],
      rows: [['Field 1', 'Ada']],
      action: { label: 'View response', url: 'https://forms.example/app/x' },
    });
  });

  it('has the time of the zone, and no answers unless they are wanted', () => {
    const mail = responseMail(content(), { ...about, timeZone: 'Europe/Berlin', withAnswers: false });
    expect(mail).toMatchObject({ paragraphs: ['Received 22 Nov 2026, 15:04 (Europe/Berlin).'], rows: [] });
  });

  it('has 50 answers, and says how many more there are', () => {
    const all = responseMail(content('Contact', answers(50)), about);
    expect(all.rows).toHaveLength(50);
    expect(all).not.toHaveProperty('afterAction');
    const some = responseMail(content('Contact', answers(52)), about);
    expect(some.rows?.at(-1)).toEqual(['Field 50', 'answer 50']);
    expect([some.rows?.length, some.afterAction]).toEqual([50, '2 more answers are in the dashboard.']);
  });

  it('has a thousand characters of an answer', () => {
    const [row] = responseMail(content('Contact', ['x'.repeat(1500)]), about).rows ?? [];
    expect(row?.[1]).toMatch(/^x{900,999}…$/);
  });
});

describe('a digest', () => {
  const end = '2026-11-22T15:00:00.000Z';
  const digest = (listed: readonly IntegrationContent[], count = listed.length, changed: object = {}) =>
    digestMail(listed, { count, isAll: true }, { ...about, end, ...changed });

  it('lists the responses of a form with a line for each answer', () => {
    expect(digest([content(), content('Contact', ['Grace', 'Hopper'])])).toEqual({
      language: 'en',
      subject: '2 new responses: Contact',
      title: '2 new responses: Contact',
      paragraphs: ['Responses received until 22 Nov 2026, 15:00 (UTC).'],
      rows: [
        ['22 Nov 2026, 14:04', 'Field 1: Ada'],
        ['22 Nov 2026, 14:04', 'Field 1: Grace\nField 2: Hopper'],
      ],
      action: { label: 'View responses', url: 'https://forms.example/app/x' },
    });
  });

  it('names the form of each response where there are several, or no answers', () => {
    const several = digest([content(), content('Orders')], 2, { timeZone: 'Europe/Berlin' });
    expect(several).toMatchObject({
      subject: '2 new responses',
      paragraphs: ['Responses received until 22 Nov 2026, 16:00 (Europe/Berlin).'],
      rows: [
        ['22 Nov 2026, 15:04', 'Contact\nField 1: Ada'],
        ['22 Nov 2026, 15:04', 'Orders\nField 1: Ada'],
      ],
    });
    expect(digest([content()], 1, { withAnswers: false }).rows).toEqual([['22 Nov 2026, 14:04', 'Contact']]);
  });

  it('counts those that it does not list, or says that there are more than were counted', () => {
    expect(digest([content()])).toMatchObject({ subject: '1 new response: Contact' });
    expect(digest([content()])).not.toHaveProperty('afterAction');
    expect(digest([content()], 1235)).toMatchObject({
      subject: '1,235 new responses: Contact',
      afterAction: '1,234 more are in the dashboard.',
    });
    const counted = digestMail([content()], { count: 1000, isAll: false }, { ...about, end });
    expect(counted.subject).toBe('More than 1,000 new responses: Contact');
  });

  it('has eight answers of a response, cut at 120 characters', () => {
    const [[, line = ''] = []] = digest([content('Contact', ['x'.repeat(200), ...answers(9)])]).rows ?? [];
    const lines = line.split('\n');
    expect(lines).toHaveLength(8);
    expect(lines[0]).toMatch(/^Field 1: x{100,119}…$/);
    expect(lines[7]).toBe('Field 8: answer 7');
  });
});
