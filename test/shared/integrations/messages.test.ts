import { describe, expect, it } from '@jest/globals';
import { newForm } from '../../../shared/domain/forms/stored-form.ts';
import {
  contentOf,
  type IntegrationContent,
  testContent,
} from '../../../shared/domain/receivers/integration-content.ts';
import { columnName, rangeOf, sheetRow } from '../../../shared/integrations/google-sheets/row.ts';
import { notionPage } from '../../../shared/integrations/notion/page.ts';
import { slackMessage } from '../../../shared/integrations/slack/message.ts';
import type { Json } from '../../support/cloud/http.ts';

const contentWith = (entries: IntegrationContent['entries'], formTitle = 'Contact'): IntegrationContent => ({
  responseId: 'sub_1',
  submittedAt: '2026-01-31T09:35:12.345Z',
  formTitle,
  entries,
});

const named = (id: string, answer: string | number, label = id) => ({ id, label, answer });

describe('what an integration tells of a response', () => {
  const fields = [
    { id: 'name', type: 'text' as const, label: ' Your name ', pii: true },
    { id: 'email', type: 'email' as const, label: ' ' },
    { id: 'note', type: 'textarea' as const },
    { id: 'constructor', type: 'number' as const },
  ];
  const body = { title: 'Contact', status: 'live' as const, fields };
  const form = { ...newForm(body, 'production'), fieldPolicies: { email: 'masked' as const } };
  const response = {
    ...{ id: 'sub_1', formId: form.id, formVersion: 1, environment: form.environment, status: 'completed' as const },
    ...{ answers: { name: 'Ada', email: 'ada@example.com', note: 'Hello', old: 'x' }, notes: [], meta: {} as never },
    ...{ startedAt: '2026-01-31T09:29:00.000Z', submittedAt: '2026-01-31T09:30:00.000Z' },
    updatedAt: '2026-01-31T09:30:00.000Z',
  };
  const told = { responseId: 'sub_1', submittedAt: response.submittedAt };
  const unanswered = { id: 'constructor', label: 'constructor' };

  it('leaves out what is personal, unless that is asked for, and what the form no longer asks', () => {
    const note = named('note', 'Hello');
    const impersonal = { ...told, formTitle: 'Contact', entries: [note, unanswered] };
    expect(contentOf(form, response, { personal: false })).toEqual(impersonal);
    expect(contentOf(form, response, { personal: true }).entries).toEqual([
      named('name', 'Ada', 'Your name'),
      named('email', 'ada@example.com'),
      ...[note, unanswered],
    ]);
  });

  it('never has what is encrypted', () => {
    const encrypted = { ...form, fieldPolicies: { email: 'encrypted' as const } };
    for (const personal of [true, false]) {
      expect(contentOf(encrypted, response, { personal }).entries.map(({ id }) => id)).not.toContain('email');
    }
  });

  it('is made up for a test, where each text says so', () => {
    const entries = [named('note', 'Test'), unanswered];
    expect(testContent(form, told, { personal: false })).toEqual({ ...told, formTitle: 'Test of Contact', entries });
    expect(testContent(form, told, { personal: true }).entries).toEqual([
      named('name', 'Test', 'Your name'),
      { id: 'email', label: 'email' },
      ...entries,
    ]);
    const ofNone = { ...told, formTitle: 'Test of an integration', entries: [] };
    expect(testContent(undefined, told, { personal: true })).toEqual(ofNone);
  });
});

describe('a message for Slack', () => {
  const messageOf = (content: IntegrationContent): Json => slackMessage(content);

  it('keeps to the limits of its blocks, whatever was answered', () => {
    const entries = Array.from({ length: 200 }, (_, n) => named(`f${n}`, '&'.repeat(5000), '<'.repeat(1000)));
    const { text, blocks } = messageOf(contentWith(entries, '&'.repeat(255)));
    expect(text.length).toBeLessThanOrEqual(150);
    expect(blocks.length).toBeLessThanOrEqual(50);
    expect(blocks[0].text.text.length).toBeLessThanOrEqual(150);
    const sections = blocks.slice(1, -1).map((block: Json) => block.text.text);
    for (const section of sections) expect(section.length).toBeLessThanOrEqual(3000);
    // No entity is cut through.
    expect(sections.join('').replaceAll(/&(amp|lt|gt);/g, '')).not.toMatch(/[&<>]/);
    expect(blocks.at(-1).elements[0].text).toMatch(/ more answers$/);
  });

  it('cuts no character in two', () => {
    const { blocks } = messageOf(contentWith([named('f', '😀'.repeat(900))]));
    expect(blocks[1].text.text.isWellFormed()).toBe(true);
  });

  it('has the title, each answer below its label, and the response at its foot', () => {
    const content = contentWith([named('a', 'Ada', 'Your name'), { id: 'b', label: 'b' }, named('c', 7)], 'A & B');
    expect(messageOf(content)).toEqual({
      text: 'New response: A &amp; B',
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: 'New response: A & B', emoji: false } },
        { type: 'section', text: { type: 'mrkdwn', text: '*Your name*\nAda\n\n*c*\n7', verbatim: true } },
        {
          type: 'context',
          elements: [{ type: 'plain_text', text: 'sub_1 · 2026-01-31T09:35:12.345Z', emoji: false }],
        },
      ],
    });
  });

  it('shortens a label to 200 characters and an answer to 1,000', () => {
    const { blocks } = messageOf(contentWith([named('a', 'a'.repeat(2000), 'l'.repeat(300))]));
    expect(blocks[1].text.text).toBe(`*${'l'.repeat(199)}…*\n${'a'.repeat(999)}…`);
    const whole = messageOf(contentWith([named('a', 'a'.repeat(999))]));
    expect(whole.blocks[1].text.text).toBe(`*a*\n${'a'.repeat(999)}`);
  });

  it('can mention nobody and hide no link', () => {
    const { blocks } = messageOf(contentWith([named('f', '<!channel> <https://evil|bank> & @here')]));
    expect(blocks[1].text).toEqual({
      type: 'mrkdwn',
      text: '*f*\n&lt;!channel&gt; &lt;https://evil|bank&gt; &amp; @here',
      verbatim: true,
    });
  });
});

describe('a row of a sheet', () => {
  it('finds columns by id before it looks at labels', () => {
    // What is called "b" is the column of the field b, although the field a is labelled so.
    const content = contentWith([named('a', 1, 'b'), named('b', 2)]);
    expect(sheetRow(content, ['id', 'submittedAt', 'b'])).toEqual({
      cells: ['sub_1', content.submittedAt, 2, 1],
      header: ['id', 'submittedAt', 'b', 'a'],
    });
    expect(sheetRow(contentWith([named('a', 1, 'b')]), ['id', 'submittedAt', 'b'])).toEqual({
      cells: ['sub_1', content.submittedAt, 1],
    });
  });

  it('leaves cells empty that it has nothing for, and takes in what a cell does', () => {
    const content = contentWith([{ id: 'a', label: 'a' }, named('b', 'x'.repeat(50_001)), named('c', 0)]);
    expect(sheetRow(content, ['id', 'other', 'submittedAt', 'a', 'b', 'c'])).toEqual({
      cells: ['sub_1', '', content.submittedAt, '', 'x'.repeat(50_000), 0],
    });
  });

  it('fills a column once, where two fields have a label alike', () => {
    const content = contentWith([named('a', 1, 'Same'), named('b', 2, 'Same')]);
    expect(sheetRow(content, ['id', 'submittedAt', 'Same', 'Same'])).toEqual({
      cells: ['sub_1', content.submittedAt, 1, 2],
    });
    expect(sheetRow(content, ['id', 'submittedAt', 'Same']).header).toEqual(['id', 'submittedAt', 'Same', 'b']);
  });

  it('keeps fields apart that are called as the columns of every row', () => {
    const { header } = sheetRow(contentWith([named('id', 'x'), named('submittedAt', 'y')]), []);
    expect(header).toEqual(['id', 'submittedAt', 'answers.id', 'answers.submittedAt']);
  });

  it('names columns and ranges as A1 notation does', () => {
    expect([0, 25, 26, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']);
    expect([rangeOf(undefined, 'A1'), rangeOf("Ada's", '1:1')]).toEqual(['A1', "'Ada''s'!1:1"]);
  });
});

describe('a page of Notion', () => {
  const plain = (content: string) => ({ type: 'text', text: { content } });
  const bold = (content: string) => ({ ...plain(content), annotations: { bold: true } });
  const paragraph = (...texts: object[]) => ({ object: 'block', type: 'paragraph', paragraph: { rich_text: texts } });

  it('has a title without a text to take it from, and stays within the blocks of a request', () => {
    const entries = Array.from({ length: 200 }, (_, n) => named(`f${n}`, n));
    const page = notionPage(contentWith(entries), { Titel: { type: 'title' } });
    expect(page.properties).toEqual({ Titel: { title: [{ type: 'text', text: { content: 'Response to Contact' } }] } });
    expect(page.children).toHaveLength(100);
    expect(JSON.stringify(page.children)).toContain('f199');
  });

  it('has its title from the first text, cut to 200 characters, which stands in the page as well', () => {
    const page = notionPage(contentWith([named('n', 7), named('a', '😀'.repeat(201), 'A')]), {
      Titel: { type: 'title' },
    });
    expect(page.properties).toEqual({ Titel: { title: [{ type: 'text', text: { content: '😀'.repeat(200) } }] } });
    expect(page.children).toEqual([
      paragraph(bold('n: '), plain('7')),
      paragraph(bold('A: '), plain('😀'.repeat(201))),
    ]);
  });

  it('fills what is called as a field or its label, but for case and blanks, and what is called as a part of the response', () => {
    const properties = {
      ...{
        ' FULL name ': { type: 'rich_text' },
        Response_id: { type: 'rich_text' },
        'response ID': { type: 'rich_text' },
      },
      ...{ 'Submitted AT': { type: 'date' }, form: { type: 'select' }, n: { type: 'number' } },
    };
    const page = notionPage(contentWith([named('full', 'Ada', ' Full Name'), named('n', 7, 'Number')]), properties);
    expect(page).toEqual({
      properties: {
        ...{ ' FULL name ': { rich_text: [plain('Ada')] }, 'response ID': { rich_text: [plain('sub_1')] } },
        ...{ 'Submitted AT': { date: { start: '2026-01-31T09:35:12.345Z' } }, form: { select: { name: 'Contact' } } },
        n: { number: 7 },
      },
      children: [],
    });
  });

  it('keeps an answer to a field that is called as a part of the response', () => {
    const page = notionPage(contentWith([named('id', 'mine')]), { id: { type: 'rich_text' }, N: { type: 'formula' } });
    expect(page).toEqual({ properties: { id: { rich_text: [plain('mine')] } }, children: [] });
  });

  it('cuts a long answer into pieces of 2,000 characters, and no character in two', () => {
    const text = `${'x'.repeat(1999)}😀${'y'.repeat(1998)}z`;
    const [only] = notionPage(contentWith([named('a', text)]), {}).children;
    const pieces = ['x'.repeat(1999), `😀${'y'.repeat(1998)}`, 'z'].map(piece => plain(piece));
    expect(only).toEqual(paragraph(bold('a: '), ...pieces));
    const [most] = notionPage(contentWith([named('a', 'x'.repeat(400_000))]), {}).children as Json[];
    expect(most.paragraph.rich_text).toHaveLength(100);
  });

  it('has several answers to a paragraph where there are more than 100', () => {
    const entries = Array.from({ length: 101 }, (_, index) => named(`f${index}`, index));
    const { children } = notionPage(contentWith(entries), {});
    expect(children).toHaveLength(51);
    expect(children[0]).toEqual(paragraph(bold('f0: '), plain('0'), bold('\nf1: '), plain('1')));
    expect(children.at(-1)).toEqual(paragraph(bold('f100: '), plain('100')));
  });

  it('fills a property with the first of two answers for it, and loses none', () => {
    const page = notionPage(contentWith([named('name', 'Ada'), named('full', 'Lovelace', 'Name')]), {
      Name: { type: 'title' },
    });
    expect(page.properties).toEqual({ Name: { title: [{ type: 'text', text: { content: 'Ada' } }] } });
    expect(JSON.stringify(page.children)).toContain('Lovelace');
  });

  it.each<readonly [string, string, object | undefined]>([
    ['number', '1e3', { number: 1000 }],
    ['number', 'many', undefined],
    ['number', '', undefined],
    ['number', ' ', undefined],
    ['rich_text', 'a', { rich_text: [{ type: 'text', text: { content: 'a' } }] }],
    ['select', 'a', { select: { name: 'a' } }],
    ['select', 'a'.repeat(100), { select: { name: 'a'.repeat(100) } }],
    ['select', 'a'.repeat(101), undefined],
    ['select', 'a,b', undefined],
    ['multi_select', 'a,b', undefined],
    ['email', 'a@b.de', { email: 'a@b.de' }],
    ['email', 'x'.repeat(200), { email: 'x'.repeat(200) }],
    ['email', 'x'.repeat(201), undefined],
    ['phone_number', '+49 30', { phone_number: '+49 30' }],
    ['phone_number', '1'.repeat(200), { phone_number: '1'.repeat(200) }],
    ['phone_number', '1'.repeat(201), undefined],
    ['url', `https://a.b/${'x'.repeat(1988)}`, { url: `https://a.b/${'x'.repeat(1988)}` }],
    ['url', `https://a.b/${'x'.repeat(1989)}`, undefined],
    ['date', '2026-01-31T09:30:00.000Z', { date: { start: '2026-01-31T09:30:00.000Z' } }],
    ['date', '2026-01-31T', undefined],
    ['date', 'on 2026-01-31', undefined],
    ['date', '2026-01-31 or later', undefined],
    ...['true', 'YES', 'on', '1'].map(yes => ['checkbox', yes, { checkbox: true }] as const),
    ...['False', 'no', 'off', '0'].map(no => ['checkbox', no, { checkbox: false }] as const),
    ['checkbox', 'true or false', undefined],
    ['checkbox', 'not true', undefined],
    ['checkbox', 'not false', undefined],
    ['multi_select', 'a', { multi_select: [{ name: 'a' }] }],
    ['status', 'Open', { status: { name: 'Open' } }],
    ['status', 'Closed', undefined],
    ['checkbox', 'Yes', { checkbox: true }],
    ['checkbox', 'off', { checkbox: false }],
    ['checkbox', 'perhaps', undefined],
    ['url', 'https://example.com', { url: 'https://example.com' }],
    ['url', 'nowhere', undefined],
    ['date', '2026-01-31', { date: { start: '2026-01-31' } }],
    ['date', 'soon', undefined],
    ['formula', '1', undefined],
    ['constructor', '1', undefined],
  ])('gives a property of the type %s the answer %s only as it takes it', (type, answer, expected) => {
    const schema = { P: { type, status: { options: [{ name: 'Open' }] } }, Titel: { type: 'title' } };
    const page = notionPage(contentWith([named('p', answer)]), schema);
    expect((page.properties as Json).P).toEqual(expected);
    expect(page.children).toHaveLength(expected ? 0 : 1);
  });
});
