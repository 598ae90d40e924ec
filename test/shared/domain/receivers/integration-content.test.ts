import { describe, expect, it } from '@jest/globals';
import type { Content } from '../../../../shared/domain/receivers/integration-content.ts';
import { notionPage } from '../../../../shared/domain/receivers/notion-page.ts';
import { columnName, rangeOf, sheetRow } from '../../../../shared/domain/receivers/sheet-row.ts';
import { slackMessage } from '../../../../shared/domain/receivers/slack-message.ts';
import type { Json } from '../../../support/http.ts';

const contentOf = (entries: Content['entries'], formTitle = 'Contact'): Content => ({
  responseId: 'sub_1',
  submittedAt: '2026-01-31T09:35:12.345Z',
  formTitle,
  entries,
});

const named = (id: string, answer: string | number, label = id) => ({ id, label, answer });

describe('a message for Slack', () => {
  const messageOf = (content: Content): Json => slackMessage(content);

  it('keeps to the limits of its blocks, whatever was answered', () => {
    const entries = Array.from({ length: 200 }, (_, n) => named(`f${n}`, '&'.repeat(5000), '<'.repeat(1000)));
    const { text, blocks } = messageOf(contentOf(entries, '&'.repeat(255)));
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
    const { blocks } = messageOf(contentOf([named('f', '😀'.repeat(900))]));
    expect(blocks[1].text.text.isWellFormed()).toBe(true);
  });

  it('can mention nobody and hide no link', () => {
    const { blocks } = messageOf(contentOf([named('f', '<!channel> <https://evil|bank> & @here')]));
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
    const content = contentOf([named('a', 1, 'b'), named('b', 2)]);
    expect(sheetRow(content, ['id', 'submittedAt', 'b'])).toEqual({
      cells: ['sub_1', content.submittedAt, 2, 1],
      header: ['id', 'submittedAt', 'b', 'a'],
    });
    expect(sheetRow(contentOf([named('a', 1, 'b')]), ['id', 'submittedAt', 'b'])).toEqual({
      cells: ['sub_1', content.submittedAt, 1],
    });
  });

  it('keeps fields apart that are called as the columns of every row', () => {
    const { header } = sheetRow(contentOf([named('id', 'x'), named('submittedAt', 'y')]), []);
    expect(header).toEqual(['id', 'submittedAt', 'answers.id', 'answers.submittedAt']);
  });

  it('names columns and ranges as A1 notation does', () => {
    expect([0, 25, 26, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']);
    expect([rangeOf(undefined, 'A1'), rangeOf("Ada's", '1:1')]).toEqual(['A1', "'Ada''s'!1:1"]);
  });
});

describe('a page of Notion', () => {
  it('has a title without a text to take it from, and stays within the blocks of a request', () => {
    const entries = Array.from({ length: 200 }, (_, n) => named(`f${n}`, n));
    const page = notionPage(contentOf(entries), { Titel: { type: 'title' } });
    expect(page.properties).toEqual({ Titel: { title: [{ type: 'text', text: { content: 'Response to Contact' } }] } });
    expect(page.children).toHaveLength(100);
    expect(JSON.stringify(page.children)).toContain('f199');
  });

  it('fills a property with the first of two answers for it, and loses none', () => {
    const page = notionPage(contentOf([named('name', 'Ada'), named('full', 'Lovelace', 'Name')]), {
      Name: { type: 'title' },
    });
    expect(page.properties).toEqual({ Name: { title: [{ type: 'text', text: { content: 'Ada' } }] } });
    expect(JSON.stringify(page.children)).toContain('Lovelace');
  });

  it.each([
    ['number', '1e3', { number: 1000 }],
    ['number', 'many', undefined],
    ['number', '', undefined],
    ['select', 'a,b', undefined],
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
    const page = notionPage(contentOf([named('p', answer)]), schema);
    expect((page.properties as Json).P).toEqual(expected);
    expect(page.children).toHaveLength(expected ? 0 : 1);
  });
});
