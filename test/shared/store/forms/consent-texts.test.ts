import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import { removedConsentTexts } from '../../../../shared/domain/forms/consent-texts.ts';
import { newForm } from '../../../../shared/domain/forms/stored-form.ts';
import { allConsentTexts, keepConsentTexts } from '../../../../shared/store/forms/consent-texts.ts';
import { putForm, replaceForm, type StoredForm } from '../../../../shared/store/forms/forms.ts';
import { newCaller, readForm } from '../../../support/records/records.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();

let caller: Caller;
beforeAll(async () => {
  caller = await newCaller();
});

const consent = (text: string, id = 'terms') => ({ id, type: 'consent' as const, text });
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const inMap = (...texts: { fieldId: string; text: string; current: boolean; language?: string }[]) =>
  new Map(texts.map(({ text, ...rest }) => [hashOf(text), { ...rest, text, textHash: hashOf(text) }]));

async function stored(content: object): Promise<StoredForm> {
  const form = newForm({ title: 'Contact', status: 'live', fields: [], ...content }, caller.environment);
  await putForm(form, caller);
  return readForm(form.id);
}

/** Changes a form as a request does: its former texts are kept first. */
async function change(before: StoredForm, content: object): Promise<StoredForm> {
  const form = { ...before.form, ...content };
  await keepConsentTexts(form.id, removedConsentTexts(before.form, form));
  expect(await replaceForm(before, form)).toBe(true);
  return readForm(form.id);
}

describe('the consent texts of a form', () => {
  it('are its current ones, and all that it had before', async () => {
    const first = await stored({ fields: [consent('I agree'), consent('Send me news', 'news')] });
    const news = { fieldId: 'news', text: 'Send me news', current: true };
    expect(await allConsentTexts(first)).toEqual(inMap({ fieldId: 'terms', text: 'I agree', current: true }, news));
    const second = await change(first, { fields: [consent('I agree to all'), consent('Send me news', 'news')] });
    const third = await change(second, { fields: [consent('I agree to nothing')] });
    expect(await allConsentTexts(third)).toEqual(
      inMap(
        { fieldId: 'terms', text: 'I agree', current: false },
        { fieldId: 'terms', text: 'I agree to all', current: false },
        { ...news, current: false },
        { fieldId: 'terms', text: 'I agree to nothing', current: true },
      ),
    );
  });

  it('say their language', async () => {
    const texts = { de: { fields: { terms: { text: 'Ich stimme zu' } } } };
    const first = await stored({ language: 'en', texts, fields: [consent('I agree')] });
    const [english, german] = [
      { fieldId: 'terms', language: 'en', text: 'I agree' },
      { fieldId: 'terms', language: 'de', text: 'Ich stimme zu' },
    ];
    const both = (current: boolean) => inMap({ ...english, current }, { ...german, current });
    expect(await allConsentTexts(first)).toEqual(both(true));
    expect(await allConsentTexts(await change(first, { texts: {}, fields: [] }))).toEqual(both(false));
  });

  it('are current again once the form has them again', async () => {
    const first = await stored({ fields: [consent('I agree')] });
    const again = await change(await change(first, { fields: [] }), { fields: [consent('I agree', 'other')] });
    expect(await allConsentTexts(again)).toEqual(inMap({ fieldId: 'other', text: 'I agree', current: true }));
  });

  it('of two fields with the same text are that of the first', async () => {
    const form = await stored({ fields: [consent('I agree'), consent('I agree', 'other')] });
    expect(await allConsentTexts(form)).toEqual(inMap({ fieldId: 'terms', text: 'I agree', current: true }));
  });

  it('are those of one form alone', async () => {
    const [form, other] = [await stored({ fields: [consent('I agree')] }), await stored({})];
    await change(form, { fields: [] });
    expect(await allConsentTexts(other)).toEqual(new Map());
  });
});
