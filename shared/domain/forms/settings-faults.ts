import { patterns } from '../../contracts/patterns.ts';
import type { Fault } from '../../fault.ts';
import { choiceValue, type Field } from '../fields/field.ts';
import { isDate } from '../time/calendar.ts';
import { faultsOfRedirect } from './ending-faults.ts';
import type { Form } from './form.ts';

export type FormSettings = Partial<
  Pick<Form, 'closesAt' | 'retention' | 'thankYou' | 'endings' | 'language' | 'texts'>
>;

const languagesMax = 50;

/** Returns the faults of a form's settings that its body's schema cannot check. */
export function faultsOfSettings(form: FormSettings & { readonly fields: readonly Field[] }): Fault[] {
  return [
    ...(isTime(form.closesAt) ? [] : [{ field: 'closesAt', rule: 'format', message: 'is not a valid date' }]),
    ...(form.retention?.policy && form.retention.days === undefined ? [policyWithoutDays] : []),
    ...faultsOfRedirect(form.thankYou, 'thankYou'),
    ...faultsOfTexts(form),
  ];
}

const policyWithoutDays: Fault = {
  field: 'retention.days',
  rule: 'required',
  message: 'is required with a policy: say after how many days it applies, or remove the policy',
};

/** Whether a text is a time. `Date.parse` alone would take the 30th of February for the 2nd of March. */
export const isTime = (text: string | undefined): boolean =>
  text === undefined || (isDate(text.slice(0, 10)) && Number.isFinite(Date.parse(text)));

const tag = new RegExp(patterns.language.pattern);

function faultsOfTexts({ language, texts, fields }: Parameters<typeof faultsOfSettings>[0]): Fault[] {
  if (!texts) return [];
  const languages = Object.entries(texts);
  if (languages.length > languagesMax) {
    return [{ field: 'texts', rule: 'maxProperties', message: `must have at most ${languagesMax} languages` }];
  }
  return [
    ...(language === undefined && languages.length > 0 ? [withoutLanguage] : []),
    ...languages.flatMap(([name, words]) => [
      ...faultsOfLanguage(name, language),
      ...faultsOfRedirect(words.thankYou, `texts.${name}.thankYou`),
      ...faultsOfFieldTexts(fields, words.fields ?? {}, `texts.${name}.fields`),
    ]),
  ];
}

const withoutLanguage: Fault = {
  field: 'language',
  rule: 'required',
  message: 'is required with texts: the language of the form’s own texts',
};

function faultsOfLanguage(name: string, own: string | undefined): Fault[] {
  const field = `texts.${name}`;
  if (!tag.test(name)) return [{ field, rule: 'pattern', message: patterns.language.words }];
  if (name.toLowerCase() !== own?.toLowerCase()) return [];
  return [{ field, rule: 'unique', message: 'is the language of the form’s own texts; change those' }];
}

type FieldTexts = NonNullable<NonNullable<Form['texts']>[string]['fields']>;

/** Returns faults for texts of anything that the form does not have, which would never be shown. */
function faultsOfFieldTexts(fields: readonly Field[], texts: FieldTexts, path: string): Fault[] {
  const byId = new Map(fields.map(field => [field.id, field]));
  return Object.entries(texts).flatMap(([id, words]) => {
    const field = byId.get(id);
    if (!field)
      return [{ field: `${path}.${id}`, rule: 'unknown', message: `The form has no field "${id}"; remove it` }];
    return (['options', 'rows', 'columns'] as const).flatMap(name =>
      faultsOfLabels(choicesOf(field, name), words[name] ?? {}, `${path}.${id}.${name}`),
    );
  });
}

function faultsOfLabels(values: ReadonlySet<string>, labels: object, path: string): Fault[] {
  return Object.keys(labels)
    .filter(value => !values.has(value))
    .map(value => ({
      field: `${path}.${value}`,
      rule: 'unknown',
      message: 'is not one of this field’s values; remove it',
    }));
}

function choicesOf(field: Field, name: string): ReadonlySet<string> {
  const choices = (field as Record<string, unknown>)[name];
  if (!Array.isArray(choices)) return new Set();
  return new Set(choices.map(choiceValue));
}
