import { type ConsentText, consentTextsOf } from '../../domain/forms/consent-texts.ts';
import { keyOf, partitionOf } from '../keys.ts';
import { queryAll } from '../query.ts';
import { batchPut } from '../table.ts';
import type { StoredForm } from './forms.ts';

/**
 * Keeps texts that a change removes from a form, so that proofs of consent stay readable as long as the form exists.
 * Call it before the change. If the change then fails, the kept text does no harm.
 */
export const keepConsentTexts = (formId: string, texts: readonly ConsentText[]): Promise<void> =>
  batchPut(
    texts.map(({ textHash, fieldId, language, text }) => ({
      ...keyOf('consentText', { form: formId, textHash }),
      ...{ fieldId, language, text },
    })),
  );

/** Returns the consent texts of a form by their hashes: the current ones, and those that it had before. */
export async function allConsentTexts({ form }: StoredForm): Promise<Map<string, KnownText>> {
  const partition = partitionOf('consentText', 'pk', { form: form.id });
  const former = (await queryAll({ partition })).map(({ sk, fieldId, language, text }) => ({
    ...{ textHash: sk, fieldId: String(fieldId), text: String(text), current: false },
    ...(language !== undefined && { language: String(language) }),
  }));
  const current = consentTextsOf(form).map(({ consentId: _, ...text }) => ({ ...text, current: true }));
  return new Map([...former, ...current.reverse()].map(text => [text.textHash, text]));
}

type KnownText = Omit<ConsentText, 'consentId'> & { readonly current: boolean };
