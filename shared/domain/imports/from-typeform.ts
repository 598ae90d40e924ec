import type { Field } from '../fields/field.ts';
import {
  choicesOf,
  type Foreign,
  FormImport,
  type ImportedForm,
  listOf,
  numberOf,
  objectOf,
  ownOf,
  textOf,
} from './foreign-form.ts';
import { addJumps } from './typeform-jumps.ts';

type NewField = Omit<Field, 'id'>;
type FieldMaker = (properties: Foreign, validations: Foreign) => NewField;

const choices = (properties: Foreign): string[] => choicesOf(listOf(properties.choices).map(({ label }) => label));

const lengths =
  (type: 'text' | 'textarea'): FieldMaker =>
  (_, validations) => ({
    type,
    validate: { maxLength: numberOf(validations.max_length) },
  });

const choice: FieldMaker = (properties, validations) => ({
  type: properties.allow_multiple_selection ? 'multiselect' : 'radio',
  options: choices(properties),
  ...(properties.allow_other_choice && { other: true }),
  ...(properties.allow_multiple_selection && {
    validate: {
      minSelected: numberOf(validations.min_selection) || undefined,
      maxSelected: numberOf(validations.max_selection),
    },
  }),
});

const scale: FieldMaker = properties => ({
  type: 'scale',
  lowLabel: textOf(properties.labels?.left),
  highLabel: textOf(properties.labels?.right),
  validate: {
    min: properties.start_at_one ? 1 : 0,
    max: Math.min(10, (numberOf(properties.steps) ?? 11) - (properties.start_at_one ? 0 : 1)),
  },
});

const makers: Readonly<Record<string, FieldMaker>> = {
  short_text: lengths('text'),
  long_text: lengths('textarea'),
  email: () => ({ type: 'email' }),
  number: (_, { min_value, max_value }) => ({
    type: 'number',
    validate: { min: numberOf(min_value), max: numberOf(max_value) },
  }),
  phone_number: () => ({ type: 'phone' }),
  website: () => ({ type: 'url' }),
  date: () => ({ type: 'date' }),
  file_upload: () => ({ type: 'file' }),
  multiple_choice: choice,
  picture_choice: choice,
  dropdown: properties => ({ type: 'select', options: choices(properties) }),
  yes_no: () => ({ type: 'radio', options: ['Yes', 'No'] }),
  legal: properties => ({ type: 'consent', text: textOf(properties.description) ?? 'I accept' }),
  rating: properties => ({ type: 'rating', validate: { max: Math.min(10, numberOf(properties.steps) ?? 5) } }),
  opinion_scale: scale,
  nps: properties => scale({ ...properties, steps: 11, start_at_one: false }, {}),
  ranking: properties => ({ type: 'ranking', options: choices(properties) }),
  statement: (properties, { title }) => ({ type: 'statement', text: textOf(properties.description) ?? title ?? '–' }),
};

/**
 * Imports a form in the format of Typeform's Create API.
 * https://www.typeform.com/developers/create/reference/retrieve-form/
 */
export function fromTypeform(source: unknown): ImportedForm {
  const form = objectOf(source);
  const made = new FormImport();
  const ids = new Map<string, string>();
  for (const [index, field] of listOf(form.fields).entries()) addField(made, ids, field, `fields[${index}]`);
  for (const name of listOf(form.hidden)) made.add(name, { type: 'hidden', query: String(name) });
  addJumps(made, ids, form);
  for (const name of ['variables', 'welcome_screens', 'theme', 'workspace']) {
    if (listOf(form[name]).length > 0) made.warn(name, 'has no place in a form');
  }
  const [thanks, ...others] = listOf(form.thankyou_screens).filter(({ ref }) => ref !== 'default_tys');
  if (others.length > 0) made.warn('thankyou_screens', 'a form has one thank-you text: the first was taken');
  const text = textOf(thanks?.title);
  return made.finish(form.title, text === undefined ? {} : { thankYou: { text } });
}

function addField(made: FormImport, ids: Map<string, string>, field: Foreign, path: string): void {
  const { type, ref, properties } = field;
  if (type !== 'group') {
    addQuestion(made, ids, field, path);
    return;
  }
  ids.set(String(ref), made.add(ref, { type: 'page', label: textOf(field.title) }));
  for (const [index, each] of listOf(properties?.fields).entries()) {
    addField(made, ids, each, `${path}.properties.fields[${index}]`);
  }
}

/** The types whose description is their text. */
const saysDescription: ReadonlySet<string> = new Set(['statement', 'legal']);

function addQuestion(made: FormImport, ids: Map<string, string>, field: Foreign, path: string): void {
  const { type, ref, title } = field;
  const [properties, validations] = [field.properties ?? {}, field.validations ?? {}];
  const make = ownOf(makers, type);
  if (!make) {
    made.warn(path, `a field of type ${type} has no counterpart, and was left out`);
    return;
  }
  if (type === 'picture_choice') made.warn(path, 'pictures of choices were left out');
  const id = made.add(ref ?? field.id, {
    ...make(properties, { ...validations, title }),
    label: textOf(title),
    help: saysDescription.has(type) ? undefined : textOf(properties.description),
    ...(validations.required && type !== 'statement' && { required: true }),
  });
  ids.set(String(ref), id);
}
