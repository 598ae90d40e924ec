import { isCurrency } from '../fields/currency.ts';
import type { Choice, Field } from '../fields/field.ts';
import {
  acceptOf,
  type Foreign,
  FormImport,
  type ImportedForm,
  listOf,
  numberOf,
  objectOf,
  ownOf,
  positiveOf,
  textOf,
} from './foreign-form.ts';

type FieldMaker = (element: Foreign) => Omit<Field, 'id'>;

const inputTypes: Readonly<Record<string, Field['type']>> = {
  email: 'email',
  number: 'number',
  range: 'number',
  date: 'date',
  tel: 'phone',
  url: 'url',
  time: 'time',
};

/** The signs that name one currency, or one that they nearly always mean. */
const signs: Readonly<Record<string, string>> = {
  $: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  '₺': 'TRY',
};

function currencyOf(sign: unknown): string {
  const text = String(sign ?? '').trim();
  const code = text.toUpperCase();
  return isCurrency(code) ? code : (ownOf(signs, text) ?? 'USD');
}

const optionsOf = (choices: unknown): Choice[] => {
  const options = listOf(choices).map((each): [string, Choice] => {
    const value = String(each?.value ?? each);
    const label = titleOf(each?.text);
    return [value, label === undefined || label === value ? value : { value, label }];
  });
  return [...new Map(options).values()];
};

/** Returns a title. Texts may be in several languages; the default one is used. */
const titleOf = (text: unknown): string | undefined =>
  textOf(typeof text === 'object' && text !== null && 'default' in text ? text.default : text);

const other = ({ hasOther, showOtherItem }: Foreign) => (hasOther || showOtherItem ? { other: true } : {});

const choice =
  (type: 'radio' | 'select' | 'multiselect'): FieldMaker =>
  element => ({
    type,
    options: optionsOf(element.choices),
    ...other(element),
    ...(type === 'multiselect' && {
      validate: {
        minSelected: numberOf(element.minSelectedChoices) || undefined,
        maxSelected: numberOf(element.maxSelectedChoices) || undefined,
      },
    }),
  });

const makers: Readonly<Record<string, FieldMaker>> = {
  text: ({ inputType, maxLength, min, max, step, maskType, maskSettings }) => {
    if (maskType === 'currency') {
      const { prefix, suffix, min: least, max: most } = objectOf(maskSettings ?? {});
      return {
        type: 'currency',
        currency: currencyOf(prefix ?? suffix),
        validate: { min: numberOf(least), max: numberOf(most) },
      };
    }
    const type = ownOf(inputTypes, inputType) ?? 'text';
    const bounds = type === 'number' ? { min: numberOf(min), max: numberOf(max), step: positiveOf(step) } : {};
    return { type, validate: { ...bounds, ...(type === 'text' && { maxLength: numberOf(maxLength) }) } };
  },
  comment: ({ maxLength }) => ({ type: 'textarea', validate: { maxLength: numberOf(maxLength) } }),
  radiogroup: choice('radio'),
  dropdown: choice('select'),
  checkbox: choice('multiselect'),
  tagbox: choice('multiselect'),
  boolean: () => ({ type: 'checkbox' }),
  rating: ({ rateMin = 1, rateMax = 5, minRateDescription, maxRateDescription }) => ({
    type: rateMin === 1 && rateMax <= 5 ? 'rating' : 'scale',
    lowLabel: titleOf(minRateDescription),
    highLabel: titleOf(maxRateDescription),
    validate: rateMin === 1 && rateMax <= 5 ? { max: rateMax } : { min: rateMin, max: Math.min(10, rateMax) },
  }),
  ranking: element => ({ type: 'ranking', options: optionsOf(element.choices) }),
  file: ({ allowMultiple, acceptedTypes, maxSize }) => ({
    type: 'file',
    validate: {
      accept: acceptOf(acceptedTypes),
      maxBytes: positiveOf(maxSize),
      maxFiles: allowMultiple ? 5 : undefined,
    },
  }),
  matrix: ({ rows, columns }) => ({ type: 'matrix', rows: optionsOf(rows), columns: optionsOf(columns) }),
  html: ({ html }) => ({
    type: 'statement',
    text:
      titleOf(html)
        ?.replace(/<[^<>]*>/g, ' ')
        .trim() || '–',
  }),
};

/** The properties of elements that are not imported, because there is no safe way to import them. */
const expressions = [
  'visibleIf',
  'enableIf',
  'requiredIf',
  'setValueExpression',
  'defaultValueExpression',
  'validators',
];

/**
 * Imports a survey in SurveyJS's JSON: the questions that have matching fields.
 * https://surveyjs.io/form-library/documentation/api-reference/survey-data-model
 */
export function fromSurveyJs(source: unknown): ImportedForm {
  const survey = objectOf(source);
  const made = new FormImport();
  const pages = listOf(survey.pages);
  pages.forEach((page, index) => {
    if (index > 0) made.add(page?.name ?? 'page', { type: 'page', label: titleOf(page?.title) });
    addElements(made, page?.elements ?? page?.questions, `pages[${index}].elements`);
  });
  addElements(made, survey.elements ?? survey.questions, 'elements');
  for (const name of ['triggers', 'calculatedValues', 'completedHtmlOnCondition']) {
    if (listOf(survey[name]).length > 0) made.warn(name, 'has no place in a form');
  }
  return made.finish(titleOf(survey.title));
}

function addElements(made: FormImport, elements: unknown, path: string): void {
  for (const [index, element] of listOf(elements).entries()) addElement(made, element ?? {}, `${path}[${index}]`);
}

function addElement(made: FormImport, element: Foreign, path: string): void {
  for (const name of expressions.filter(name => element[name] !== undefined)) {
    made.warn(`${path}.${name}`, 'was left out: set up conditions and rules by hand');
  }
  if (element.type === 'panel') {
    addElements(made, element.elements, `${path}.elements`);
    return;
  }
  const make = ownOf(makers, element.type);
  if (!make) {
    made.warn(path, `a question of type ${element.type} has no counterpart, and was left out`);
    return;
  }
  made.add(element.name, {
    ...make(element),
    label: titleOf(element.title) ?? titleOf(element.name),
    help: titleOf(element.description),
    ...(element.isRequired && element.type !== 'html' && { required: true }),
  });
}
