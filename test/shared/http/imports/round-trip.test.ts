import { describe, expect, it } from '@jest/globals';
import { usualColumns } from '../../../../shared/domain/exports/columns.ts';
import { type CsvOptions, csvHeader, csvRows } from '../../../../shared/domain/exports/csv.ts';
import { guardFormula, unguardFormula } from '../../../../shared/domain/exports/formula-guard.ts';
import { columnsOf } from '../../../../shared/domain/fields/columns.ts';
import { choiceValue, type Field } from '../../../../shared/domain/fields/field.ts';
import type { Form } from '../../../../shared/domain/forms/form.ts';
import { sortAnswers } from '../../../../shared/domain/responses/answers.ts';
import { usesOfColumns } from '../../../../shared/http/imports/columns.ts';
import { readTable } from '../../../../shared/http/imports/csv-table.ts';
import { readRow } from '../../../../shared/http/imports/rows.ts';
import { fc } from '../../../support/properties.ts';
import { validFields } from '../../domain/forms/generated-forms.ts';

/** Characters that mean something to CSV, to spreadsheets, or to how lists are joined; without the guard's own. */
const texts = fc.string({ unit: fc.constantFrom(...'aB1 ",;\n\r\t=+-@é😀.'), minLength: 1, maxLength: 12 });

/** What somebody may answer to a field, as often as not by its rules. */
function answersTo(field: Field): fc.Arbitrary<unknown> {
  const options = (field.options ?? []).map(choiceValue);
  const rows = (field.rows ?? []).map(choiceValue);
  const columns = (field.columns ?? []).map(choiceValue);
  if (columns.length > 0) {
    return fc
      .tuple(fc.subarray(rows, { minLength: 1 }), fc.constantFrom(...columns))
      .map(([chosen, column]) => Object.fromEntries(chosen.map(row => [row, column])));
  }
  if (options.length > 0) {
    const some = fc.shuffledSubarray([...options, ...(field.other ? ['something else'] : [])], { minLength: 1 });
    const one = fc.oneof(fc.constantFrom(...options), texts);
    return field.type === 'multiselect' || field.type === 'ranking' ? some : one;
  }
  const { min, max } = field.validate ?? {};
  const usual = [
    'ada@example.com',
    'x@b.de',
    '12:30',
    '2024-02-29',
    '+49 30 901820',
    'https://example.com/?a=b;c',
    'ab',
    min,
    max,
  ];
  return fc.oneof(texts, fc.constantFrom<unknown>(...usual, true, 1, 2, -0.25, 1e-7, 123_456_789));
}

const cases = validFields.chain(fields =>
  fc.record({
    fields: fc.constant(fields),
    sent: fc.record(Object.fromEntries(fields.map(field => [field.id, answersTo(field)]))),
    options: fc.record<CsvOptions>({ headers: fc.constantFrom('id', 'label'), bom: fc.boolean(), guard: fc.boolean() }),
  }),
);

const own = { id: 'sub_1', formId: 'form_1', status: 'partial', submittedAt: '2026-01-31T09:30:00.000Z' };

/**
 * A list is joined by what no option may have in it, if it is to be taken apart again. And an apostrophe of its own before a
 * formula is taken for the guard's.
 */
const isJoinable = ({ options = [] }: Field): boolean =>
  options.map(choiceValue).every(value => !value.includes(';') && unguardFormula(value) === value);

describe('an export that is imported', () => {
  it('has the answers that it was made of', () => {
    let compared = 0;
    fc.assert(
      fc.property(cases, ({ fields, sent, options }) => {
        const form = { id: 'form_1', fields } as unknown as Form;
        const asked = fields.filter(field => field.type !== 'file' && isJoinable(field));
        const { answers } = sortAnswers(asked, sent, { partial: true });
        fc.pre(Object.keys(answers).length > 0);
        const columns = usualColumns(fields.flatMap(columnsOf), []);
        const csv = csvHeader(columns, options) + csvRows([{ ...own, answers }], columns, options);
        const read = readTable(csv);
        if ('faults' in read) throw new Error(JSON.stringify(read.faults));
        const known = usesOfColumns(form, read.table.header, options);
        if ('faults' in known) throw new Error(JSON.stringify(known.faults));
        const [row] = read.table.rows.map(each => readRow(form, each, { ...known, ...options, rules: 'all' }));
        const calculated = fields.filter(({ type }) => type === 'calculated').map(({ id }) => [id, 3]);
        expect(row?.faults).toEqual([]);
        expect(row).toMatchObject({ own, status: 'partial', submittedAt: Date.parse(own.submittedAt) });
        expect({ ...row?.answers }).toEqual({ ...answers, ...Object.fromEntries(calculated) });
        compared += Object.keys(answers).length;
      }),
      { numRuns: 300 },
    );
    expect(compared).toBeGreaterThan(300);
  });

  it('with all columns brings its answers, and nothing that the service says itself', () => {
    const form = { id: 'form_1', extraFields: 'keep', fields: [{ id: 'source', type: 'text' }] } as unknown as Form;
    const uses = (header: string[]) => usesOfColumns(form, header, { guard: true });
    expect(uses(['answers.source', 'updatedAt', 'Mood'])).toMatchObject({
      uses: [{ use: 'answer', field: { id: 'source' } }, { use: 'unknown' }, { use: 'extra', name: 'Mood' }],
    });
    expect(uses(['source', 'answers.source'])).toMatchObject({ faults: [{ field: 'csv', rule: 'columns' }] });
  });

  it('loses the apostrophes that guard it, and no others', () => {
    fc.assert(fc.property(texts, text => expect(unguardFormula(guardFormula(text))).toBe(text)));
    expect(["it's", "'tis", "'12", "a;'b", "'-12", '-12'].map(unguardFormula)).toEqual([
      "it's",
      "'tis",
      "'12",
      "a;'b",
      "'-12",
      '-12',
    ]);
  });
});
