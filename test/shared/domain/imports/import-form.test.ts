import { describe, expect, it } from '@jest/globals';
import { faultsOfForm } from '../../../../shared/domain/forms/form-rules.ts';
import { type ImportedForm, NotOfFormat } from '../../../../shared/domain/imports/foreign-form.ts';
import { importForm } from '../../../../shared/domain/imports/import-form.ts';
import { fc } from '../../../support/properties.ts';

const faultsOf = ({ form }: ImportedForm) => faultsOfForm({ ...form, status: 'draft' });
const formats = ['formline', 'html', 'typeform', 'google', 'surveyjs', 'jsonschema'] as const;

describe('a pasted HTML form', () => {
  const page = `<title>Old site</title><form><h2>Contact us</h2>
    <label for="n">Your <b>name</b></label><input id="n" name="name" required maxlength="80" placeholder="Ada">
    <label>E-mail <input type="email" name="email"></label>
    <fieldset><legend>Colour</legend>
      <label><input type="radio" name="colour" value="r"> Red</label><label><input type="radio" name="colour" value="Blue"> Blue</label>
    </fieldset>
    <label><input type="checkbox" name="news"> News, please</label>
    <select name="topic"><option value="">Choose</option><option value="s">Sales</option><option>Support</option></select>
    <textarea name="message" aria-label="Message"></textarea>
    <input type="number" name="price" min="0" step="0.05"><input type="number" name="seats" max="9"><input type="number" name="size" step="any">
    <input type="date" name="day" min="2026-01-31" max="soon"><input type="file" name="cv" accept=".pdf, image/*, pictures">
    <input type="password" name="secret"><input type="hidden" name="_subject" value="x"><button>Send</button></form>`;

  it('becomes fields with their labels, rules and choices', async () => {
    const imported = await importForm('html', page);
    expect(imported.form).toEqual({
      title: 'Contact us',
      fields: [
        {
          id: 'name',
          type: 'text',
          label: 'Your name',
          placeholder: 'Ada',
          required: true,
          validate: { maxLength: 80 },
        },
        { id: 'email', type: 'email', label: 'E-mail' },
        { id: 'colour', type: 'radio', label: 'Colour', options: [{ value: 'r', label: 'Red' }, 'Blue'] },
        { id: 'news', type: 'checkbox', label: 'News, please' },
        { id: 'topic', type: 'select', label: 'topic', options: [{ value: 's', label: 'Sales' }, 'Support'] },
        { id: 'message', type: 'textarea', label: 'Message' },
        { id: 'price', type: 'number', label: 'price', validate: { min: 0, step: 0.05 } },
        { id: 'seats', type: 'number', label: 'seats', validate: { max: 9, integer: true } },
        { id: 'size', type: 'number', label: 'size' },
        { id: 'day', type: 'date', label: 'day', validate: { min: '2026-01-31' } },
        { id: 'cv', type: 'file', label: 'cv', validate: { accept: ['.pdf', 'image/*'] } },
      ],
    });
    expect(imported.warnings.map(({ message }) => message)).toEqual([
      'what its accept lists besides media types and endings of names was left out',
      'secret: a control of type password was left out',
      '_subject: a control of type hidden was left out',
    ]);
    expect(faultsOf(imported)).toEqual([]);
  });
});

describe('a form of Typeform', () => {
  const choices = [
    { ref: 'c_dog', label: 'Dog' },
    { ref: 'c_cat', label: 'Cat' },
  ];
  const form = {
    title: 'Pets',
    fields: [
      {
        ref: 'pet',
        type: 'multiple_choice',
        title: 'Which pet?',
        properties: { choices },
        validations: { required: true },
      },
      { ref: 'dog', type: 'short_text', title: 'Name of the dog' },
      { ref: 'walks', type: 'opinion_scale', title: 'Walks', properties: { steps: 6, start_at_one: true } },
      { ref: 'cat', type: 'yes_no', title: 'Does it purr?' },
      { ref: 'pay', type: 'payment', title: 'Pay' },
      { ref: 'end', type: 'long_text', title: 'More?', properties: { description: 'Anything' } },
    ],
    logic: [
      {
        type: 'field',
        ref: 'pet',
        actions: [
          {
            action: 'jump',
            details: { to: { type: 'field', value: 'cat' } },
            condition: {
              op: 'is',
              vars: [
                { type: 'field', value: 'pet' },
                { type: 'choice', value: 'c_cat' },
              ],
            },
          },
        ],
      },
      {
        type: 'field',
        ref: 'end',
        actions: [{ action: 'jump', details: { to: { type: 'field', value: 'pet' } }, condition: { op: 'always' } }],
      },
    ],
    thankyou_screens: [{ ref: 'thanks', title: 'Woof' }],
  };

  it('hides what a jump skips, and says what it could not take', async () => {
    const imported = await importForm('typeform', JSON.stringify(form));
    const skipped = { not: { field: 'pet', op: 'eq', value: 'Cat' } };
    expect(imported.form).toEqual({
      title: 'Pets',
      thankYou: { text: 'Woof' },
      fields: [
        { id: 'pet', type: 'radio', label: 'Which pet?', options: ['Dog', 'Cat'], required: true },
        { id: 'dog', type: 'text', label: 'Name of the dog', visibleIf: skipped },
        { id: 'walks', type: 'scale', label: 'Walks', validate: { min: 1, max: 6 }, visibleIf: skipped },
        { id: 'cat', type: 'radio', label: 'Does it purr?', options: ['Yes', 'No'] },
        { id: 'end', type: 'textarea', label: 'More?', help: 'Anything' },
      ],
    });
    expect(imported.warnings.map(({ path }) => path)).toEqual(['fields[4]', 'logic[1].actions[0]']);
    expect(faultsOf(imported)).toEqual([]);
  });

  it('takes the second of two jumps only where the first is not made', async () => {
    const actions = [
      {
        action: 'jump',
        details: { to: { type: 'field', value: 'cat' } },
        condition: form.logic[0]?.actions[0]?.condition,
      },
      { action: 'jump', details: { to: { type: 'thankyou', value: 'thanks' } }, condition: { op: 'always' } },
    ];
    const imported = await importForm('typeform', { ...form, logic: [{ type: 'field', ref: 'pet', actions }] });
    const isCat = { field: 'pet', op: 'eq', value: 'Cat' };
    expect(imported.form.fields.find(({ id }) => id === 'end')?.visibleIf).toEqual({ not: { not: isCat } });
    expect(imported.form.fields.find(({ id }) => id === 'dog')?.visibleIf).toEqual({
      all: [{ not: isCat }, { not: { not: isCat } }],
    });
    expect(faultsOf(imported)).toEqual([]);
  });
});

it('a form of Google becomes fields, its grid a matrix', async () => {
  const imported = await importForm('google', {
    info: { title: 'Party', description: 'Come!' },
    items: [
      {
        title: 'Coming?',
        questionItem: {
          question: {
            questionId: '1a',
            required: true,
            choiceQuestion: {
              type: 'RADIO',
              options: [{ value: 'Yes' }, { isOther: true }, { value: 'No', goToAction: 'SUBMIT_FORM' }],
            },
          },
        },
      },
      { itemId: 'p2', title: 'Food', pageBreakItem: {} },
      {
        itemId: 'g',
        title: 'Taste',
        questionGroupItem: {
          questions: [{ rowQuestion: { title: 'Tea' } }, { rowQuestion: { title: 'Cake' } }],
          grid: { columns: { type: 'RADIO', options: [{ value: 'Good' }, { value: 'Bad' }] } },
        },
      },
      {
        title: 'When?',
        questionItem: { question: { questionId: '2b', scaleQuestion: { low: 1, high: 5, lowLabel: 'Late' } } },
      },
      { title: 'Film', videoItem: {} },
      {
        title: 'Slides',
        questionItem: {
          question: {
            questionId: '3c',
            fileUploadQuestion: { types: ['PDF', 'IMAGE'], maxFiles: 2, maxFileSize: '1000000' },
          },
        },
      },
    ],
  });
  expect(imported.form.fields).toEqual([
    { id: 'description', type: 'statement', text: 'Come!' },
    { id: '1a', type: 'radio', label: 'Coming?', options: ['Yes', 'No'], other: true, required: true },
    { id: 'p2', type: 'page', label: 'Food' },
    { id: 'g', type: 'matrix', label: 'Taste', rows: ['Tea', 'Cake'], columns: ['Good', 'Bad'] },
    { id: '2b', type: 'scale', label: 'When?', lowLabel: 'Late', validate: { min: 1, max: 5 } },
    {
      id: '3c',
      type: 'file',
      label: 'Slides',
      validate: { accept: ['.pdf', 'image/*'], maxBytes: 1_000_000, maxFiles: 2 },
    },
  ]);
  expect(imported.warnings.map(({ path }) => path)).toEqual(['items[0]', 'items[4]']);
  expect(faultsOf(imported)).toEqual([]);
});

it('a survey of SurveyJS becomes fields, its pages too', async () => {
  const imported = await importForm('surveyjs', {
    title: { default: 'Survey' },
    pages: [
      {
        name: 'one',
        elements: [{ type: 'text', name: 'mail', inputType: 'email', isRequired: true, visibleIf: '{a} = 1' }],
      },
      {
        name: 'two',
        title: 'More',
        elements: [
          {
            type: 'panel',
            elements: [
              { type: 'checkbox', name: 'likes', choices: ['a', { value: 'b', text: 'Bee' }], showOtherItem: true },
            ],
          },
          { type: 'rating', name: 'nps', rateMin: 0, rateMax: 10 },
          { type: 'signaturepad', name: 'sign' },
          { type: 'text', name: 'tip', inputType: 'number', step: 0.5 },
          { type: 'file', name: 'cv', acceptedTypes: 'application/pdf', maxSize: 1000 },
        ],
      },
    ],
  });
  expect(imported.form.fields).toEqual([
    { id: 'mail', type: 'email', label: 'mail', required: true },
    { id: 'two', type: 'page', label: 'More' },
    { id: 'likes', type: 'multiselect', label: 'likes', options: ['a', { value: 'b', label: 'Bee' }], other: true },
    { id: 'nps', type: 'scale', label: 'nps', validate: { min: 0, max: 10 } },
    { id: 'tip', type: 'number', label: 'tip', validate: { step: 0.5 } },
    { id: 'cv', type: 'file', label: 'cv', validate: { accept: ['application/pdf'], maxBytes: 1000 } },
  ]);
  expect(imported.warnings.map(({ path }) => path)).toEqual(['pages[0].elements[0].visibleIf', 'pages[1].elements[2]']);
  expect(faultsOf(imported)).toEqual([]);
});

it('simple properties of a JSON Schema become fields', async () => {
  const imported = await importForm('jsonschema', {
    title: 'Order',
    required: ['count'],
    properties: {
      count: { type: 'integer', minimum: 1, multipleOf: 2, title: 'How many?' },
      price: { type: 'number', minimum: 0, multipleOf: 0.05 },
      size: { enum: ['S', 'M'] },
      extras: { type: 'array', items: { enum: ['x', 'y'] } },
      code: { type: 'string', pattern: '^a', maxLength: 5 },
      address: { type: 'object' },
    },
  });
  expect(imported.form.fields).toEqual([
    { id: 'count', type: 'number', label: 'How many?', required: true, validate: { min: 1, integer: true } },
    { id: 'price', type: 'number', label: 'price', validate: { min: 0, step: 0.05 } },
    { id: 'size', type: 'select', label: 'size', options: ['S', 'M'] },
    { id: 'extras', type: 'multiselect', label: 'extras', options: ['x', 'y'] },
    { id: 'code', type: 'text', label: 'code', validate: { maxLength: 5 } },
  ]);
  expect(imported.warnings.map(({ path }) => path)).toEqual([
    'properties.count.multipleOf',
    'properties.code.pattern',
    'properties.address',
  ]);
  expect(faultsOf(imported)).toEqual([]);
});

it.each(formats)('whatever is sent as %s is a form or not of the format, and nothing else', async format => {
  const outcome = async (source: unknown) => {
    try {
      return Array.isArray((await importForm(format, source)).warnings);
    } catch (error) {
      return error instanceof NotOfFormat;
    }
  };
  const part = fc.constantFrom(
    'fields',
    'items',
    'pages',
    'elements',
    'properties',
    'logic',
    'type',
    'title',
    'info',
    'required',
  );
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string(), fc.dictionary(part, fc.jsonValue()), fc.jsonValue()), async source => {
      expect(await outcome(source)).toBe(true);
    }),
  );
});
