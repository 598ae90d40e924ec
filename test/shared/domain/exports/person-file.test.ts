import { describe, expect, it } from '@jest/globals';
import { describedForm } from '../../../../shared/domain/exports/person-file.ts';
import { newForm } from '../../../../shared/domain/forms/stored-form.ts';

const privacy = { controller: 'Acme Ltd', purpose: 'To reply' };
const form = newForm(
  {
    ...{ title: 'Contact', status: 'live' },
    language: 'en',
    fields: [
      { id: 'email', type: 'email', label: 'Your email', required: true, placeholder: 'ada@example.com' },
      { id: 'topic', type: 'select', label: 'Topic', options: ['Sales'] },
    ],
    texts: { de: { title: 'Kontakt', fields: { email: { label: 'Ihre E-Mail' } } } },
  },
  'production',
);
const texts = [{ textHash: 'h1', fieldId: 'news', text: 'I want news.' }];
const given = (value: object) => JSON.parse(JSON.stringify(value));

describe('a form that a file about a person describes', () => {
  it('has its title, what explains the answers to its fields, and the texts of consents', () => {
    expect(given(describedForm(form, [], texts))).toEqual({
      ...{ id: form.id, title: 'Contact' },
      fields: [
        { id: 'email', type: 'email', label: 'Your email' },
        { id: 'topic', type: 'select', label: 'Topic', options: ['Sales'] },
      ],
      consentTexts: texts,
    });
  });

  it('says for what its answers are, if it does', () => {
    expect(describedForm({ ...form, privacy }, [], []).privacy).toEqual(privacy);
    expect(describedForm(form, [], [])).not.toHaveProperty('privacy');
  });

  it('speaks the language of the page', () => {
    const { title, fields } = describedForm(form, [], [], 'de');
    expect([title, fields.map(({ label }) => label)]).toEqual(['Kontakt', ['Ihre E-Mail', 'Topic']]);
  });

  it('has former fields, each row of a matrix once, and none that came back', () => {
    const retired = [
      { id: 'topic', label: 'Theme', type: 'text' as const },
      { id: 'fee', label: 'Fee', type: 'currency' as const, currency: 'EUR' },
      { id: 'service', label: 'Service', type: 'matrix' as const, row: { value: 'a', label: 'Speed' } },
      { id: 'service', label: 'Service', type: 'matrix' as const, row: 'b' },
      { id: 'service', label: 'Service', type: 'matrix' as const, row: 'a' },
    ];
    expect(given(describedForm(form, retired, []).fields.slice(2))).toEqual([
      { id: 'fee', type: 'currency', label: 'Fee', currency: 'EUR', former: true },
      { id: 'service', type: 'matrix', label: 'Service', rows: [{ value: 'a', label: 'Speed' }, 'b'], former: true },
    ]);
  });
});
