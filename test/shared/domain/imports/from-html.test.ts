import { describe, expect, it } from '@jest/globals';
import { NotOfFormat } from '../../../../shared/domain/imports/foreign-form.ts';
import { fromHtml } from '../../../../shared/domain/imports/from-html.ts';

const fieldsOf = async (html: string) => (await fromHtml(html)).form.fields;
const warningsOf = async (html: string) => (await fromHtml(html)).warnings;

describe('a control of HTML', () => {
  it.each([
    ['<input name="a">', { type: 'text' }],
    [
      '<input name="a" type="TEXT" minlength="0" maxlength="9">',
      { type: 'text', validate: { minLength: 0, maxLength: 9 } },
    ],
    ['<input name="a" minlength="x" maxlength="0">', { type: 'text' }],
    ['<input name="a" minlength="" maxlength=" ">', { type: 'text' }],
    ['<input name="a" type="search" maxlength="9">', { type: 'text', validate: { maxLength: 9 } }],
    ['<input name="a" type="email" placeholder="p">', { type: 'email', placeholder: 'p' }],
    ['<input name="a" type="tel" placeholder="p">', { type: 'phone', placeholder: 'p' }],
    ['<input name="a" type="url" placeholder="p">', { type: 'url', placeholder: 'p' }],
    [
      '<input name="a" type="number" placeholder="p">',
      { type: 'number', placeholder: 'p', validate: { integer: true } },
    ],
    ['<input name="a" type="range" min="1" max="9">', { type: 'number', validate: { min: 1, max: 9, integer: true } }],
    ['<input name="a" type="number" min="0.5">', { type: 'number', validate: { min: 0.5, step: 1 } }],
    ['<input name="a" type="number" min="" step="2">', { type: 'number', validate: { step: 2 } }],
    [
      '<input name="a" type="date" min="2026-01-31" max="from 2026-01-31">',
      { type: 'date', validate: { min: '2026-01-31' } },
    ],
    [
      '<input name="a" type="date" min="2026-01-31T" max="2026-02-01">',
      { type: 'date', validate: { max: '2026-02-01' } },
    ],
    ['<input name="a" type="time" min="09:00:30" max="at 17:00">', { type: 'time', validate: { min: '09:00' } }],
    ['<input name="a" type="file" multiple>', { type: 'file', validate: { maxFiles: 5 } }],
    ['<input name="a" type="file" placeholder="p">', { type: 'file' }],
    ['<input name="a" type="hidden">', { type: 'hidden' }],
    [
      '<textarea name="a" placeholder="p" maxlength="9"></textarea>',
      { type: 'textarea', placeholder: 'p', validate: { maxLength: 9 } },
    ],
    ['<select name="a" multiple required><option>x</select>', { type: 'multiselect', options: ['x'], required: true }],
    [
      '<select name="a"><option value="">Choose<option><option value="x"> <option value="y">  Wh \n y <option value="z">z<option value="z">Z</select>',
      { type: 'select', options: ['x', { value: 'y', label: 'Wh y' }, { value: 'z', label: 'Z' }] },
    ],
  ])('%s becomes a field', async (html, field) => {
    const [{ label, ...found } = { label: '' }] = await fieldsOf(html);
    expect(found).toEqual({ id: 'a', ...field });
    expect(['a', 'p']).toContain(label);
  });

  it.each(['submit', 'button', 'reset', 'image'])('of type %s is none, and nothing is said', async type =>
    expect(await fromHtml(`<input name="a"><input type="${type}" name="b">`)).toMatchObject({
      form: { fields: [{ id: 'a' }] },
      warnings: [],
    }),
  );

  it.each([
    ['<input name="pin" type="password">', 'input[0]', 'pin: a control of type password was left out'],
    ['<input name="_to">', 'input[0]', '_to: a control of type text was left out'],
    ['<input type="color">', 'input[0]', 'a control without a name: a control of type color was left out'],
    ['<input name="a" pattern="x">', 'input[0]', 'its pattern was left out: those of HTML are of another dialect'],
    [
      '<input name="a" type="file" accept=".pdf,x">',
      'input[0]',
      'what its accept lists besides media types and endings of names was left out',
    ],
    [
      '<input name="a" type="file" accept="x,y">',
      'input[0]',
      'what its accept lists besides media types and endings of names was left out',
    ],
  ])('%s loses something, and it is said', async (html, path, message) =>
    expect(await warningsOf(html)).toEqual([{ path, message }]),
  );

  it.each([
    '<input name="a" type="file">',
    '<input name="a" type="file" accept=".pdf,image/*">',
    '<input name="a" accept="x,y">',
  ])('%s loses nothing', async html => expect(await warningsOf(html)).toEqual([]));

  it('has the name that it is sent by, or its id', async () =>
    expect((await fieldsOf('<input id="x" name="y"><input id="z">')).map(({ id }) => id)).toEqual(['y', 'z']));
});

describe('boxes and buttons', () => {
  it('of one name are one question, required where one of them is', async () =>
    expect(
      await fieldsOf(
        '<input type="radio" name="a" value="1" aria-label="One"><input type="checkbox" name="a" value="x">' +
          '<input type="radio" name="a" value="2" required><input type="radio" name="b"><label><input type="radio" name="b"> Yes</label>',
      ),
    ).toEqual([
      { id: 'a', type: 'radio', label: 'a', options: [{ value: '1', label: 'One' }, '2'], required: true },
      { id: 'a_2', type: 'checkbox', label: 'a' },
      { id: 'b', type: 'radio', label: 'b', options: ['on', 'Yes'] },
    ]));

  it('that are several boxes are a choice of several, in their legend’s words', async () =>
    expect(
      await fieldsOf(
        '<fieldset><legend> Days </legend><div><input type="checkbox" name="d" value="mo"><input type="checkbox" name="d" value="tu"></div></fieldset>' +
          '<fieldset><input type="radio" name="e" value="x"></fieldset>',
      ),
    ).toEqual([
      { id: 'd', type: 'multiselect', label: 'Days', options: ['mo', 'tu'] },
      { id: 'e', type: 'radio', label: 'e', options: ['x'] },
    ]));

  it('that are one box alone are yes or no', async () =>
    expect(await fieldsOf('<label>News <input type="checkbox" name="n" required></label>')).toEqual([
      { id: 'n', type: 'checkbox', label: 'News', required: true },
    ]));
});

describe('the label of a control', () => {
  it.each([
    [
      '<label for="y">No</label><label for="x">Name</label><label>In <input id="x" name="a" aria-label="b"></label>',
      'Name',
    ],
    ['<label for="x"> </label><input id="x" name="a" aria-label="b">', 'a'],
    ['<label> <b>Name</b>\n of you <div><input name="a" aria-label="b"></div></label>', 'Name of you'],
    ['<label for="">No</label><input id="" name="a" aria-label=" b " placeholder="c">', 'b'],
    ['<input name="a" placeholder="c">', 'c'],
    ['<input name="a" aria-label=" ">', 'a'],
  ])('of %s is the nearest', async (html, label) => expect(await fieldsOf(html)).toMatchObject([{ id: 'a', label }]));
});

describe('a page', () => {
  it.each([
    ['<title>T</title><h1>H</h1><form><legend>L</legend><input name="a"></form>', 'L'],
    ['<title>T</title><h1>H</h1><form><h1>F</h1><input name="a"></form>', 'F'],
    ['<title>T</title><form><h2>F2</h2><input name="a"></form>', 'F2'],
    ['<title>T</title><h2>H2</h2><form><input name="a"></form>', 'T'],
    ['<title>T</title><input name="a">', 'T'],
    ['<h1> Old \n\n site </h1><form><input name="a"></form>', 'Old site'],
    ['<input name="a">', 'Imported form'],
  ])('of %s is called %s', async (html, title) => expect((await fromHtml(html)).form.title).toBe(title));

  it('has the fields of its first form alone', async () =>
    expect(await fieldsOf('<input name="x"><form><input name="a"></form><form><input name="b"></form>')).toMatchObject([
      { id: 'a' },
    ]));

  it('without controls is none, nor is what is no text', async () => {
    await expect(fromHtml('<p>Hello</p>')).rejects.toThrow(new NotOfFormat('has no input, select or textarea'));
    await expect(fromHtml({ a: 1 })).rejects.toThrow(new NotOfFormat('must be the text of an HTML form'));
  });
});
