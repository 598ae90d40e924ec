import { describe, expect, it } from '@jest/globals';
import type { FieldType, PublicField } from '../../../../shared/domain/fields/field.ts';
import { controlOf } from '../../../../shared/domain/pages/controls.ts';
import { html } from '../../../../shared/domain/pages/html.ts';
import { otherValue } from '../../../../shared/domain/pages/shown-field.ts';
import english from '../../../../shared/domain/pages/texts/en.json' with { type: 'json' };
import { wordingOf } from '../../../../shared/domain/pages/texts.ts';

type ControlTexts = Record<string, string[]>;

function markupOf(of: Omit<PublicField, 'id'>, sent: ControlTexts, compact = false): string {
  const field = { id: 'f', ...of };
  const texts = { texts: english, words: { texts: wordingOf('en'), lang: 'en' } };
  const view = { field, sent: new Map(Object.entries(sent)), ...texts, attributes: html`id="f0"`, compact };
  return controlOf(field).control(view).text;
}
const linesOf = (field: Omit<PublicField, 'id'>, sent: ControlTexts = {}, compact = false) =>
  markupOf(field, sent, compact)
    .split('\n')
    .filter(line => line !== '');

const options = ['a', { value: 'b', label: 'Bee' }];
const words = 'aria-label="Your answer" placeholder="Your answer"';
const otherText = (value: string) =>
  `<input type="text" dir="auto" class="other" name="f[]other" value="${value}" maxlength="200" ${words}>`;
const choice = (type: string, value: string, label: string, more = '') =>
  `<label class="choice"><input type="${type}" name="f" value="${value}"${more}><span dir="auto">${label}</span></label>`;

describe('the control of a field', () => {
  it.each<[Omit<PublicField, 'id'>, ControlTexts, string]>([
    [{ type: 'text' }, {}, 'type="text" name="f" value="" dir="auto"'],
    [{ type: 'text' }, { f: ['<Ada>', 'x'] }, 'type="text" name="f" value="&lt;Ada&gt;" dir="auto"'],
    [
      { type: 'text', placeholder: 'Name', autocomplete: 'name' },
      {},
      'type="text" name="f" value="" placeholder="Name" autocomplete="name" dir="auto"',
    ],
    [{ type: 'email' }, {}, 'type="email" name="f" value="" dir="auto"'],
    [{ type: 'phone' }, {}, 'type="tel" name="f" value="" dir="auto"'],
    [{ type: 'url' }, {}, 'type="url" name="f" value="" dir="auto"'],
    [{ type: 'number' }, { f: ['2'] }, 'type="number" inputmode="decimal" name="f" value="2" step="any"'],
    [
      { type: 'number', validate: { min: 0, max: 9, step: 0.5 } },
      {},
      'type="number" inputmode="decimal" name="f" value="" min="0" max="9" step="0.5"',
    ],
    [
      { type: 'number', validate: { integer: true } },
      {},
      'type="number" inputmode="decimal" name="f" value="" step="1"',
    ],
    [{ type: 'time', validate: { min: '09:00' } }, {}, 'type="time" name="f" value="" min="09:00"'],
    [
      { type: 'date', validate: { min: '2026-01-31', max: 'today+7' } },
      {},
      'type="date" name="f" value="" min="2026-01-31"',
    ],
  ])('of %j with %j is an input', (field, sent, attributes) => {
    expect(markupOf(field, sent)).toBe(`<input ${attributes} id="f0">`);
    expect(controlOf({ id: 'f', ...field }).kind).toBe('input');
  });

  it('of a long text keeps the newline that it begins with', () =>
    expect(markupOf({ type: 'textarea', placeholder: 'p' }, { f: ['\na<'] })).toBe(
      '<textarea name="f" placeholder="p" dir="auto" id="f0">\n\na&lt;</textarea>',
    ));

  it.each<[string, PublicField['type'], string]>([
    ['on', 'checkbox', ' checked'],
    ['True', 'checkbox', ' checked'],
    ['', 'checkbox', ''],
    ['false', 'checkbox', ''],
    ['OFF', 'checkbox', ''],
    ['0', 'checkbox', ''],
    ['no', 'checkbox', ''],
    ['true', 'consent', ' checked'],
    ['no', 'consent', ''],
  ])('with %j is a box that is ticked or not: %s', (value, type, checked) => {
    const box = (label: string) => [
      `<label class="choice"><input type="checkbox" name="f" value="true"${checked} id="f0"><span dir="auto">${label}</span></label>`,
    ];
    expect(linesOf({ type }, { f: [value] })).toEqual(box('f'));
    expect(linesOf({ type, label: 'News' }, { f: [value] })).toEqual(box('News'));
    expect(controlOf({ id: 'f', type }).kind).toBe('ticked');
  });

  it('of a consent has its text before it', () =>
    expect(linesOf({ type: 'consent', text: 'I **agree**', label: '*Yes*' })).toEqual([
      '<div dir="auto"><p>I <strong>agree</strong></p></div><label class="choice"><input type="checkbox" name="f" value="true" id="f0"><span dir="auto"><em>Yes</em></span></label>',
    ]));
});

describe('the choice of', () => {
  it('a select has its options after one that is none', () => {
    expect(linesOf({ type: 'select', options }, { f: ['b'] })).toEqual([
      '<select name="f" id="f0">',
      '<option value="">Select an option</option>',
      '<option dir="auto" value="a">a</option><option dir="auto" value="b" selected>Bee</option>',
      '</select>',
    ]);
    expect(linesOf({ type: 'select', placeholder: 'Pick', autocomplete: 'sex' })).toEqual([
      '<select name="f" placeholder="Pick" autocomplete="sex" id="f0">',
      '<option value="">Pick</option>',
      '</select>',
    ]);
  });

  it.each<[PublicField['type'], string]>([
    ['select', ' selected>Bee (2 left)</option><option dir="auto" value="c" disabled>See (full)</option>'],
    ['radio', ' checked><span dir="auto">Bee <span class="optional">(2 left)</span></span></label>'],
    ['multiselect', ' name="f" value="c" disabled><span dir="auto">See <span class="optional">(full)</span></span>'],
  ])('a %s says how many places an option has left, and disables a full one', (type, expected) => {
    const limited = [...options, { value: 'c', label: 'See' }];
    expect(markupOf({ type, options: limited, left: { b: 2, c: 0 } }, { f: ['b', 'c'] })).toContain(expected);
  });

  it.each<[ControlTexts, string, string]>([
    [{ f: ['c'] }, 'c', ' selected'],
    [{ f: [otherValue], 'f[]other': ['d'] }, 'd', ' selected'],
    [{ f: [otherValue, ''], 'f[]other': [''] }, '', ''],
    [{}, '', ''],
  ])('a select with an option of one’s own has a text for it: %j', (sent, written, selected) =>
    expect(linesOf({ type: 'select', options, other: true }, sent).slice(2)).toEqual([
      '<option dir="auto" value="a">a</option><option dir="auto" value="b">Bee</option>',
      `<option value="${otherValue}"${selected}>Other</option>`,
      `</select>${otherText(written)}`,
    ]),
  );

  it('buttons asks for one, where no condition may hide it', () => {
    const required = { type: 'radio', options, required: true } as const;
    expect(linesOf(required, { f: ['a'] })).toEqual([
      choice('radio', 'a', 'a', ' checked required') + choice('radio', 'b', 'Bee', ' required'),
    ]);
    const hidden = [choice('radio', 'a', 'a') + choice('radio', 'b', 'Bee')];
    expect([
      linesOf({ ...required, visibleIf: { field: 'g', op: 'answered' } }),
      linesOf({ ...required, required: false }),
    ]).toEqual([hidden, hidden]);
  });

  it('boxes has those ticked that were, and asks for none: a browser would for all', () =>
    expect(linesOf({ type: 'multiselect', options, required: true, other: true }, { f: ['b', 'c'] })).toEqual([
      choice('checkbox', 'a', 'a') + choice('checkbox', 'b', 'Bee', ' checked'),
      choice('checkbox', otherValue, 'Other', ' checked') + otherText('c'),
    ]));

  it('boxes with nothing written leaves that of one’s own empty', () =>
    expect(linesOf({ type: 'multiselect', other: true })).toEqual([
      choice('checkbox', otherValue, 'Other') + otherText(''),
    ]));

  it('points has one for each, with what its ends mean', () => {
    expect(linesOf({ type: 'rating', validate: { max: 2 }, required: true }, { f: ['2'] })).toEqual([
      `<div class="scale">${choice('radio', '1', '1', ' required')}${choice('radio', '2', '2', ' checked required')}</div>`,
    ]);
    expect(linesOf({ type: 'scale', validate: { min: 1, max: 2 }, lowLabel: 'no', highLabel: 'yes' })).toEqual([
      '<p class="hint">1 = <span dir="auto">no</span></p>',
      '<p class="hint">2 = <span dir="auto">yes</span></p>',
      `<div class="scale">${choice('radio', '1', '1')}${choice('radio', '2', '2')}</div>`,
    ]);
  });

  it.each<[FieldType, PublicField['validate'], string]>([
    ['rating', undefined, '1,2,3,4,5'],
    ['scale', undefined, '0,1,2,3,4,5,6,7,8,9,10'],
    ['scale', { min: 3, max: 1 }, ''],
  ])('a %s with %j goes over %s', (type, validate, points) => {
    const values = markupOf({ type, validate }, {}).matchAll(/value="(\d+)"/g);
    expect([...values].map(([, value]) => value).join()).toBe(points);
  });

  it('places has as many as options', () => {
    const rank = (place: number, selected: string) => [
      `<option value="">${place}.</option>`,
      `<option value="a">${place}. a</option><option value="b"${selected}>${place}. Bee</option>`,
    ];
    expect(linesOf({ type: 'ranking', options }, { f: ['b'] })).toEqual([
      '<select class="rank" name="f" aria-label="Place 1">',
      ...rank(1, ' selected'),
      '</select><select class="rank" name="f" aria-label="Place 2">',
      ...rank(2, ''),
      '</select>',
    ]);
    expect(linesOf({ type: 'ranking' })).toEqual([]);
  });

  it('a matrix has a button for each column of each row', () => {
    const cell = (row: string, value: string, label: string, checked = '') =>
      `<td><input type="radio" name="f[${row}]" value="${value}" aria-label="${label}"${checked}></td>`;
    const rows = ['r', { value: 's', label: 'Speed' }];
    expect(linesOf({ type: 'matrix', rows, columns: options }, { 'f[s]': ['b'] })).toEqual([
      '<div class="table"><table>',
      '<thead><tr><td></td><th scope="col" dir="auto">a</th><th scope="col" dir="auto">Bee</th></tr></thead>',
      `<tbody><tr><th scope="row" dir="auto">r</th>${cell('r', 'a', 'r: a')}${cell('r', 'b', 'r: Bee')}</tr>` +
        `<tr><th scope="row" dir="auto">Speed</th>${cell('s', 'a', 'Speed: a')}${cell('s', 'b', 'Speed: Bee', ' checked')}</tr></tbody>`,
      '</table></div>',
    ]);
    expect(markupOf({ type: 'matrix' }, {})).not.toMatch(/<t[hd] |<input/);
  });

  const choices = ['a', { value: 'b', label: 'Bee' }, { value: 'c', label: 'a' }];
  const list = '<datalist id="list-f"><option value="a"><option value="Bee"><option value="c"></datalist>';
  const typed = (name: string, value: string, label: string) =>
    `<input type="text" name="${name}" list="list-f" value="${value}" autocomplete="off" aria-label="${label}">`;

  it('places of a large ranking share one list of labels, or of values where a label is another’s name', () => {
    expect(linesOf({ type: 'ranking', options: choices }, { f: ['b', 'c', 'x<'] }, true)).toEqual([
      `${list}<label>1. ${typed('f', 'Bee', 'Place 1')}</label><label>2. ${typed('f', 'c', 'Place 2')}</label>` +
        `<label>3. ${typed('f', 'x&lt;', 'Place 3')}</label>`,
    ]);
  });

  it('rows of a large matrix share one list of its columns', () => {
    const rows = ['r', { value: 's', label: 'Speed' }];
    expect(linesOf({ type: 'matrix', rows, columns: choices }, { 'f[s]': ['b'] }, true)).toEqual([
      `${list}<label><span dir="auto">r</span> ${typed('f[r]', '', 'r')}</label><label><span dir="auto">Speed</span> ${typed('f[s]', 'Bee', 'Speed')}</label>`,
    ]);
  });

  it.each(['radio', 'multiselect', 'rating', 'scale', 'ranking', 'matrix'] as const)(
    'a %s is a group of controls',
    type => expect(controlOf({ id: 'f', type }).kind).toBe('group'),
  );
});

describe('the control of files', () => {
  it.each<[PublicField['validate'], string]>([
    [undefined, ''],
    [{ maxFiles: 1 }, ''],
    [{ maxFiles: 2, accept: ['.pdf', 'image/*'] }, ' multiple accept=".pdf,image/*"'],
  ])('with %j says what may be sent', (validate, attributes) =>
    expect(linesOf({ type: 'file', validate })).toEqual([
      `<input type="file" name="f"${attributes} id="f0">`,
      '<p class="hint">Up to 4 MB for all files.</p>',
    ]),
  );
});
