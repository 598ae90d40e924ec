import { describe, expect, it } from '@jest/globals';
import { stringify } from 'csv-stringify/sync';
import { lineOf, partsOf } from '../../../../shared/domain/wording/answer-parts.ts';
import { ApiError } from '../../../../web/app/api/errors.ts';
import { forEach } from '../../../../web/app/api/for-each.ts';
import { columnsOf, usualColumns } from '../../../../web/app/pages/responses/columns.ts';
import { personOf } from '../../../../web/app/pages/responses/detail/person.ts';
import {
  sentencesOf,
  type TimelineEntry,
  type TimelineTexts,
} from '../../../../web/app/pages/responses/detail/timeline-sentences.ts';
import { arrayOf, recordCounter } from '../../../../web/app/pages/responses/export/count-records.ts';
import { exportBody, usualChoices } from '../../../../web/app/pages/responses/export/export-choices.ts';
import {
  filtersOf,
  isLive,
  isSearch,
  narrows,
  queryOf,
  requestOf,
} from '../../../../web/app/pages/responses/filters.ts';
import { mergePage } from '../../../../web/app/pages/responses/list/merge-page.ts';
import type { Response } from '../../../../web/app/pages/responses/response.ts';
import { en } from '../../../../web/app/pages/responses/texts/en.ts';
import { fc } from '../../../support/properties.ts';

describe('filters', () => {
  it('are what the address says, and the address says no more', () => {
    const own = { status: 'partial', folder: 'spam', handling: 'done', assignee: 'none', browser: 'Firefox' };
    const said = { ...own, from: '2026-03-01', q: 'urgent', 'answers[topic]': 'Sales' };
    const filters = filtersOf({ ...said, 'answers[age][gte]': '18', days: '7' });
    const { 'answers[topic]': topic, ...plain } = said;
    expect(filters).toEqual({ ...plain, order: 'desc', answers: { topic, 'age][gte': '18' } });
    expect(queryOf(filters)).toEqual({ ...said, 'answers[age][gte]': '18', order: undefined });
    expect(narrows(filters)).toBe(true);
  });

  it('are none where the address says what there is not', () => {
    const none = filtersOf({
      status: 'gone',
      handling: 'lost',
      from: 'yesterday',
      to: '1',
      field: 'topic',
      order: 'up',
      folder: '',
    });
    expect(none).toEqual({ folder: 'inbox', order: 'desc' });
    expect(narrows(none)).toBe(false);
  });

  it('are sent to the service, which reads responses for some', () => {
    const byHandling = filtersOf({ handling: 'open' });
    expect(requestOf(byHandling, 'form_1')).toMatchObject({ form_id: 'form_1', handling: 'open' });
    expect([isSearch(byHandling), isLive(byHandling)]).toEqual([false, true]);
    const byPerson = filtersOf({ assignee: 'user_1', language: 'de' });
    expect(requestOf(byPerson, 'form_1')).toMatchObject({ assignee: 'user_1', language: 'de' });
    expect([isSearch(byPerson), isLive(byPerson)]).toEqual([true, false]);
    const filters = filtersOf({ handling: 'open', q: 'late', 'answers[age][gte]': '18' });
    const about = { formId: 'form_1', filters, columns: [] };
    const shown = { handling: 'open', q: 'late', answers: { 'age][gte': '18' } };
    expect(exportBody(usualChoices, about)).toEqual({
      ...{ formId: 'form_1', format: 'parquet', folder: 'inbox', order: 'desc' },
      ...shown,
    });
    expect(exportBody({ ...usualChoices, which: 'all' }, about)).not.toMatchObject(shown);
  });

  it('take in the whole last day, by the clocks of the person', () => {
    const { from, to } = requestOf(filtersOf({ from: '2026-03-01', to: '2026-03-01' }), 'form_1');
    expect(new Date(from ?? '').getTime()).toBe(new Date(2026, 2, 1).getTime());
    expect(new Date(to ?? '').getTime()).toBe(new Date(2026, 2, 2).getTime());
  });
});

const listed = (ids: string, rest = {}) => [...ids].map(id => ({ id, ...rest }));
const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id).join('');

describe('a list that is live', () => {
  it('has new ones in front and changed ones in their places', () => {
    const { items, added, begunAnew } = mergePage(listed('cba'), listed('edcb', { changed: true }), true);
    expect([ids(items), ids(added), begunAnew]).toEqual(['edcba', 'ed', false]);
    expect(items[3]).toEqual({ id: 'b', changed: true });
  });

  it('leaves out those that are gone from where the page looks', () => {
    expect(ids(mergePage(listed('dcba'), listed('db'), true).items)).toBe('dba');
    expect(ids(mergePage(listed('dcba'), listed('dc'), false).items)).toBe('dc');
    expect(ids(mergePage(listed('a'), [], false).items)).toBe('');
  });

  it('begins anew where more came than the page holds', () => {
    expect(mergePage(listed('ba'), listed('hgf'), true)).toMatchObject({ begunAnew: true, items: listed('hgf') });
    expect(mergePage([], listed('ba'), true).begunAnew).toBe(false);
  });
});

const field = (id: string, rest = {}) => ({ id, type: 'text' as const, ...rest });

describe('columns', () => {
  const fields = [field('name', { label: 'Your name' }), field('intro', { type: 'statement' }), field('status')];
  const responses = [{ answers: { name: 'Ada', once: 'x' } }] as unknown as Response[];

  it('are the answers of the form, those to fields of before, and what a response has besides', () => {
    const all = columnsOf(fields, responses);
    expect(all.slice(0, 5).map(({ name, field: of }) => [name, of?.label, of?.inForm])).toEqual([
      ['status', undefined, undefined],
      ['handling', undefined, undefined],
      ['answers.name', 'Your name', true],
      ['answers.status', 'status', true],
      ['answers.once', 'once', false],
    ]);
    expect(usualColumns(all)).toEqual(['status', 'handling', 'answers.name', 'answers.status']);
  });
});

describe('the person of a response', () => {
  const fields = [
    field('company', { label: 'Company name' }),
    field('mail', { type: 'email' }),
    field('who', { label: 'Your full name:' }),
  ];
  const person = (answers: object, concealed?: object) =>
    personOf(fields as Parameters<typeof personOf>[0], { answers, concealed } as unknown as Response);

  it('has the name that was given, else the email address, and nobody where neither is', () => {
    const all = { company: 'Engines', mail: 'ada@example.com', who: 'Ada' };
    expect(person(all)).toBe('Ada');
    expect(person({ ...all, who: ' ' })).toBe('ada@example.com');
    expect(person({ company: 'Engines' })).toBeUndefined();
    expect(person({ who: 'x'.repeat(500) })).toHaveLength(81);
  });

  it('is not taken from answers that the reader may not see', () => {
    expect(person({ who: '***', mail: 'ada@example.com' }, { who: 'masked' })).toBe('ada@example.com');
    expect(person({ who: '***' }, { who: 'masked' })).toBeUndefined();
  });
});

describe('a timeline', () => {
  const names: Record<string, string> = { user_1: 'Ada', user_2: 'Grace' };
  const webhook = { kind: 'webhook', id: 'wh_1', name: 'example.com' };
  const reply = { kind: 'automatic_reply', id: 'form_1', name: 'email' };
  const english: TimelineTexts = (key, values = {}) => {
    const text = en[key];
    const chosen: string = typeof text === 'string' ? text : text[values.count === 1 ? 'one' : 'other'];
    return chosen.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
  };
  const attempt = { at: '2026-01-01T00:00:00.000Z' };

  it.each([
    [{ type: 'started' }, ['Started']],
    [{ type: 'saved' }, ['Saved, not submitted yet']],
    [{ type: 'submitted' }, ['Submitted']],
    [{ type: 'spam' }, ['Marked as spam on arrival']],
    [{ type: 'note', actorId: 'key_1' }, ['Note by key_1']],
    [
      { type: 'changed', actorId: 'user_1', changes: { handling: 'done', assigneeId: 'user_2' } },
      ['Marked as done by Ada', 'Assigned to Grace by Ada'],
    ],
    [
      {
        type: 'changed',
        actorId: 'user_1',
        changes: { assigneeId: null, status: 'partial', fields: ['a'], extras: 1 },
      },
      ['Set to “Partial” by Ada', 'Assignee removed by Ada', '2 answers changed by Ada'],
    ],
    [{ type: 'changed', actorId: 'user_1', changes: { spam: false } }, ['Marked as not spam by Ada']],
    [
      { type: 'delivery', receiver: webhook, state: 'delivered', attempts: [attempt] },
      ['Webhook example.com: delivered'],
    ],
    [
      { type: 'delivery', receiver: webhook, state: 'failed', attempts: [attempt, attempt] },
      ['Webhook example.com: failed, 2 attempts'],
    ],
    [{ type: 'delivery', receiver: reply, state: 'sent', attempts: [attempt] }, ['Confirmation email: sent']],
  ])('is told in plain sentences: %#', (entry, sentences) => {
    expect(sentencesOf({ ...attempt, ...entry } as TimelineEntry, id => names[id] ?? id, english)).toEqual(sentences);
  });
});

describe('an answer', () => {
  const truths = { true: 'Yes', false: 'No' };
  const options = ['Sales', { value: 's', label: 'Support' }];
  const matrix = field('m', { type: 'matrix', rows: [{ value: 'r', label: 'Room' }], columns: ['Good'] });

  it.each([
    [field('t'), 'a\nb', 'a\nb'],
    [field('t', { type: 'select', options }), 's', 'Support'],
    [field('t', { type: 'select', options }), 'something else', 'something else'],
    [field('t', { type: 'multiselect', options }), ['Sales', 's'], 'Sales, Support'],
    [matrix, { r: 'Good', gone: 'Bad' }, 'Room: Good, gone: Bad'],
    [field('t', { type: 'checkbox' }), false, 'No'],
    [field('t', { type: 'number' }), 0, '0'],
    [field('t', { type: 'rating' }), 4, '4 / 5'],
    [field('t', { type: 'scale', validate: { max: 7 } }), 0, '0 / 7'],
    [field('t', { type: 'currency', currency: 'EUR' }), 1250, '€1,250.00'],
    [field('t', { type: 'date' }), '2026-01-31', '31 Jan 2026'],
    [field('t', { type: 'date' }), 'soon', 'soon'],
    [undefined, undefined, ''],
  ])('is told in words: %#', (of, answer, line) => {
    expect(lineOf(of as Parameters<typeof lineOf>[0], answer, truths, 'en-GB')).toBe(line);
  });

  it('keeps the order of a ranking', () => {
    const ranking = field('t', { type: 'ranking', options });
    expect(partsOf(ranking as Parameters<typeof partsOf>[0], ['s', 'Sales'])).toEqual({
      kind: 'list',
      items: ['Support', 'Sales'],
      ranked: true,
    });
  });
});

describe('a deed for many', () => {
  const never = new AbortController().signal;
  const all = Array.from({ length: 10 }, (_, index) => `sub_${index}`);

  it('is done to each once, and tells how far it is', async () => {
    const [seen, told]: [string[], number[]] = [[], []];
    const act = async (id: string) => seen.push(id);
    const { succeeded, failed } = await forEach(all, act, { signal: never, onProgress: ({ done }) => told.push(done) });
    expect([seen.toSorted(), succeeded.toSorted(), failed]).toEqual([all, all, []]);
    expect(told).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('goes on behind what fails, waits where it is asked to, and takes what is gone for done', async () => {
    let refused = 0;
    const act = async (id: string) => {
      if (id === 'sub_3') throw new ApiError(404, {});
      if (id === 'sub_5') throw new ApiError(403, { message: 'not you' });
      if (id === 'sub_7' && refused++ < 2) throw new ApiError(429, {});
    };
    const outcome = await forEach(all, act, { signal: never, onProgress: () => {}, waitMs: 1 });
    expect(outcome.failed).toEqual(['sub_5']);
    expect(outcome.succeeded).toHaveLength(9);
    expect(outcome.error).toMatchObject({ message: 'not you' });
  });

  it('ends where it is told to', async () => {
    const controller = new AbortController();
    const onProgress = ({ done }: { done: number }) => done === 4 && controller.abort();
    const { succeeded } = await forEach(all, async () => {}, { signal: controller.signal, onProgress });
    expect(succeeded.length).toBeLessThan(8);
  });
});

describe('the records of an export', () => {
  it('are counted however the stream is cut, line breaks within answers apart', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', '\n', '\r', ',', 'ü') });
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), fc.integer({ min: 1, max: 9 }), (rows, size) => {
        const bytes = Buffer.from(stringify([['a', 'b'], ...rows], { record_delimiter: '\r\n', quoted: true }));
        const count = recordCounter('csv');
        let counted = 0;
        for (let at = 0; at < bytes.length; at += size) counted = count(bytes.subarray(at, at + size));
        expect(counted).toBe(rows.length);
      }),
    );
  });

  it('are lines of JSON, and become an array of it', async () => {
    const lines = '{"a":"x\\n\\"y"}\n{"a":2}\n';
    expect(recordCounter('jsonl')(Buffer.from(lines))).toBe(2);
    expect(JSON.parse(await (await arrayOf(new Blob([lines]))).text())).toEqual([{ a: 'x\n"y' }, { a: 2 }]);
    expect(JSON.parse(await (await arrayOf(new Blob([]))).text())).toEqual([]);
  });
});
