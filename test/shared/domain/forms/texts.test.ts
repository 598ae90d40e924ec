import { describe, expect, it } from '@jest/globals';
import type { Form } from '../../../../shared/domain/forms/form.ts';
import { publicForm } from '../../../../shared/domain/forms/public-form.ts';
import { newForm } from '../../../../shared/domain/forms/stored-form.ts';
import { inLanguage } from '../../../../shared/domain/forms/texts.ts';

const form = newForm(
  {
    title: 'Contact',
    status: 'live',
    language: 'en',
    closedMessage: 'We are closed',
    thankYou: { text: 'Thank you', redirectUrl: 'https://www.example.com/' },
    fields: [
      { id: 'topic', type: 'select', label: 'Topic', options: ['Sales', 'Support', { value: 'jobs', label: 'Jobs' }] },
      { id: 'name', type: 'text', label: 'Name', placeholder: 'Ada' },
    ],
    texts: {
      de: {
        title: 'Kontakt',
        closedMessage: 'Geschlossen',
        thankYou: { text: 'Danke' },
        fields: {
          topic: { label: 'Thema', options: { Sales: 'Vertrieb', jobs: 'Stellen' } },
          name: { label: 'Name der Person' },
        },
      },
      'de-CH': { title: 'Grüezi' },
      fr: {},
    },
  },
  'production',
);

const languageOf = (lang?: string) => publicForm(form, lang).language;

describe('a form in another language', () => {
  it('has the texts of that language in place, and its own where there are none', () => {
    const { title, closedMessage, thankYou, fields } = inLanguage(form, 'de');
    expect({ title, closedMessage, thankYou, fields }).toEqual({
      title: 'Kontakt',
      closedMessage: 'Geschlossen',
      thankYou: { text: 'Danke', redirectUrl: 'https://www.example.com/' },
      fields: [
        {
          id: 'topic',
          type: 'select',
          label: 'Thema',
          options: [{ value: 'Sales', label: 'Vertrieb' }, 'Support', { value: 'jobs', label: 'Stellen' }],
        },
        { id: 'name', type: 'text', label: 'Name der Person', placeholder: 'Ada' },
      ],
    });
    expect(inLanguage(form, 'fr')).toEqual({ ...form, language: 'fr' });
  });

  it('has them in everything that a visitor reads, and keeps what they leave out', () => {
    const whole = newForm(
      {
        title: 'Hotel',
        status: 'live',
        language: 'en',
        welcome: { text: 'Hello', buttonText: 'Start' },
        privacy: { controller: 'Example Ltd', purpose: 'To answer you' },
        endings: [
          { id: 'good', if: { field: 'room', op: 'answered' }, text: 'Thank you' },
          { id: 'constructor', if: { field: 'room', op: 'answered' }, text: 'Sorry' },
        ],
        theme: { radius: 0, buttonText: 'Send' },
        fields: [
          { id: 'stay', type: 'matrix', label: 'Your stay', rows: ['Bed', 'View'], columns: ['Good', 'Bad'] },
          { id: 'room', type: 'radio', options: [{ value: 'Single', label: 'Single', limit: 3 }, 'constructor'] },
          { id: 'constructor', type: 'text', label: 'Builder' },
        ],
        texts: {
          de: {
            welcome: { text: 'Hallo' },
            privacy: { purpose: 'Für eine Antwort' },
            endings: { good: { text: 'Danke' } },
            buttonText: 'Senden',
            fields: {
              stay: { rows: { Bed: 'Bett' }, columns: { Bad: 'Schlecht' } },
              room: { options: { Single: 'Einzelzimmer' } },
            },
          },
          fr: { thankYou: { text: 'Merci' } },
        },
      },
      'production',
    );
    const { welcome, privacy, endings, theme, fields, language } = inLanguage(whole, 'de');
    expect({ welcome, privacy, endings, theme, fields, language }).toEqual({
      language: 'de',
      welcome: { text: 'Hallo', buttonText: 'Start' },
      privacy: { controller: 'Example Ltd', purpose: 'Für eine Antwort' },
      endings: [
        { id: 'good', if: { field: 'room', op: 'answered' }, text: 'Danke' },
        { id: 'constructor', if: { field: 'room', op: 'answered' }, text: 'Sorry' },
      ],
      theme: { radius: 0, buttonText: 'Senden' },
      fields: [
        {
          id: 'stay',
          type: 'matrix',
          label: 'Your stay',
          rows: [{ value: 'Bed', label: 'Bett' }, 'View'],
          columns: ['Good', { value: 'Bad', label: 'Schlecht' }],
        },
        { id: 'room', type: 'radio', options: [{ value: 'Single', limit: 3, label: 'Einzelzimmer' }, 'constructor'] },
        { id: 'constructor', type: 'text', label: 'Builder' },
      ],
    });
    expect(inLanguage(whole, 'fr')).toEqual({ ...whole, language: 'fr', thankYou: { text: 'Merci' } });
  });

  it('has no part in them that the form lacks', () => {
    const texts = {
      de: { welcome: { text: 'Hallo' }, privacy: { purpose: 'x' }, endings: { good: { text: 'Danke' } } },
    };
    const { welcome, privacy, endings } = inLanguage({ ...form, texts }, 'de');
    expect({ welcome, privacy, endings }).toEqual({});
  });

  it.each([
    ['de', 'de'],
    ['DE', 'de'],
    ['de-AT', 'de'],
    ['de-CH-1996', 'de-CH'],
    ['en-GB', 'en'],
    ['nl', 'en'],
    ['', 'en'],
    ['constructor', 'en'],
    [undefined, 'en'],
  ])('is asked for as %j, and given in %s', (asked, language) => expect(languageOf(asked)).toBe(language));

  it('tells pages of all its languages, and of nothing in them', () => {
    const shown = publicForm(form, 'de');
    expect(shown.languages).toEqual(['en', 'de', 'de-CH', 'fr']);
    expect(shown).not.toHaveProperty('texts');
    const { language: _, texts: __, ...plain } = form;
    expect(publicForm(plain as Form, 'de')).not.toHaveProperty('languages');
  });
});

describe('a form that closes', () => {
  const closing = { ...form, closesAt: '2026-01-31T18:00:00+01:00' };
  const closesAt = Date.parse('2026-01-31T17:00:00Z');

  it('is closed from then on, in words of the language', () => {
    expect(publicForm(closing, 'de', { now: closesAt - 1 })).not.toHaveProperty('closed');
    expect(publicForm(closing, 'de', { now: closesAt }).closed).toEqual({ message: 'Geschlossen' });
    const { closedMessage: _, ...silent } = closing;
    expect(publicForm(silent, 'en', { now: closesAt }).closed).toEqual({});
  });
});
