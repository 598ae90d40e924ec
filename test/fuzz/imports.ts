import { type Arbitrary, fc } from '../support/properties.ts';
import { json, jsonText, text } from './hostile.ts';

const choices = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ref: `c${index}`, label: `${index}` }));

/** A source of each format that is JSON, with most of what its importer looks at. */
const samples = {
  formline: {
    title: 'Contact',
    fields: [
      { id: 'name', type: 'text', label: 'Name', validate: { maxLength: 100 } },
      { id: 'topic', type: 'select', options: ['a', { value: 'b', label: 'B' }] },
    ],
    webhooks: [{ event: 'response.created', url: 'https://hooks.example.com/' }],
    storage: { mode: 'platform' },
    spamProtection: { recaptcha: { enabled: true, siteKey: 'k', secretKeyLast4: 'abcd' } },
  },
  typeform: {
    title: 'Contact',
    fields: [
      {
        ...{ type: 'group', ref: 'g', title: 'Page' },
        properties: { fields: [{ type: 'short_text', ref: 'a', title: 'Name', validations: { max_length: 9 } }] },
      },
      { type: 'multiple_choice', ref: 'b', properties: { choices: choices(3), allow_multiple_selection: true } },
      { type: 'opinion_scale', ref: 'c', properties: { steps: 11, labels: { left: 'no', right: 'yes' } } },
      { type: 'yes_no', ref: 'd' },
    ],
    hidden: ['utm'],
    logic: [
      {
        ref: 'b',
        actions: [
          {
            ...{ action: 'jump', details: { to: { type: 'field', value: 'd' } } },
            condition: {
              op: 'and',
              vars: [
                {
                  op: 'is',
                  vars: [
                    { type: 'field', value: 'b' },
                    { type: 'choice', value: 'c1' },
                  ],
                },
                {
                  op: 'equal',
                  vars: [
                    { type: 'field', value: 'a' },
                    { type: 'constant', value: true },
                  ],
                },
              ],
            },
          },
        ],
      },
    ],
    thankyou_screens: [{ ref: 'x', title: 'Bye' }],
  },
  google: {
    info: { title: 'Contact', description: 'Hello' },
    items: [
      {
        itemId: '1',
        title: 'Name',
        questionItem: { question: { questionId: 'a', textQuestion: { paragraph: true } } },
      },
      {
        ...{ itemId: '2', title: 'Topic' },
        questionItem: {
          question: {
            choiceQuestion: { type: 'RADIO', options: [{ value: 'x', goToAction: 'NEXT' }, { isOther: true }] },
          },
        },
      },
      {
        ...{ itemId: '3', title: 'Grid' },
        questionGroupItem: {
          questions: [{ required: true, rowQuestion: { title: 'r' } }],
          grid: { columns: { type: 'CHECKBOX', options: [{ value: 'c' }] } },
        },
      },
      { itemId: '4', pageBreakItem: {} },
      {
        itemId: '5',
        questionItem: { question: { fileUploadQuestion: { types: ['PDF'], maxFiles: 3, maxFileSize: '9' } } },
      },
      { itemId: '6', questionItem: { question: { scaleQuestion: { low: 0, high: 9, lowLabel: 'l' } } } },
    ],
  },
  surveyjs: {
    title: { default: 'Contact', de: 'Kontakt' },
    pages: [
      {
        elements: [
          { type: 'text', name: 'a', inputType: 'number', min: 1, max: 9, visibleIf: '{b}' },
          { type: 'panel', elements: [{ type: 'checkbox', name: 'b', choices: ['x', { value: 'y', text: 'Y' }] }] },
          { type: 'matrix', name: 'c', rows: ['r'], columns: [{ value: 1, text: 'one' }] },
          { type: 'rating', name: 'd', rateMin: 0, rateMax: 10, minRateDescription: 'no' },
          { type: 'html', name: 'e', html: '<p>Hi</p>' },
        ],
      },
      { name: 'second', title: 'Second', elements: [{ type: 'file', name: 'f', acceptedTypes: '.pdf', maxSize: 9 }] },
    ],
    triggers: [{ type: 'complete' }],
  },
  jsonschema: {
    title: 'Contact',
    required: ['a'],
    properties: {
      a: { type: 'string', format: 'email', title: 'Mail', pattern: '^a' },
      b: { type: 'integer', minimum: 1, multipleOf: 2 },
      c: { enum: ['x', null, 3] },
      d: { type: 'array', items: { enum: ['x', 'y'] } },
      e: { type: 'string', maxLength: 900 },
    },
  },
} as const;

/** As large as a body may be, more or less. */
const charactersMax = 230_000;

/** One list, object or text of a value, many times over: long, wide or deep. */
function swollen(value: unknown): Arbitrary<unknown> {
  const whole = JSON.stringify(value);
  const places = [...whole.matchAll(/(?<=[:[,])("[^"]*"|\d+|\{[^{}]*\}|\[[^[\]]*\])(?=[,\]}])/g)];
  return fc
    .tuple(fc.constantFrom(...places), fc.constantFrom(2, 30, 300, 3000), fc.nat(3))
    .map(([place, times, how]) => {
      const [part] = place;
      const count = Math.min(times, Math.floor((charactersMax - whole.length) / (part.length + 8)));
      const grown = [
        () => `[${Array(count).fill(part).join(',')}]`,
        () => `{${Array.from({ length: count }, (_, index) => `"k${index}":${part}`).join(',')}}`,
        () => `"${part.replace(/[^a-z]/gi, 'x').repeat(count)}"`,
        () => `${'{"elements":['.repeat(Math.min(count, 300))}${part}${']}'.repeat(Math.min(count, 300))}`,
      ][how]?.();
      const text = `${whole.slice(0, place.index)}${grown}${whole.slice(place.index + part.length)}`;
      return JSON.parse(text) as unknown;
    });
}

const tags = [
  'form',
  'input',
  'select',
  'option',
  'optgroup',
  'label',
  'fieldset',
  'legend',
  'textarea',
  'div',
  'h1',
  'title',
  'svg',
  'script',
  'template',
];
const names = [
  'name',
  'id',
  'for',
  'type',
  'value',
  'min',
  'max',
  'step',
  'accept',
  'minlength',
  'maxlength',
  'required',
  'multiple',
  'aria-label',
];
const types = [
  'radio',
  'checkbox',
  'number',
  'file',
  'date',
  'time',
  'hidden',
  'email',
  '__proto__',
  'submit',
  'valueOf',
];

const attribute = fc
  .tuple(fc.constantFrom(...names), fc.oneof(fc.constantFrom('a', 'b', ...types), text, fc.integer().map(String)))
  .map(([name, value]) => ` ${name}="${value.replaceAll('"', '')}"`);

const markup: Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc
        .tuple(fc.constantFrom(...tags), fc.array(attribute, { maxLength: 4 }))
        .map(([tag, all]) => `<${tag}${all.join('')}>`),
      fc.constantFrom(...tags).map(tag => `</${tag}>`),
      text,
      fc.constantFrom('<!--', '-->', '<![CDATA[', '&#0;', '&amp;', '<', '</', '<input'),
    ),
    { maxLength: 12 },
  )
  .chain(parts =>
    fc
      .tuple(fc.nat(12), fc.constantFrom(1, 1, 1, 150, 1900, 20_000))
      .map(([at, times]) => parts.map((part, index) => (index === at ? repeated(part, times) : part)).join('')),
  );

const repeated = (part: string, times: number): string =>
  part.repeat(Math.max(1, Math.min(times, Math.floor(charactersMax / (part.length + 1)))));

const sourceOf = (sample: object): Arbitrary<unknown> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(sample) },
    { weight: 4, arbitrary: swollen(sample) },
    { weight: 4, arbitrary: jsonText(sample) },
    { weight: 1, arbitrary: fc.oneof(json, text) },
  );

const formats = [...Object.keys(samples), 'html'];

/** Bodies that import a form, of all formats, now and then in the name of another one. */
export const importBodies: Arbitrary<unknown> = fc
  .oneof(
    { weight: 2, arbitrary: markup.map(source => ['html', source] as const) },
    {
      weight: 5,
      arbitrary: fc
        .constantFrom(...Object.entries(samples))
        .chain(([format, sample]) => sourceOf(sample).map(source => [format, source] as const)),
    },
  )
  .chain(([format, source]) =>
    fc
      .tuple(
        fc.oneof({ weight: 9, arbitrary: fc.constant(format) }, { weight: 1, arbitrary: fc.constantFrom(...formats) }),
        fc.boolean(),
      )
      .map(([named, dryRun]) => ({ format: named, source, dryRun })),
  );
