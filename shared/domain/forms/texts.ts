import type { Field } from '../fields/field.ts';
import type { Form } from './form.ts';

type TextsOfForm = NonNullable<Form['texts']>[string];
type TextsOfField = NonNullable<TextsOfForm['fields']>[string];

/** Returns a form's languages, its own first. */
export const languagesOf = ({ language, texts = {} }: Pick<Form, 'language' | 'texts'>): string[] =>
  language === undefined ? [] : [language, ...Object.keys(texts)];

/**
 * Returns the form with its texts in the requested language, or in its own. A tag is looked up as it is, and then
 * without its last parts (RFC 4647, 3.4).
 */
export function inLanguage(form: Form, asked = ''): Form {
  const chosen = languageFor(languagesOf(form), asked.toLowerCase());
  const words = chosen === undefined ? undefined : form.texts?.[chosen];
  if (!words) return form;
  const { fields = {}, welcome, privacy, thankYou, endings = {}, buttonText, ...others } = words;
  return {
    ...form,
    ...others,
    language: chosen,
    ...(thankYou && { thankYou: { ...form.thankYou, ...thankYou } }),
    ...(form.welcome && { welcome: { ...form.welcome, ...welcome } }),
    ...(form.privacy && { privacy: { ...form.privacy, ...privacy } }),
    ...(form.endings && {
      endings: form.endings.map(end => ({ ...end, ...(Object.hasOwn(endings, end.id) && endings[end.id]) })),
    }),
    ...(buttonText && { theme: { ...form.theme, buttonText } }),
    fields: form.fields.map(field => translated(field, Object.hasOwn(fields, field.id) ? fields[field.id] : undefined)),
  };
}

function languageFor(languages: readonly string[], asked: string): string | undefined {
  if (asked === '') return undefined;
  const found = languages.find(language => language.toLowerCase() === asked);
  return found ?? languageFor(languages, asked.slice(0, Math.max(asked.lastIndexOf('-'), 0)));
}

function translated(field: Field, texts: TextsOfField | undefined): Field {
  if (!texts) return field;
  const { options, rows, columns, ...words } = texts;
  return { ...field, ...words, ...labelled(field, { options, rows, columns }) };
}

type Labels = Readonly<Record<string, string>>;

/** Returns a field's choices with other labels. A choice without one keeps its own. */
function labelled(field: Field, lists: Readonly<Record<string, Labels | undefined>>): Partial<Field> {
  const translations = Object.entries(lists).flatMap(([name, labels]) => {
    const choices = (field as Record<string, unknown>)[name];
    return labels && Array.isArray(choices) ? [[name, choices.map(choice => relabelled(choice, labels))]] : [];
  });
  return Object.fromEntries(translations);
}

function relabelled(choice: string | { value: string; limit?: number }, labels: Labels) {
  const value = typeof choice === 'string' ? choice : choice.value;
  if (!Object.hasOwn(labels, value)) return choice;
  return { ...(typeof choice === 'string' ? { value } : choice), label: labels[value] };
}
