import { describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { type ExportedResponse, usualColumns } from '../../../../shared/domain/exports/columns.ts';
import { type CsvOptions, csvHeader, csvLines, csvRows } from '../../../../shared/domain/exports/csv.ts';
import { guardFormula, unguardFormula } from '../../../../shared/domain/exports/formula-guard.ts';
import { anyCharacter } from '../../../support/any-character.ts';
import { fc } from '../../../support/properties.ts';

const plain: CsvOptions = { headers: 'id', bom: false, guard: true };

const response = (answers: ExportedResponse['answers']): ExportedResponse => ({
  id: 'sub_1',
  formId: 'form_1',
  status: 'completed',
  submittedAt: '2026-01-31T09:30:00.000Z',
  answers,
});

const OWN = 'id,formId,status,submittedAt';
const ownCells = 'sub_1,form_1,completed,2026-01-31T09:30:00.000Z';

const rowOf = (answers: ExportedResponse['answers'], options: Partial<CsvOptions> = {}) => {
  const columns = usualColumns(
    Object.keys(answers).map(id => ({ id })),
    [],
  );
  return csvRows([response(answers)], columns, { ...plain, ...options }).slice(ownCells.length + 1);
};

describe('the header', () => {
  it('has the four columns of a response, the fields in the order of the form, then retired keys', () => {
    const columns = usualColumns([{ id: 'zeta' }, { id: 'alpha' }], [{ id: 'old' }, { id: 'alpha' }]);
    expect(csvHeader(columns, plain)).toBe(`${OWN},zeta,alpha,old\r\n`);
  });

  it('is there alone for a form without fields', () => {
    expect(csvHeader(usualColumns([], []), plain)).toBe(`${OWN}\r\n`);
    expect(csvRows([], usualColumns([], []), plain)).toBe('');
  });

  it('begins with a byte order mark where one is asked for', () => {
    expect(csvHeader(usualColumns([], []), { ...plain, bom: true })).toBe(`\uFEFF${OWN}\r\n`);
  });

  it('keeps a field apart that is called as a column of the response', () => {
    expect(csvHeader(usualColumns([{ id: 'status' }, { id: 'id' }], []), plain)).toBe(
      `${OWN},answers.status,answers.id\r\n`,
    );
  });
});

describe('labels as headers', () => {
  const headerOf = (labels: Record<string, string | undefined>, retired: Record<string, string | undefined> = {}) => {
    const named = (all: typeof labels) => Object.entries(all).map(([id, label]) => ({ id, label }));
    return csvHeader(usualColumns(named(labels), named(retired)), { ...plain, headers: 'label' }).slice(
      OWN.length + 1,
      -2,
    );
  };

  it('stand for ids, and ids for labels that are missing or blank', () => {
    expect(headerOf({ a: 'First name', b: undefined, c: '  ' }, { old: undefined, past: 'Past' })).toBe(
      'First name,b,c,old,Past',
    );
  });

  it('are told apart by the id where two are the same', () => {
    expect(headerOf({ a: 'Name', b: 'Name', c: 'Age' })).toBe('Name (a),Name (b),Age');
    expect(headerOf({ a: 'status' })).toBe('status (a)');
    expect(headerOf({ a: 'old' }, { old: undefined })).toBe('old (a),old (old)');
  });

  it('are told apart from labels that look like such', () => {
    expect(headerOf({ a: 'Name', b: 'Name', c: 'Name (a)' })).toBe('Name (a) (a),Name (b),Name (a)');
  });

  it('are quoted and guarded as cells are', () => {
    expect(headerOf({ a: 'Say "hi", please', b: '=1+1' })).toBe(`"Say ""hi"", please",'=1+1`);
  });

  it('are never the same twice', () => {
    const label = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '(', ')'), maxLength: 6 });
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), label),
        fc.dictionary(fc.constantFrom('x', 'a', 'y'), label),
        (labels, retired) => {
          const [header = []] = parse(`${OWN},${headerOf(labels, retired)}`);
          expect(new Set(header).size).toBe(header.length);
        },
      ),
    );
  });
});

describe('rows', () => {
  it('end with CRLF, and are quoted where RFC 4180 asks for it', () => {
    expect(rowOf({ a: 'x,y', b: 'say "hi"', c: 'two\nlines', d: 'a\rb', e: ' blank ' })).toBe(
      '"x,y","say ""hi""","two\nlines","a\rb", blank \r\n',
    );
  });

  it('leave a cell empty where there is no answer, and none of an object prototype shows', () => {
    const columns = usualColumns([{ id: 'a' }, { id: 'constructor' }, { id: 'toString' }], []);
    expect(csvRows([response({})], columns, plain)).toBe(`${ownCells},,,\r\n`);
  });

  it('link to files in the place of their ids, where links are there', () => {
    const columns = usualColumns([{ id: 'cv' }, { id: 'constructor' }], []);
    const url = 'https://files.example/cv';
    const linked = { ...response({ cv: 'file_1' }), files: { cv: { url } } };
    expect(csvRows([linked], columns, plain)).toBe(`${ownCells},${url},\r\n`);
  });

  it.each([
    [true, 'true'],
    [false, 'false'],
    [null, ''],
    [['a', 'b'], 'a; b'],
    [[null, 1], '; 1'],
    [[{ body: 'a note' }], 'a note'],
  ])('write %j as %s', (value, cell) => {
    expect(parse(rowOf({ a: value }), { relax_column_count: true })).toEqual([[cell]]);
  });

  it('write what has parts as JSON', () => {
    const consents = { name: 'consents', cellOf: () => ({ terms: 1 }) };
    expect(csvRows([response({})], [consents], plain)).toBe('"{""terms"":1}"\r\n');
  });

  it('write numbers as numbers', () => {
    expect(rowOf({ a: -5, b: 0.1, c: 1e21, d: 0 })).toBe('-5,0.1,1e+21,0\r\n');
  });

  it('give back every text exactly, for all Unicode, without the guard', () => {
    const text = fc.string({
      unit: fc.oneof(fc.constantFrom('"', ',', '\r', '\n', ' ', '=', "'", '\t'), anyCharacter),
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text, fc.integer()), { maxLength: 5 }), rows => {
        const columns = usualColumns([{ id: 'a' }, { id: 'b' }, { id: 'n' }], []);
        const responses = rows.map(([a, b, n]) => response({ a, b, n }));
        const options = { ...plain, guard: false };
        const [, ...read] = parse(csvHeader(columns, options) + csvRows(responses, columns, options));
        expect(read).toEqual(rows.map(([a, b, n]) => [...ownCells.split(','), a, b, String(n)]));
      }),
    );
  });

  it('are what csv-stringify writes, for every text and separator', () => {
    const text = fc.string({ unit: fc.oneof(fc.constantFrom(...'", ;\t\r\n='), anyCharacter) });
    const cell = fc.oneof(text, fc.integer(), fc.double(), fc.constantFrom(null, undefined));
    const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 5 });
    fc.assert(
      fc.property(rows, fc.constantFrom(',', ';', 'tab'), (rows, delimiter) => {
        const oracle = {
          delimiter: delimiter === 'tab' ? '\t' : delimiter,
          record_delimiter: '\r\n',
          quote_record_delimiter: true,
          quoted_match: /[,;\t]/,
        };
        expect(csvLines(rows, { guard: false, delimiter })).toBe(stringify(rows, oracle));
      }),
    );
  });

  it('are the same however the responses are cut into pieces', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.nat(), (texts, cut) => {
        const columns = usualColumns([{ id: 'a' }], []);
        const responses = texts.map(a => response({ a }));
        const pieces = [responses.slice(0, cut), responses.slice(cut)].map(piece => csvRows(piece, columns, plain));
        expect(pieces.join('')).toBe(csvRows(responses, columns, plain));
      }),
    );
  });
});

describe('the formula guard', () => {
  it.each([
    '=1+1',
    '+cmd',
    '-cmd',
    '@SUM(A1)',
    '\ta',
    '\ra',
    '\na',
    '＝1+1',
    '＋cmd',
    '－cmd',
    '＠SUM(A1)',
    '=',
    '+',
    '-',
    '@',
    '--5',
    '+-5',
    "-2+3+cmd|' /C calc'!A0",
    '-5 apples',
    '=5',
    ' =1',
    '   +cmd',
    '\u00a0=1',
    '\u200b=1',
    '\ufeff@SUM(A1)',
    '\u2060\u3000 －cmd',
    '\u202e=1',
    '\0=1',
    '\u001b-cmd',
    ' \u00ad＝1',
  ])("puts ' before %j", text => expect(guardFormula(text)).toBe(`'${text}`));

  it.each(['', 'text', "'=1", ' a=1', '  ', ' -5', '\u00a0+49 30 901820', 'a=1', '5', '2026-01-31', 'a@b.de', '1+1'])(
    'leaves %j',
    text => expect(guardFormula(text)).toBe(text),
  );

  it.each([
    '-5',
    '+5',
    '-1.5',
    '-.5',
    '+1,234.50',
    '-1.234,50',
    '-3e5',
    '+2.5E-7',
    '-12%',
    '+7 %',
    `-${'1'.repeat(39)}`,
  ])('leaves the plain number %s', text => expect(guardFormula(text)).toBe(text));

  it.each([
    '+4930901820',
    '+49 30 901820',
    '+49 (30) 901820-0',
    '+1-202-555-0143',
    '+1 (202) 555.0143',
    '+(44) 20 7946 0018',
    '+12 345',
    '+12 3456 789 012 345',
  ])('leaves the phone number %s', text => expect(guardFormula(text)).toBe(text));

  it.each([
    '-1-1',
    '-49 30 901820',
    '+1-1',
    '+1 234',
    '+12 3456 789 012 3456',
    '+1234567890123456-7',
    '+49 30 901820+1',
    '+49/30/901820',
    '+49 30 901820 x5',
    '+49 30 A1',
    `-${'1'.repeat(40)}`,
  ])('is not misled by what looks like one: %s', text => expect(guardFormula(text)).toBe(`'${text}`));

  it.each([
    ['a;=1+1', "a;'=1+1"],
    ['a\t+cmd', "a\t'+cmd"],
    ['two\n=1+1', "two\n'=1+1"],
    ['two\r\n@SUM(A1)', "two\r\n'@SUM(A1)"],
    ['a;"=1+1;', `a;'"=1+1;`],
    ['a;;－cmd;b', "a;;'－cmd;b"],
    ['=1;=2', "'=1;'=2"],
    ['\t=1', "'\t'=1"],
    ['a;-5;+49 30 901820', 'a;-5;+49 30 901820'],
    ['a; =1, -x', "a;' =1, -x"],
    ['a;\u200b\u00a0"=1', 'a;\'\u200b\u00a0"=1'],
    ['a\n =1', "a\n' =1"],
    [' \n=1', " \n'=1"],
    ['a; -5', 'a; -5'],
  ])('guards what stands behind a separator of other readers, too: %j', (text, guarded) =>
    expect(guardFormula(text)).toBe(guarded),
  );

  it('leaves no formula to readers that separate by ; or by tabs, in rows and headers, though they see no quotes', () => {
    const text = fc
      .array(
        fc.constantFrom(
          '=1+1',
          '+cmd',
          '@a',
          '－b',
          ' ',
          '\u00a0',
          '\u200b',
          ';',
          '\t',
          '\n',
          '\r',
          '"',
          ',',
          'a',
          '-5',
        ),
        {
          maxLength: 12,
        },
      )
      .map(parts => parts.join(''));
    fc.assert(
      fc.property(text, text, (label, a) => {
        const columns = usualColumns([{ id: 'a', label }], []);
        const file = csvHeader(columns, { ...plain, headers: 'label' }) + csvRows([response({ a })], columns, plain);
        const cells = file.split(/[;\t\r\n]/).map(cell => cell.replace(/^["\s\u200b]+/, ''));
        expect(cells.filter(cell => /^[=+@－]/.test(cell))).toEqual([]);
      }),
    );
  });

  it.each(['=1+1', '-cmd', '-5', '+49 30 901820', '\ta', 'a;=1', 'a;-5', 'a\n"@b', "it's", '=1;=2', '=1;-5', ''])(
    'is taken off again: %j',
    text => expect(unguardFormula(guardFormula(text))).toBe(text),
  );

  it.each([["'-5"], ["'+49 30 901820"], ["a;'-5"], ["' -5"], ["' a"], ["a'=1"]])(
    "is not what a ' of the writer is: %j",
    text => expect(unguardFormula(text)).toBe(text),
  );

  it('is taken off again, whatever the text that had no such sign', () => {
    const text = fc.string({ unit: fc.oneof(fc.constantFrom(...'=+-@;\t\r\n"5a ＝\u00a0\u200b\0'), anyCharacter) });
    fc.assert(
      fc.property(
        text.filter(each => !each.includes("'")),
        each => expect(unguardFormula(guardFormula(each))).toBe(each),
      ),
    );
  });

  it('takes one look at each character, however many of them are not seen', () => {
    for (const each of ['\ufeff', '\u00a0', '\u200b', ';\ufeff', '"']) {
      const text = `;${each.repeat(20_000)}a`;
      expect(guardFormula(text)).toBe(text);
      expect(unguardFormula(text)).toBe(text);
    }
  });

  it('quotes cells with a separator of other readers', () => {
    expect(rowOf({ a: 'x;y', b: 'x\ty' })).toBe('"x;y","x\ty"\r\n');
  });

  it('is off on demand, and leaves typed numbers alone', () => {
    expect(rowOf({ a: '=1+1' }, { guard: false })).toBe('=1+1\r\n');
    expect(rowOf({ a: '=1+1', b: -1 })).toBe("'=1+1,-1\r\n");
  });

  it('leaves no cell of any text that starts a formula', () => {
    const text = fc
      .tuple(fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '＝', ''), fc.string())
      .map(parts => parts.join(''));
    fc.assert(
      fc.property(text, a => {
        const [row = []] = parse(csvRows([response({ a })], usualColumns([{ id: 'a' }], []), plain));
        const cell = row.at(-1) ?? '';
        expect(cell === guardFormula(a)).toBe(true);
        expect(/^[=+\-@\t\r\n＝＋－＠]/.test(cell) && /[^\d+\-.,()%eE ]/.test(cell)).toBe(false);
      }),
    );
  });
});
