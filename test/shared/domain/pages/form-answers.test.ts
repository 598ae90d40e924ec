import { describe, expect, it } from '@jest/globals';
import type { PublicField } from '../../../../shared/domain/fields/field.ts';
import { answersOfPage, bodyOfForm, withoutControls } from '../../../../shared/domain/pages/form-answers.ts';
import { controlName, otherValue } from '../../../../shared/domain/pages/shown-field.ts';
import { fc } from '../../../support/properties.ts';

const body = (fields: readonly PublicField[], sent: Record<string, string[]>, files: Record<string, string[]> = {}) =>
  bodyOfForm(fields, new Map(Object.entries(sent)), new Map(Object.entries(files)));

const options = ['a', { value: 'b', label: 'Bee' }];
/** `c` is the value of one and the label of another. */
const labelled = [...options, 'c', { value: 'd', label: 'Sea' }, { value: 'e', label: 'c' }];
const rows = ['speed', { value: 'price', label: 'Price' }];

describe('what an HTML form sends for a field', () => {
  it.each<[PublicField, Record<string, string[]>, unknown]>([
    [{ id: 'f', type: 'number' }, { f: [' 3.5 '] }, '3.5'],
    [{ id: 'f', type: 'number' }, { f: ['-1e3'] }, '-1e3'],
    [{ id: 'f', type: 'number' }, { f: ['3,5'] }, '3,5'],
    [{ id: 'f', type: 'number' }, { f: ['0x10'] }, '0x10'],
    [{ id: 'f', type: 'number' }, { f: [''] }, undefined],
    [{ id: 'f', type: 'rating' }, { f: ['4'] }, '4'],
    [{ id: 'f', type: 'checkbox' }, { f: ['on'] }, true],
    [{ id: 'f', type: 'checkbox' }, { f: ['off'] }, false],
    [{ id: 'f', type: 'checkbox' }, {}, undefined],
    [{ id: 'f', type: 'consent' }, { f: ['true'] }, true],
    [{ id: 'f', type: 'consent' }, { f: ['no'] }, undefined],
    [{ id: 'f', type: 'text' }, { f: ['first', 'last'] }, 'last'],
    [{ id: 'f', type: 'textarea' }, { f: ['a\r\nb'] }, 'a\nb'],
    [{ id: 'f', type: 'radio', options }, { f: ['b'] }, 'b'],
    [{ id: 'f', type: 'radio', options, other: true }, { f: [otherValue], [controlName.other('f')]: ['c'] }, 'c'],
    [{ id: 'f', type: 'select', options, other: true }, { f: [''], [controlName.other('f')]: ['c'] }, 'c'],
    [{ id: 'f', type: 'select', options }, { f: [otherValue], [controlName.other('f')]: ['c'] }, undefined],
    [{ id: 'f', type: 'multiselect', options }, { f: ['a', 'b', ''] }, ['a', 'b']],
    [
      { id: 'f', type: 'multiselect', options, other: true },
      { f: ['a', otherValue], [controlName.other('f')]: ['c'] },
      ['a', 'c'],
    ],
    [{ id: 'f', type: 'ranking', options }, { f: ['b', 'a'] }, ['b', 'a']],
    [{ id: 'f', type: 'ranking', options }, { f: ['', ''] }, undefined],
    [
      { id: 'f', type: 'ranking', options: labelled },
      { f: ['Bee', ' Sea ', 'c', 'b', 'x'] },
      ['b', 'd', 'c', 'b', 'x'],
    ],
    [
      { id: 'f', type: 'matrix', rows, columns: labelled },
      { 'f[speed]': ['Bee'], 'f[price]': ['x'] },
      { speed: 'b', price: 'x' },
    ],
    [{ id: 'f', type: 'matrix', rows, columns: options }, { 'f[speed]': ['a'], 'f[price]': [''] }, { speed: 'a' }],
    [{ id: 'f', type: 'statement' }, { f: ['x'] }, undefined],
  ])('%j with %j is %j', (field, sent, answer) => {
    expect(body([field], sent)).toEqual(answer === undefined ? {} : { f: answer });
  });

  it('is the id of its file, or a list of them where it takes several', () => {
    const files = { f: ['file_1', 'file_2'] };
    expect(body([{ id: 'f', type: 'file' }], {}, files)).toEqual({ f: 'file_2' });
    expect(body([{ id: 'f', type: 'file', validate: { maxFiles: 3 } }], {}, files)).toEqual({
      f: ['file_1', 'file_2'],
    });
    expect(body([{ id: 'f', type: 'file' }], { f: ['file_3'] })).toEqual({});
    expect(Object.keys(body([{ id: 'f', type: 'text' }], {}))).toEqual([]);
  });
});

describe('what an HTML form sends besides', () => {
  const email: PublicField = { id: 'email', type: 'email' };

  it('goes along under its name, but for what begins with _', () => {
    expect(body([], { color: ['red', 'blue'], _subject: ['x'], 'form-name': ['contact'] })).toEqual({
      color: 'red, blue',
    });
  });

  it('has its ticket, the last of them', () => expect(body([], { _ticket: ['t', 'u'] })).toEqual({ _ticket: 'u' }));

  it('answers the e-mail address by _replyto, unless that is answered', () => {
    expect(body([email], { _replyto: ['a@example.com'] })).toEqual({ email: 'a@example.com' });
    expect(body([email], { _replyto: ['a@example.com'], email: ['b@example.com'] })).toEqual({
      email: 'b@example.com',
    });
    expect(body([], { _replyto: ['a@example.com'] })).toEqual({});
    const name: PublicField = { id: 'name', type: 'text' };
    expect(body([name, email], { _replyto: ['a@example.com'], email: [''] })).toEqual({ email: 'a@example.com' });
  });

  it('tells of a machine by the honeypots of other services, where they are no field', () => {
    for (const name of ['_gotcha', '_honey', 'bot-field']) {
      expect(body([], { [name]: ['x'] })).toEqual({ _gotcha: 'filled' });
      expect(body([], { [name]: [''] })).toEqual({});
      expect(body([], { [name]: ['', 'x'] })).toEqual({ _gotcha: 'filled' });
    }
    expect(body([{ id: 'bot-field', type: 'text' }], { 'bot-field': ['x'] })).toEqual({ 'bot-field': 'x' });
  });

  it('reaches no prototype, whatever it is called', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('__proto__', 'constructor', 'f', '_x'), fc.array(fc.string())),
        sent => {
          const result = bodyOfForm([{ id: 'f', type: 'matrix', rows }], new Map(Object.entries(sent)), new Map());
          expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
          expect(Object.keys(result).filter(name => name.startsWith('_') && !Object.hasOwn(sent, name))).toEqual([]);
        },
      ),
    );
  });
});

describe('what a page made of its form', () => {
  const matrix: PublicField = { id: 'rows', type: 'matrix', rows, columns: ['good', 'bad'] };
  const radio: PublicField = { id: 'size', type: 'radio', options, other: true };
  const name: PublicField = { id: 'name', type: 'text' };
  const fields = [matrix, radio, name];

  it('stays as it is, where no control stands beside its field', () => {
    const answers = { rows: { speed: 'good' }, size: 'a', name: ['x'], other: 7 };
    expect(withoutControls(fields, answers)).toBe(answers);
  });

  it('has the answers of fields in place of their controls', () => {
    const sent = {
      ...{ 'rows[speed]': 'good', 'rows[price]': ['bad', 'good'], size: otherValue, 'size[]other': 'XL' },
      ...{ name: 'Ada', consents: ['a'], age: 7 },
    };
    expect(withoutControls(fields, sent)).toEqual({
      ...{ name: 'Ada', consents: ['a'], age: 7 },
      ...{ rows: { speed: 'good', price: 'good' }, size: 'XL' },
    });
  });

  it('has nothing for a field whose controls are empty, or hold no text', () => {
    expect(withoutControls([matrix], { 'rows[speed]': '' })).toEqual({ rows: null });
    expect(withoutControls([matrix], { 'rows[speed]': 7, 'rows[price]': 'bad' })).toEqual({ rows: { price: 'bad' } });
  });

  it('goes without messages to the service, but for its proofs, honeypots and fields', () => {
    const proofs = { _ticket: 't', _consents: ['a'], _gotcha: 'x' };
    const body = { ...proofs, name: 'Ada', other: 'x', _subject: 'Hi', _next: '/thanks', _token: 'k', _key: 'pk' };
    expect(answersOfPage([name], body)).toEqual({ ...proofs, name: 'Ada', other: 'x' });
    expect(answersOfPage([{ id: '_subject', type: 'text' }], { _subject: 'Hi', _cc: 'x' })).toEqual({ _subject: 'Hi' });
  });

  it('answers the first e-mail address by _replyto, unless that is answered', () => {
    const emails: PublicField[] = [
      { id: 'mail', type: 'email' },
      { id: 'second', type: 'email' },
    ];
    expect(answersOfPage(emails, { _replyto: 'a@b.example' })).toEqual({ mail: 'a@b.example' });
    expect(answersOfPage(emails, { _replyto: 'a@b.example', mail: '' })).toEqual({ mail: 'a@b.example' });
    expect(answersOfPage(emails, { _replyto: 'a@b.example', mail: 'c@d.example' })).toEqual({ mail: 'c@d.example' });
    expect(answersOfPage(emails, { mail: '' })).toEqual({ mail: '' });
    expect(answersOfPage([name], { _replyto: 'a@b.example' })).toEqual({});
  });
});
