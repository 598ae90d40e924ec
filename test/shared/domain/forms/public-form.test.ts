import { describe, expect, it } from '@jest/globals';
import { consentIdOf } from '../../../../shared/domain/forms/consent-texts.ts';
import type { Form } from '../../../../shared/domain/forms/form.ts';
import { privacyTexts } from '../../../../shared/domain/forms/privacy-texts.ts';
import { publicForm } from '../../../../shared/domain/forms/public-form.ts';
import { newForm } from '../../../../shared/domain/forms/stored-form.ts';
import { languages } from '../../../../shared/domain/pages/languages.ts';

const form = newForm({ title: 'Contact', status: 'live', fields: [{ id: 'name', type: 'text' }] }, 'production');
const { id, version } = form;
const shown = { id, title: 'Contact', version, fields: [{ id: 'name', type: 'text' }] };
const closesAt = '2026-03-01T00:00:00.000Z';
const now = Date.parse(closesAt);
const of = (changes: Partial<Form>, context = {}) => publicForm({ ...form, ...changes }, undefined, context);

describe('what anybody may see of a form', () => {
  it('is no more than what shows it', () => {
    expect(of({ allowedOrigins: ['https://example.com'], retention: { days: 30 } } as Partial<Form>)).toEqual(shown);
    const fields = [{ id: 'name', type: 'text' as const, pii: true }];
    expect(of({ fields })).toEqual({ ...shown, fields: [{ id: 'name', type: 'text', unsaved: true }] });
  });

  it('says which answers are sent with the submission alone, and kept by no browser', () => {
    const fields = [
      { id: 'name', type: 'text' as const },
      { id: 'iban', type: 'text' as const },
      { id: 'born', type: 'date' as const, pii: true },
    ];
    const unsavedOf = (ui?: Form['ui']) =>
      of({ fields, fieldPolicies: { iban: 'encrypted' }, ...(ui && { ui }) }).fields.filter(field => field.unsaved);
    expect(unsavedOf({ partialSaves: 'on' }).map(({ id }) => id)).toEqual(['iban', 'born']);
    expect(unsavedOf().map(({ id }) => id)).toEqual(['iban', 'born']);
  });

  it('has what follows a submission', () => {
    expect(of({ thankYou: { text: 'Thank you' } })).toEqual({ ...shown, thankYou: { text: 'Thank you' } });
    const endings = [{ id: 'good', if: { field: 'name', op: 'answered' }, text: 'Thank you' }];
    expect(of({ endings })).toEqual({ ...shown, endings });
    expect(of({ endings: [] })).toEqual(shown);
  });

  it('has how it looks, and what it says first', () => {
    const looks: Partial<Form> = {
      ui: { layout: 'one-by-one' },
      theme: { buttonText: 'Send' },
      welcome: { text: 'Hello' },
    };
    expect(of(looks)).toEqual({ ...shown, ...looks });
  });

  it('has the places that are left, of fields with a limit', () => {
    const fields = [
      { id: 'day', type: 'radio', options: [{ value: 'Monday', label: 'Monday', limit: 3 }] },
      { id: 'name', type: 'text' },
    ] satisfies Form['fields'];
    const [day, name] = of({ fields }, { left: new Map([['day', { Monday: 2 }]]) }).fields;
    expect(day).toEqual({ ...fields[0], left: { Monday: 2 } });
    expect(name).toEqual(fields[1]);
  });

  it('has the proof of the text that a consent shows, in the language of the page', () => {
    const fields: Form['fields'] = [{ id: 'terms', type: 'consent', text: 'I agree' }];
    const texts = { de: { fields: { terms: { text: 'Ich stimme zu' } } } };
    const consentIn = (lang: string) => publicForm({ ...form, fields, language: 'en', texts }, lang).fields[0];
    expect(consentIn('en')).toMatchObject({ text: 'I agree', consentId: consentIdOf('terms', 'en', 'I agree') });
    expect(consentIn('de')?.consentId).toBe(consentIdOf('terms', 'de', 'Ich stimme zu'));
    expect(of({ fields: [{ id: 'terms', type: 'consent' }] }).fields[0]).toHaveProperty(
      'consentId',
      consentIdOf('terms', undefined, ''),
    );
    expect(of({}).fields[0]).not.toHaveProperty('consentId');
  });

  it('ends with the privacy notice, in the language of the page', () => {
    const privacy = {
      controller: 'Example Ltd',
      purpose: 'To answer you',
      lawfulBasis: 'legitimateInterests' as const,
      url: 'https://www.example.com/a_(b',
    };
    const stored = {
      ...form,
      language: 'en',
      privacy,
      texts: { de: { privacy: { purpose: 'Für eine Antwort' } }, ja: {} },
    };
    const noticeIn = (lang?: string) => publicForm(stored, lang).fields.at(-1);
    expect(noticeIn()).toEqual({
      id: '_privacy',
      type: 'statement',
      text: [
        '**Responsible for your data:** Example Ltd',
        '**Purpose:** To answer you',
        '**Legal basis:** legitimate interests',
        '[Privacy policy](https://www.example.com/a_%28b)',
      ].join('\n'),
    });
    expect(noticeIn('de-AT')?.text?.split('\n').slice(0, 3)).toEqual([
      '**Verantwortlich für Ihre Daten:** Example Ltd',
      '**Zweck:** Für eine Antwort',
      '**Rechtsgrundlage:** berechtigtes Interesse',
    ]);
    expect(noticeIn('ja')?.text).toContain('**法的根拠:** 正当な利益');
    expect(of({ privacy: {} }).fields).toHaveLength(1);
    expect(publicForm({ ...form, privacy: { purpose: 'x' } }, 'fr').fields.at(-1)?.text).toBe('**Finalité:** x');
  });

  it('has a privacy notice in each language of the pages', () => {
    expect(Object.keys(privacyTexts).sort()).toEqual(['en', ...Object.keys(languages)].sort());
    for (const { bases, ...heads } of Object.values(privacyTexts))
      for (const text of [...Object.values(heads), ...Object.values(bases)]) expect(text).toMatch(/\S/);
  });

  it('says until when there can be one, and afterwards that there can be none', () => {
    expect(of({ closesAt }, { now: now - 1 })).toEqual({ ...shown, closesAt });
    expect(of({ closesAt }, { now })).toEqual({ ...shown, closesAt, closed: {} });
    expect(of({ closedMessage: 'Too late' }, { isFull: true })).toEqual({ ...shown, closed: { message: 'Too late' } });
    expect(of({ closedMessage: 'Too late' })).toEqual(shown);
  });

  it('has what a page needs for the protection against spam', () => {
    expect(of({}, { ticket: 'ticket' })).toEqual({ ...shown, spamProtection: { ticket: 'ticket' } });
    expect(of({ spamProtection: { proofOfWork: { enabled: true } } })).toEqual({
      ...shown,
      spamProtection: { proofOfWork: { challengePath: `/forms/${id}/challenge` } },
    });
    expect(of({ spamProtection: { proofOfWork: { enabled: false } } })).toEqual(shown);
    const honeypot = { fieldName: 'website' };
    expect(of({ spamProtection: { honeypot: { ...honeypot, enabled: true } } })).toEqual({
      ...shown,
      spamProtection: { honeypot },
    });
    expect(of({ spamProtection: { honeypot: { ...honeypot, enabled: false } } })).toEqual(shown);
  });

  it('says of a captcha whether it is enforced', () => {
    const spamProtection = { recaptcha: { enabled: true, siteKey: 'site' } };
    const captcha = { provider: 'recaptcha', siteKey: 'site', action: 'submit' };
    const recaptcha = { siteKey: 'site' };
    expect(of({ spamProtection }).spamProtection).toEqual({ recaptcha, captcha });
    expect(of({ spamProtection }, { captchaEnforced: false }).spamProtection).toEqual({
      recaptcha,
      captcha: { ...captcha, enforced: false },
    });
    expect(of({ spamProtection: { hcaptcha: { enabled: true } } }).spamProtection).toEqual({
      captcha: { provider: 'hcaptcha', action: 'submit' },
    });
  });
});
