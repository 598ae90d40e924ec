import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Field } from '../../../../shared/domain/fields/field.ts';
import { consentIdOf, consentTextsOf, removedConsentTexts } from '../../../../shared/domain/forms/consent-texts.ts';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const consent = (id: string, text?: string): Field => ({ id, type: 'consent', label: id, text });
const german = (id: string, text: string) => ({ de: { fields: { [id]: { text } } } });

describe('the texts of consents', () => {
  it('are those of consent fields, each with its hash', () => {
    const fields = [consent('news', 'Send me news'), { id: 'name', type: 'text', label: 'Name' } as Field];
    expect(consentTextsOf({ fields })).toEqual([
      {
        consentId: hash('["news","","Send me news"]').slice(0, 32),
        fieldId: 'news',
        text: 'Send me news',
        textHash: hash('Send me news'),
      },
    ]);
    expect(consentTextsOf({ fields: fields.slice(1) })).toEqual([]);
  });

  it('are those of each language, that of the form first', () => {
    const form = { fields: [consent('news', 'Yes')], language: 'en', texts: german('news', 'Ja') };
    const texts = consentTextsOf(form);
    expect(texts.map(({ language, text }) => [language, text])).toEqual([
      ['en', 'Yes'],
      ['de', 'Ja'],
    ]);
    expect(texts.map(({ consentId }) => consentId)).toEqual([
      consentIdOf('news', 'en', 'Yes'),
      consentIdOf('news', 'de', 'Ja'),
    ]);
  });

  it('are empty if a field has none', () => {
    expect(consentTextsOf({ fields: [consent('news')] })).toMatchObject([{ text: '', textHash: hash('') }]);
  });

  it('have an ID that changes with the field, the language and the text', () => {
    const ids = [
      consentIdOf('a', undefined, 'x'),
      consentIdOf('b', undefined, 'x'),
      consentIdOf('a', 'de', 'x'),
      consentIdOf('a', undefined, 'y'),
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('the texts that a change removes', () => {
  const before = { fields: [consent('a', 'One'), consent('b', 'Two'), consent('c', 'Two')] };

  it('are those that no consent has now, each once', () => {
    const removed = removedConsentTexts(before, { fields: [consent('a', 'One')] });
    expect(removed.map(({ text }) => text)).toEqual(['Two']);
  });

  it('are none if another field has the text now', () => {
    expect(removedConsentTexts(before, { fields: [consent('x', 'One'), consent('y', 'Two')] })).toEqual([]);
  });
});
