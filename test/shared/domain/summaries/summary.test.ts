import { describe, expect, it } from '@jest/globals';
import type { Field } from '../../../../shared/domain/fields/field.ts';
import type { Form, RetiredField } from '../../../../shared/domain/forms/form.ts';
import type { StoredAnswers } from '../../../../shared/domain/responses/stored-answers.ts';
import { countersOfAnswers } from '../../../../shared/domain/summaries/answer-counters.ts';
import { kindsOf } from '../../../../shared/domain/summaries/answer-kinds.ts';
import { type SummaryOptions, summaryOf } from '../../../../shared/domain/summaries/summary.ts';
import { summaryRows } from '../../../../shared/domain/summaries/summary-rows.ts';

type Stored = { form: Form; retiredFields: RetiredField[] };
type Answers = readonly StoredAnswers[];

const storedForm = (fields: readonly Partial<Field>[], rest: Partial<Form> = {}, retiredFields: RetiredField[] = []) =>
  ({ form: { fields, ...rest }, retiredFields }) as Stored;

/** What all answers add to the counters, as the fields are when they are given. */
function counted(stored: Stored, answers: Answers): Map<string, number> {
  const sums = new Map<string, number>();
  for (const each of answers) {
    for (const [name, by] of countersOfAnswers(each, kindsOf(stored, each))) sums.set(name, (sums.get(name) ?? 0) + by);
  }
  return sums;
}

const noSample = { responses: 0, texts: new Map() };

const summarized = (stored: Stored, answers: Answers, options: Partial<SummaryOptions> = {}) =>
  summaryOf(stored, counted(stored, answers), { sample: noSample, ...options });

/** The summary of the only field, `f`. */
const ofField = (field: Partial<Field>, ...answers: readonly unknown[]) =>
  summarized(
    storedForm([{ id: 'f', ...field }]),
    answers.map(f => ({ f }) as StoredAnswers),
  ).fields[0];

const choice = (value: string, count: number, share: number, kind = 'option', label = value) => ({
  ...{ value, label, count, share, kind },
});

describe('the summary of a form', () => {
  it('counts responses, and has the fields in order with their labels, without what nobody answers', () => {
    const stored = storedForm([
      { id: 'name', type: 'text', label: ' Your name ' },
      { id: 'page', type: 'page', label: 'Next' },
      { id: 'email', type: 'email', label: ' ' },
      { id: 'age', type: 'number' },
    ]);
    const summary = summarized(stored, [{ name: 'Ada' }, {}], { sample: { responses: 2, texts: new Map() } });
    expect(summary).toMatchObject({ responses: 2, sampled: 2 });
    expect(summary.fields).toMatchObject([
      { fieldId: 'name', label: 'Your name', type: 'text', kind: 'text', answered: 1 },
      { fieldId: 'email', label: 'email', type: 'email', answered: 0 },
      { fieldId: 'age', label: 'age', type: 'number', kind: 'number', answered: 0 },
    ]);
    expect(summarized(stored, []).responses).toBe(0);
    expect(summarized(stored, [], { fieldId: 'age' }).fields.map(({ fieldId }) => fieldId)).toEqual(['age']);
  });

  it('has no counts of fields that are encrypted, masked or personal', () => {
    const fields = ['a', 'b', 'c', 'd'].map(id => ({ id, type: 'radio' as const, options: ['x'] }));
    const stored = storedForm([{ ...fields[0], pii: true }, ...fields.slice(1)], {
      fieldPolicies: { b: 'encrypted', c: 'masked' },
    });
    const { fields: shown } = summarized(stored, [{ a: 'x', b: 'x', c: 'x', d: 'x' }]);
    expect(shown.map(field => [field.fieldId, field.answered, 'unsummarized' in field && field.unsummarized])).toEqual([
      ['a', null, 'pii'],
      ['b', null, 'encrypted'],
      ['c', null, 'masked'],
      ['d', 1, false],
    ]);
    expect(shown[0]).toEqual({
      fieldId: 'a',
      label: 'a',
      type: 'radio',
      kind: 'none',
      answered: null,
      unsummarized: 'pii',
    });
  });

  it('keeps former fields with answers, each once and as they were counted', () => {
    const former: [Partial<Field>, unknown, object][] = [
      [{ type: 'select', options: ['x', 'y'] }, 'x', { kind: 'options', choices: [choice('x', 1, 100, 'former')] }],
      [{ type: 'ranking', options: ['x', 'y'] }, ['y', 'x'], { kind: 'ranking' }],
      [{ type: 'matrix', rows: ['r'], columns: ['c'] }, { r: 'c' }, { kind: 'matrix', matrix: { counts: [[1]] } }],
      [{ type: 'number' }, 7, { kind: 'number', number: { sum: 7 } }],
      [{ type: 'date' }, '2026-05-01', { kind: 'date', dates: { unit: 'day' } }],
      [{ type: 'time' }, '09:30', { kind: 'time' }],
      [{ type: 'file' }, ['a', 'b'], { kind: 'files', files: 2 }],
      [{ type: 'text' }, 'Ada', { kind: 'text' }],
    ];
    for (const [field, answer, shown] of former) {
      const before = storedForm([{ id: 'f', ...field }]);
      const retired = { id: 'f', label: ' Gone ' };
      const after = storedForm([], {}, [
        retired,
        { ...retired, label: 'Earlier' },
        { id: 'never', label: 'Never answered' },
      ]);
      const { fields } = summaryOf(after, counted(before, [{ f: answer } as StoredAnswers]), { sample: noSample });
      expect(fields).toMatchObject([{ fieldId: 'f', label: 'Gone', type: null, answered: 1, ...shown }]);
    }
    // A field that came back is not former.
    const back = storedForm([{ id: 'f', type: 'text', label: 'Back' }], {}, [{ id: 'f', label: 'Gone' }]);
    expect(summarized(back, [{ f: 'Ada' }]).fields).toMatchObject([{ label: 'Back', type: 'text' }]);
  });

  it('never shows less than no answers, if removals are counted before what they remove', () => {
    const sums = new Map([
      ['t:f', -1],
      ['h:f:09', -1],
      ['s:g:0', -1],
      ['t:h', -1],
      ['o:h:gone', -1],
      ['h:n:3', -1],
      ['h:d:2026-05-01', -1],
    ]);
    const stored = storedForm([
      { id: 'f', type: 'time' },
      { id: 'g', type: 'file' },
      { id: 'h', type: 'radio', options: [] },
      { id: 'n', type: 'number' },
      { id: 'd', type: 'date' },
    ]);
    const { fields } = summaryOf(stored, sums, { sample: noSample });
    expect(fields).toMatchObject([
      { answered: 0, times: Array.from({ length: 24 }, (_, hour) => ({ hour, count: 0 })) },
      { answered: 0, files: 0 },
      { answered: 0, choices: [] },
      { answered: 0, number: { sum: 0, mean: null, standardDeviation: null, median: null, histogram: [] } },
      { answered: 0, dates: { counts: [] } },
    ]);
  });
});

describe('choices', () => {
  it('have each option in order, then former ones by count, then free texts', () => {
    const options = [{ value: 'b', label: 'Bed' }, 'a'];
    const old = storedForm([{ id: 'f', type: 'radio', options: ['x', 'y', 'a', 'b'] }]);
    const now = storedForm([{ id: 'f', type: 'radio', options, other: true }]);
    const sums = counted(old, [...['x', 'y', 'y'].map(f => ({ f }))]);
    for (const [name, by] of counted(
      now,
      ['a', 'a', 'b', 'mine', 'yours'].map(f => ({ f })),
    )) {
      sums.set(name, (sums.get(name) ?? 0) + by);
    }
    sums.set('o:f:*', 2);
    const { fields } = summaryOf(now, sums, { sample: noSample });
    expect(fields[0]).toMatchObject({ kind: 'option', answered: 8 });
    expect(fields[0]).toHaveProperty('choices', [
      choice('b', 1, 12.5, 'option', 'Bed'),
      choice('a', 2, 25),
      choice('y', 2, 25, 'former'),
      choice('x', 1, 12.5, 'former'),
      choice('', 4, 50, 'other'),
    ]);
  });

  it('count each of several, of which one may be a free text', () => {
    const field: Partial<Field> = { type: 'multiselect', options: ['a', 'b', 'c'], other: true };
    expect(ofField(field, ['a', 'b'], ['mine', 'b'], ['b', 'c', 'yours'])).toMatchObject({
      kind: 'options',
      answered: 3,
      choices: [choice('a', 1, 33.33), choice('b', 3, 100), choice('c', 1, 33.33), choice('', 2, 66.67, 'other')],
    });
  });

  it('are yes and no of a checkbox, and yes alone of a consent', () => {
    const both = [choice('true', 2, 66.67), choice('false', 1, 33.33)];
    expect(ofField({ type: 'checkbox' }, true, false, true)).toMatchObject({ kind: 'boolean', choices: both });
    expect(ofField({ type: 'consent' }, true)).toHaveProperty('choices', [choice('true', 1, 100)]);
  });

  it('are the points of a rating and a scale, with their mean', () => {
    expect(ofField({ type: 'rating' }, 5, 4, 5)).toMatchObject({
      kind: 'points',
      choices: [1, 2, 3, 4, 5].map(point => expect.objectContaining({ value: `${point}` })),
      points: { mean: 14 / 3 },
    });
    expect(ofField({ type: 'rating' }, 5)).not.toHaveProperty('points.nps');
    expect(ofField({ type: 'scale', validate: { min: 0, max: 5 } }, 5)).not.toHaveProperty('points.nps');
    expect(ofField({ type: 'scale', validate: { min: 1, max: 10 } }, 5)).not.toHaveProperty('points.nps');
    expect(ofField({ type: 'rating' })).toHaveProperty('points', { mean: null });
  });

  it('have a net promoter score on a scale from 0 to 10', () => {
    const scale = { type: 'scale', validate: { min: 0, max: 10 } } as const;
    const nps = (...answers: number[]) => ofField(scale, ...answers);
    expect(nps(0, 6, 7, 8, 9, 10, 10)).toHaveProperty('points.nps', {
      score: 14,
      promoters: 3,
      passives: 2,
      detractors: 2,
    });
    expect(nps(10)).toHaveProperty('points.nps.score', 100);
    expect(nps(6)).toHaveProperty('points.nps.score', -100);
    expect(nps(8, 7)).toHaveProperty('points.nps.score', 0);
    expect(nps()).toHaveProperty('points.nps.score', null);
  });

  it('of a ranking have their mean rank, best first, and those that nobody ranked last', () => {
    const old = storedForm([{ id: 'f', type: 'ranking', options: ['gone', 'a'] }]);
    const now = storedForm([{ id: 'f', type: 'ranking', options: ['new', { value: 'a', label: 'First' }, 'b'] }]);
    const sums = counted(old, [{ f: ['gone', 'a'] }]);
    for (const [name, by] of counted(now, [{ f: ['a', 'b'] }, { f: ['a', 'b'] }]))
      sums.set(name, (sums.get(name) ?? 0) + by);
    expect(summaryOf(now, sums, { sample: noSample }).fields[0]).toHaveProperty('ranking', [
      { value: 'gone', label: 'gone', count: 1, meanRank: 1 },
      { value: 'a', label: 'First', count: 3, meanRank: 4 / 3 },
      { value: 'b', label: 'b', count: 2, meanRank: 2 },
      { value: 'new', label: 'new', count: 0, meanRank: null },
    ]);
  });

  it('of a matrix are counted by row and column, with former ones last', () => {
    const old = storedForm([{ id: 'f', type: 'matrix', rows: ['gone', 'r=1'], columns: ['c', 'never'] }]);
    const rows = [{ value: 'r=1', label: 'Row' }, 'r:2'];
    const now = storedForm([{ id: 'f', type: 'matrix', rows, columns: ['d', { value: 'c', label: 'Column' }] }]);
    const sums = counted(old, [{ f: { gone: 'c' } }, { f: { 'r=1': 'c' } }]);
    for (const [name, by] of counted(now, [{ f: { 'r=1': 'd', 'r:2': 'c' } }]))
      sums.set(name, (sums.get(name) ?? 0) + by);
    sums.set('o:f:x=y', -1);
    expect(summaryOf(now, sums, { sample: noSample }).fields[0]).toHaveProperty('matrix', {
      rows: [
        { value: 'r=1', label: 'Row' },
        { value: 'r:2', label: 'r:2' },
        { value: 'gone', label: 'gone' },
      ],
      columns: [
        { value: 'd', label: 'd' },
        { value: 'c', label: 'Column' },
      ],
      counts: [
        [1, 1],
        [0, 1],
        [0, 1],
      ],
    });
  });
});

describe('numbers, dates, times and files', () => {
  it('have an exact sum and mean, a deviation, a median and a histogram', () => {
    expect(ofField({ type: 'number' }, 1, 2, 3, 10)).toMatchObject({
      kind: 'number',
      answered: 4,
      number: { sum: 16, mean: 4, standardDeviation: Math.sqrt(50 / 3), median: { from: 2.5, to: 2.5 } },
    });
    expect(ofField({ type: 'currency', currency: 'EUR' }, 0.1, 0.2)).toHaveProperty('number.sum', 0.3);
    expect(ofField({ type: 'number' }, 1, 2, 2)).toHaveProperty('number.histogram', [
      { from: 1, to: 1, count: 1 },
      { from: 2, to: 2, count: 2 },
    ]);
  });

  it('count numbers without room in the mean, but not in the median', () => {
    const stored = storedForm([{ id: 'f', type: 'number' }]);
    const sums = counted(stored, [{ f: 2 }, { f: 4 }]);
    sums
      .set('h:f:*', 1)
      .set('t:f', 3)
      .set('s:f:0', (sums.get('s:f:0') ?? 0) + 6);
    const { fields } = summaryOf(stored, sums, { sample: noSample });
    expect(fields[0]).toMatchObject({ number: { sum: 12, mean: 4, median: { from: 3, to: 3 } } });
  });

  it('have each day between the first and the last date', () => {
    const days = ofField({ type: 'date' }, '2026-02-27', '2026-03-02', '2026-03-02');
    expect(days).toHaveProperty('dates', {
      unit: 'day',
      counts: [
        { date: '2026-02-27', count: 1 },
        { date: '2026-02-28', count: 0 },
        { date: '2026-03-01', count: 0 },
        { date: '2026-03-02', count: 2 },
      ],
    });
    expect(ofField({ type: 'date' })).toHaveProperty('dates', { unit: 'day', counts: [] });
  });

  it('have months for more than 62 days, years for more than 62 months, and only those with dates beyond that', () => {
    const dates = (...answers: string[]) =>
      (ofField({ type: 'date' }, ...answers) as { dates: { unit: string; counts: { date: string; count: number }[] } })
        .dates;
    expect(dates('2026-01-01', '2026-03-03').unit).toBe('day');
    expect(dates('2026-01-01', '2026-03-03').counts).toHaveLength(62);
    expect(dates('2026-01-01', '2026-03-04')).toEqual({
      unit: 'month',
      counts: ['2026-01', '2026-02', '2026-03'].map((date, index) => ({ date, count: index === 1 ? 0 : 1 })),
    });
    expect(dates('2025-12-31', '2026-12-31', '2026-12-01').counts).toHaveLength(13);
    expect(dates('2020-01-01', '2026-01-01')).toMatchObject({ unit: 'year' });
    expect(dates('2020-01-01', '2026-01-01').counts.map(({ date }) => date)).toEqual([
      ...['2020', '2021', '2022', '2023', '2024', '2025', '2026'],
    ]);
    expect(dates('1900-01-01', '2026-01-01', '2026-05-01')).toEqual({
      unit: 'year',
      counts: [
        { date: '1900', count: 1 },
        { date: '2026', count: 2 },
      ],
    });
  });

  it('have the longest of the periods that dates were counted in', () => {
    const stored = storedForm([{ id: 'f', type: 'date' }]);
    const dates = (...names: string[]) =>
      summaryOf(stored, new Map(names.map(name => [`h:f:${name}`, 1])), { sample: noSample }).fields[0];
    expect(dates('2026-05-01', '2026-06', '*')).toHaveProperty('dates', {
      unit: 'month',
      counts: [
        { date: '2026-05', count: 1 },
        { date: '2026-06', count: 1 },
      ],
    });
    expect(dates('2026-05-01', '2025')).toHaveProperty('dates.unit', 'year');
  });

  it('have each hour of the day, and the number of files', () => {
    const times = ofField({ type: 'time' }, '09:30', '09:59', '23:00');
    expect(times).toHaveProperty(
      'times',
      Array.from({ length: 24 }, (_, hour) => ({ hour, count: { 9: 2, 23: 1 }[hour] ?? 0 })),
    );
    expect(ofField({ type: 'file' }, 'up_1', ['up_2', 'up_3'])).toMatchObject({ kind: 'files', answered: 2, files: 3 });
  });
});

describe('texts', () => {
  const answered = (...answers: string[]) => ({
    responses: answers.length,
    texts: new Map([
      ['f', answers.map((answer, index) => ({ responseId: `r${index}`, submittedAt: `t${index}`, answer }))],
    ]),
  });
  const ofTexts = (type: Field['type'], language: string | undefined, ...answers: string[]) =>
    summarized(storedForm([{ id: 'f', type }], { language }), [], { sample: answered(...answers) }).fields[0];

  it('show the newest five, and words that occur in two of them', () => {
    expect(
      ofTexts('textarea', undefined, 'The Wifi was slow', 'slow wifi, slow bar', 'bar 2026 2026', '2026 to', 'to', 'x'),
    ).toHaveProperty('texts', {
      answers: 6,
      latest: [0, 1, 2, 3, 4].map(index =>
        expect.objectContaining({ responseId: `r${index}`, submittedAt: `t${index}` }),
      ),
      words: ['bar', 'slow', 'wifi'].map(word => ({ word, count: 2 })),
    });
  });

  it('have the most frequent words first, twenty at most', () => {
    const words = Array.from({ length: 22 }, (_, index) => `word${String.fromCharCode(97 + index)}`);
    const field = ofTexts('text', 'en', words.join(' '), words.join(' '), 'wordv') as { texts: { words: unknown[] } };
    expect(field.texts.words).toHaveLength(20);
    expect(field.texts.words.slice(0, 2)).toEqual([
      { word: 'wordv', count: 3 },
      { word: 'worda', count: 2 },
    ]);
  });

  it('have words of prose alone, also of scripts without spaces and with short words', () => {
    expect(ofTexts('email', 'en', 'ada@example.com', 'bob@example.com')).toHaveProperty('texts.words', []);
    expect(ofTexts('text', 'ja', '東京は大きい', '東京です', 'at')).toHaveProperty('texts.words', [
      { word: '東京', count: 2 },
    ]);
  });
});

describe('a summary as a table', () => {
  const rows = (field: Partial<Field>, ...answers: readonly unknown[]) =>
    summaryRows({ fields: [ofField({ label: 'F', ...field }, ...answers)].filter(each => each !== undefined) }).map(
      ([, , , ...row]) => row,
    );

  it('has a row for the answers of a field, and one for each of its counts', () => {
    const field = ofField(
      { type: 'radio', label: 'F', options: [{ value: 'a', label: 'A' }], other: true },
      'a',
      'mine',
    );
    expect(summaryRows({ fields: field ? [field] : [] })).toEqual([
      ['f', 'F', 'option', '', 'answered', 2, ''],
      ['f', 'F', 'option', 'a', 'A', 1, 50],
      ['f', 'F', 'option', '', 'other', 1, 50],
    ]);
    expect(rows({ type: 'text', pii: true }, 'Ada')).toEqual([['', 'answered', '', '']]);
  });

  it('has means and scores beside points, and the rank of options', () => {
    expect(rows({ type: 'scale', validate: { min: 0, max: 10 } }, 10).slice(-2)).toEqual([
      [10, 'mean', '', ''],
      [100, 'nps', '', ''],
    ]);
    expect(rows({ type: 'rating' })).toHaveLength(6);
    expect(rows({ type: 'ranking', options: ['a', 'b'] }, ['a'])).toEqual([
      ['', 'answered', 1, ''],
      ['a', 'a', 1, ''],
      [1, 'a (mean rank)', '', ''],
      ['b', 'b', 0, ''],
    ]);
  });

  it('has the figures of numbers, and their bars', () => {
    expect(rows({ type: 'number' }, 1, 3)).toEqual([
      ['', 'answered', 2, ''],
      [4, 'sum', '', ''],
      [2, 'mean', '', ''],
      [Math.SQRT2, 'standardDeviation', '', ''],
      [2, 'medianFrom', '', ''],
      [2, 'medianTo', '', ''],
      [1, '1', 1, 50],
      [2, '2', 0, 0],
      [3, '3', 1, 50],
    ]);
    expect(rows({ type: 'number' }, 150, 1000).at(-1)).toEqual([1000, '1000–1100', 1, 50]);
  });

  it('has a row for each cell, day and hour, and one for files', () => {
    expect(
      rows(
        { type: 'matrix', rows: [{ value: 'r', label: 'R' }], columns: ['a', { value: 'b', label: 'B' }] },
        { r: 'b' },
      ),
    ).toEqual([
      ['', 'answered', 1, ''],
      ['r: a', 'R: a', 0, ''],
      ['r: b', 'R: B', 1, ''],
    ]);
    expect(rows({ type: 'date' }, '2026-05-01').at(-1)).toEqual(['2026-05-01', '2026-05-01', 1, 100]);
    expect(rows({ type: 'time' }, '09:15')[10]).toEqual([9, '09:00', 1, 100]);
    expect(rows({ type: 'file' }, ['a', 'b'])).toEqual([
      ['', 'answered', 1, ''],
      ['', 'files', 2, ''],
    ]);
  });

  it('has frequent words', () => {
    const stored = storedForm([{ id: 'f', type: 'text', label: 'F' }]);
    const texts = new Map([['f', ['late bus', 'late'].map(answer => ({ responseId: 'r', submittedAt: 't', answer }))]]);
    expect(summaryRows(summarized(stored, [{ f: 'late' }], { sample: { responses: 2, texts } }))).toEqual([
      ['f', 'F', 'text', '', 'answered', 1, ''],
      ['f', 'F', 'text', 'late', 'late', 2, ''],
    ]);
  });
});
