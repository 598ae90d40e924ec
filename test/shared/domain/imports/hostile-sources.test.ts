import { describe, expect, it } from '@jest/globals';
import { type ImportedForm, NotOfFormat } from '../../../../shared/domain/imports/foreign-form.ts';
import { importForm } from '../../../../shared/domain/imports/import-form.ts';

type Format = Parameters<typeof importForm>[0];

const deep = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);
const ofObject = ['__proto__', 'constructor', 'valueOf', 'toString', 'hasOwnProperty'];

/** The import, or why there is none. Of the processor's time, not the clock's: other programs do not slow it down. */
async function outcomeOf(format: Format, source: unknown): Promise<{ imported: ImportedForm | string; cpuMs: number }> {
  const before = process.cpuUsage();
  const imported = await importForm(format, source).catch((error: Error) => {
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe('NotOfFormat');
    return error.message;
  });
  const { user, system } = process.cpuUsage(before);
  return { imported, cpuMs: (user + system) / 1000 };
}

/** A condition of Typeform that asks for the same choice so often. */
const jumpIf = (count: number) => ({
  op: 'or',
  vars: Array(count).fill({
    op: 'is',
    vars: [
      { type: 'field', value: 'a' },
      { type: 'choice', value: 'c' },
    ],
  }),
});

const another = 'has another shape';
const fieldsOf = (imported: ImportedForm | string) => (typeof imported === 'string' ? imported : imported.form.fields);

describe('a hostile source', () => {
  it.each<[string, Format, string, string]>([
    ['elements in elements', 'html', `${deep(20_000, '<b>', '</b>')}<input name="a">`, 'nested more than 200 deep'],
    ['labels in labels', 'html', deep(5_000, '<label><input name="a">', '</label>'), 'nested more than 200 deep'],
    ['lists in lists', 'formline', `{"fields":${deep(20_000, '[', ']')}}`, 'nested more than 200 deep'],
    [
      'groups in groups',
      'typeform',
      `{"fields":[${deep(3_000, '{"type":"group","properties":{"fields":[', ']}}')}]}`,
      'nested more than 200 deep',
    ],
    [
      'panels in panels',
      'surveyjs',
      `{"elements":[${deep(3_000, '{"type":"panel","elements":[', ']}')}]}`,
      'nested more than 200 deep',
    ],
    [
      'objects in objects',
      'jsonschema',
      `{"properties":${deep(20_000, '{"a":', '}').replace('{"a":}', '{}')}}`,
      'nested more than 200 deep',
    ],
    ['objects in objects', 'google', `{"items":${deep(20_000, '[', ']')}}`, 'nested more than 200 deep'],
  ])('of %s as %s is refused', async (_, format, source, message) => {
    const { imported, cpuMs } = await outcomeOf(format, source);
    expect(imported).toContain(message);
    expect(cpuMs).toBeLessThan(2000);
  });

  it.each<[Format, unknown]>([
    ['google', { items: [{ textItem: {}, title: 'a', itemId: { toString: 1 } }] }],
    [
      'google',
      {
        items: [
          { questionGroupItem: { questions: [], grid: { columns: { type: 'RADIO' } } }, itemId: { toString: 1 } },
        ],
      },
    ],
    ['typeform', { fields: [{ type: 'legal', title: 'x', ref: { toString: null } }] }],
    ['surveyjs', { elements: [{ type: 'text', name: { toString: 1, valueOf: 1 } }] }],
  ])('of %s with parts of another shape is refused: %j', async (format, source) => {
    expect((await outcomeOf(format, source)).imported).toContain(another);
  });

  it.each<[Format, (name: string) => unknown, object[]]>([
    ['typeform', type => ({ fields: [{ type }] }), []],
    ['surveyjs', type => ({ elements: [{ type }] }), []],
    [
      'surveyjs',
      inputType => ({ elements: [{ type: 'text', name: 'a', inputType }] }),
      [{ id: 'a', type: 'text', label: 'a' }],
    ],
    ['google', type => ({ items: [{ questionItem: { question: { choiceQuestion: { type } } } }] }), []],
    [
      'jsonschema',
      format => ({ properties: { a: { type: 'string', format } } }),
      [{ id: 'a', type: 'text', label: 'a' }],
    ],
    ['html', type => `<input name="b"><input name="a" type="${type}">`, [{ id: 'b', type: 'text', label: 'b' }]],
  ])('of %s knows no names that every object has', async (format, sourceOf, fields) => {
    for (const name of ofObject) expect(fieldsOf((await outcomeOf(format, sourceOf(name))).imported)).toEqual(fields);
  });

  it('of formline keeps what has such a name for the rules of forms to refuse', async () => {
    for (const name of ofObject.slice(1)) {
      const { imported } = await outcomeOf('formline', { title: 'x', fields: [], [name]: 1 });
      expect(imported).toMatchObject({ form: { [name]: 1 }, warnings: [] });
    }
  });

  it('may have no properties where others have some', async () => {
    const source = { fields: [{ type: 'short_text', ref: 'a', properties: null, validations: null }], logic: null };
    expect(fieldsOf((await outcomeOf('typeform', source)).imported)).toEqual([{ id: 'a', type: 'text' }]);
  });

  it.each<[Format, (count: number) => unknown]>([
    ['html', count => '<input name="a">'.repeat(count)],
    ['typeform', count => ({ fields: Array(count).fill({ type: 'email', ref: 'a' }) })],
    ['google', count => ({ items: Array(count).fill({ textItem: {}, title: 'a' }) })],
    ['surveyjs', count => ({ elements: Array(count).fill({ type: 'text', name: 'a' }) })],
    [
      'jsonschema',
      count => ({
        properties: Object.fromEntries(Array.from({ length: count }, (_, each) => [`${each}`, { type: 'string' }])),
      }),
    ],
  ])('of %s has 200 fields at most', async (format, sourceOf) => {
    expect(fieldsOf((await outcomeOf(format, sourceOf(200))).imported)).toHaveLength(200);
    const { imported } = await outcomeOf(format, sourceOf(201));
    expect(imported).toContain('has more than 200 fields');
  });

  it('lists 200 warnings at most, and says how many more there are', async () => {
    const { imported } = await outcomeOf('typeform', { fields: Array(5000).fill({ type: 'x' }) });
    if (typeof imported === 'string') throw new Error(imported);
    expect(imported.warnings).toHaveLength(201);
    expect(imported.warnings.at(-1)).toEqual({ path: '', message: 'There are 4800 more warnings like these' });
  });

  it.each<[string, string]>([
    ['controls', '<input>'.repeat(30_000)],
    ['labels', `${'<input id="a">'.repeat(1_900)}${'<label for="b">'.concat('</label>').repeat(9_000)}`],
    [
      'legends',
      `<fieldset>${Array.from({ length: 190 }, (_, each) => `<input type="radio" name="r${each}">`).join('')}${'<i></i>'.repeat(30_000)}</fieldset>`,
    ],
    ['options', `<select name="a">${'<option>'.repeat(25_000)}</select>`],
    ['boxes', '<input type="checkbox" name="a">'.repeat(1_900)],
    [
      'buttons in one long label',
      `<label>${'x '.repeat(80_000)}${'<input type="radio" name="a" value="b">'.repeat(1_900)}`,
    ],
    ['options in selects in selects', `${'<select><div>'.repeat(99)}${'<option>a'.repeat(24_000)}`],
    ['elements in options in options', `<select>${'<option><div>'.repeat(99)}${'<b>a</b>'.repeat(25_000)}`],
  ])('of HTML with many %s takes no long time', async (_, source) => {
    expect((await outcomeOf('html', source)).cpuMs).toBeLessThan(2000);
  });

  it.each<[string, Format, unknown]>([
    [
      'the label of many buttons',
      'html',
      `<label>${'x'.repeat(100_000)}${Array.from({ length: 9 }, (_, value) => `<input type="radio" name="a" value="${value}">`)}`,
    ],
    [
      'a choice that many jumps name',
      'typeform',
      {
        fields: [
          { type: 'dropdown', ref: 'a', properties: { choices: [{ ref: 'c', label: 'x'.repeat(100_000) }] } },
          { type: 'email', ref: 'b' },
        ],
        logic: [
          { ref: 'a', actions: [{ action: 'jump', details: { to: { type: 'thankyou' } }, condition: jumpIf(40) }] },
        ],
      },
    ],
  ])('that repeats %s is refused before it is written out', async (_, format, source) => {
    expect((await outcomeOf(format, source)).imported).toContain('more than 256 KB');
  });

  it('says which error it was made of', async () => {
    const error = await importForm('google', { items: [{ textItem: {}, itemId: { toString: 1 } }] }).catch(
      refused => refused,
    );
    expect(error).toBeInstanceOf(NotOfFormat);
    expect(error.cause).toBeInstanceOf(TypeError);
  });
});
