import type { FieldType, ValidateRule } from '../fields/field.ts';
import { type AskedField, boundInWords, oneOf, type WordingKey, type Words } from './in-words.ts';
import { labelForms } from './label-forms.ts';
import { fill } from './template.ts';

/** The text for a missing required answer. */
const required: Readonly<Record<FieldType, WordingKey>> = {
  ...{ text: 'enter', email: 'enter', textarea: 'enter', phone: 'enter', url: 'enter', hidden: 'enter' },
  ...{ number: 'enterNumber', currency: 'enterNumber' },
  date: 'enterDate',
  time: 'enterTime',
  ...{ select: 'select', radio: 'select', rating: 'select', scale: 'select' },
  multiselect: 'selectSome',
  file: 'uploadFile',
  ...{ checkbox: 'tick', consent: 'tick' },
  ranking: 'rankAll',
  matrix: 'answerRows',
  ...{ calculated: 'enter', statement: 'enter', page: 'enter' },
};

/** Rules whose texts have the same names. */
const named = new Set<string>([
  ...['number', 'integer', 'step', 'minLength', 'maxLength', 'pattern', 'email', 'domains', 'phone', 'url', 'date'],
  ...['time', 'minSelected', 'maxSelected', 'maxFiles', 'outdated', 'full'],
]);

/**
 * Returns the error text of an answer, which says what to do, with the field's own label: "Enter your full name".
 *
 * @param rule the rule that the answer breaks, by the service's name
 */
export function faultText(rule: string, field: AskedField, { texts, lang }: Words, answer?: unknown): string {
  const key = keyOf(rule, field);
  const forms = labelForms(field.label ?? '', lang.startsWith('en'));
  return fill(texts[key], lang, valuesOf(key, field, lang, answer), forms);
}

/** Rules whose texts have another name. */
const renamed: Readonly<Record<string, WordingKey>> = {
  rows: 'answerRows',
  singleLine: 'pattern',
  characters: 'pattern',
  decimals: 'pattern',
};

function keyOf(rule: string, field: AskedField): WordingKey {
  if (rule === 'required') return missing(field);
  if (rule === 'min' || rule === 'max') return bounded(rule, field);
  if (rule === 'type' && required[field.type] === 'enterNumber') return 'number';
  return renamed[rule] ?? (named.has(rule) ? (rule as WordingKey) : 'invalid');
}

function missing({ type, label = '' }: AskedField): WordingKey {
  const saysWhat = (type === 'date' || type === 'time') && /\b(date|day|birthday|time)\b/i.test(label);
  return saysWhat ? 'enter' : (required[type] ?? 'enter');
}

function bounded(rule: 'min' | 'max', { type, validate = {} }: AskedField): WordingKey {
  if (validate.min !== undefined && validate.max !== undefined) return 'between';
  if (type !== 'date' && type !== 'time') return rule;
  return rule === 'min' ? 'earliest' : 'latest';
}

function valuesOf(key: WordingKey, field: AskedField, lang: string, answer: unknown): (string | number)[] {
  const { type, validate = {} } = field;
  const bound = (name: ValidateRule) => boundInWords(type, validate[name], lang);
  switch (key) {
    case 'between':
      return [bound('min'), bound('max')];
    case 'min':
    case 'earliest':
      return [bound('min')];
    case 'max':
    case 'latest':
      return [bound('max')];
    case 'minLength':
      return [Number(validate.minLength ?? 1)];
    case 'maxLength':
      return [Number(validate.maxLength), [...String(answer ?? '')].length];
    case 'domains':
      return [
        oneOf(
          [validate.domains].flat().map(domain => `@${domain}`),
          lang,
        ),
      ];
    case 'maxFiles':
      return [Number(validate.maxFiles ?? 1)];
    default:
      return key in validate ? [Number(validate[key as ValidateRule])] : [];
  }
}
