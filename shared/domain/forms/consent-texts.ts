import { createHash } from 'node:crypto';
import type { Form } from './form.ts';
import { inLanguage, languagesOf } from './texts.ts';

/** The text of a consent in one language. */
export type ConsentText = {
  /** Identifies the field, the language and the text. A page sends it to prove which text it showed. */
  readonly consentId: string;
  readonly fieldId: string;
  readonly language?: string;
  readonly text: string;
  readonly textHash: string;
};

type FormWithTexts = Pick<Form, 'fields' | 'language' | 'texts'>;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Returns the consent ID of a field's text in a language: a hash, so that any change of the text changes it. */
export const consentIdOf = (fieldId: string, language: string | undefined, text: string): string =>
  sha256(JSON.stringify([fieldId, language ?? '', text])).slice(0, 32);

/** Returns the texts of all consents of a form, those in its own language first. */
export function consentTextsOf(form: FormWithTexts): ConsentText[] {
  if (!form.fields.some(({ type }) => type === 'consent')) return [];
  const [own, ...others] = languagesOf(form);
  return [own, ...others].flatMap(language =>
    inLanguage(form as Form, language).fields.flatMap(({ id, type, text = '' }) => {
      if (type !== 'consent') return [];
      const consentId = consentIdOf(id, language, text);
      return [{ consentId, fieldId: id, ...(language !== undefined && { language }), text, textHash: sha256(text) }];
    }),
  );
}

/** Returns the texts that a change of a form removes, each once. Responses may still name them. */
export function removedConsentTexts(before: FormWithTexts, after: FormWithTexts): ConsentText[] {
  const left = new Set(consentTextsOf(after).map(({ textHash }) => textHash));
  const removed = consentTextsOf(before).filter(({ textHash }) => !left.has(textHash));
  return [...new Map(removed.map(each => [each.textHash, each])).values()];
}
