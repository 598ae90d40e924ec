import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { FieldType } from '../../../../shared/domain/fields/field.ts';
import { fieldTypes, isAsked } from '../../../../shared/domain/fields/field-types.ts';
import { languages } from '../../../../shared/domain/pages/languages.ts';
import { wordingOf } from '../../../../shared/domain/pages/texts.ts';
import { faultText } from '../../../../shared/domain/wording/fault-text.ts';
import { hintText } from '../../../../shared/domain/wording/hint-text.ts';
import type { AskedField } from '../../../../shared/domain/wording/in-words.ts';
import { placesText } from '../../../../shared/domain/wording/places-text.ts';
import type { PluralText } from '../../../../shared/domain/wording/template.ts';

const english = { texts: wordingOf('en'), lang: 'en' };

describe('a fault in English', () => {
  it.each<[FieldType, string, string]>([
    ['text', 'Full name', 'Enter your full name'],
    ['text', 'Your name:', 'Enter your name'],
    ['text', 'VAT number', 'Enter your VAT number'],
    ['textarea', 'What did you like?', 'Enter an answer to “What did you like?”'],
    ['number', 'Guests', 'Enter a number for guests'],
    ['select', 'Country', 'Select a country'],
    ['radio', 'Experience level', 'Select an experience level'],
    ['select', 'Hobbies', 'Select hobbies'],
    ['radio', 'Why did you travel?', 'Select an answer to “Why did you travel?”'],
    ['multiselect', 'Toppings', 'Select at least one option for toppings'],
    ['date', 'Date of birth', 'Enter your date of birth'],
    ['date', 'Arrival', 'Enter a date for arrival'],
    ['date', 'Birthday', 'Enter your birthday'],
    ['date', 'Todays', 'Enter a date for todays'],
    ['time', 'Arrival', 'Enter a time for arrival'],
    ['time', 'Time of arrival', 'Enter your time of arrival'],
    ['select', 'Day', 'Select a day'],
    ['number', 'Time', 'Enter a number for time'],
    ['currency', 'Budget', 'Enter a number for budget'],
    ['email', 'Email', 'Enter your email'],
    ['phone', 'Phone', 'Enter your phone'],
    ['url', 'Site', 'Enter your site'],
    ['rating', 'Mood', 'Select a mood'],
    ['scale', 'Likelihood', 'Select a likelihood'],
    ['ranking', 'Colors', 'Rank every option in colors'],
    ['checkbox', 'News', 'Select “News” to continue'],
    ['file', 'CV', 'Upload your CV'],
    ['consent', 'I agree to the terms', 'Select “I agree to the terms” to continue'],
    ['matrix', 'How was it?', 'Select an answer in every row of “How was it?”'],
  ])('says what is missing: %s, %s', (type, label, expected) =>
    expect(faultText('required', { type, label }, english)).toBe(expected),
  );

  it.each<[string, FieldType, string, object]>([
    ['max', 'number', 'Age must be between 18 and 120', { min: 18, max: 120 }],
    ['min', 'number', 'Age must be 18 or more', { min: 18 }],
    ['integer', 'number', 'Age must be a whole number', {}],
    ['type', 'number', 'Age must be a number', {}],
    ['minLength', 'text', 'Age must be at least 1 character', { minLength: 1 }],
    ['maxLength', 'text', 'Age must be 2 characters or fewer. You have 4', { maxLength: 2 }],
    ['domains', 'email', 'Age must end in @a.com or @b.com', { domains: ['a.com', 'b.com'] }],
    ['min', 'date', 'Age must be May 1, 2026 or later', { min: '2026-05-01' }],
    ['maxSelected', 'multiselect', 'Select no more than 2 options for age', { maxSelected: 2 }],
    ['pattern', 'text', 'Enter your age in the correct format', {}],
    ['options', 'select', 'Check age', {}],
    ['max', 'number', 'Age must be 9 or less', { max: 9 }],
    ['max', 'date', 'Age must be May 1, 2026 or earlier', { max: '2026-05-01' }],
    ['max', 'date', 'Age must be between May 1, 2026 and May 3, 2026', { min: '2026-05-01', max: '2026-05-03' }],
    ['min', 'time', 'Age must be 9:00 AM or later', { min: '09:00' }],
    ['max', 'time', 'Age must be 5:30 PM or earlier', { max: '17:30' }],
    ['type', 'currency', 'Age must be a number', {}],
    ['type', 'text', 'Check age', {}],
    ['number', 'text', 'Age must be a number', {}],
    ['step', 'number', 'Age must be a multiple of 5', { step: 5 }],
    ['minLength', 'text', 'Age must be at least 2 characters', { minLength: 2 }],
    ['minLength', 'text', 'Age must be at least 1 character', {}],
    ['maxLength', 'text', 'Age must be 1 character or fewer. You have 4', { maxLength: 1 }],
    ['domains', 'email', 'Age must end in @a.com', { domains: 'a.com' }],
    ['email', 'email', 'Enter your age in the format name@example.com', {}],
    ['phone', 'phone', 'Enter your age, like +44 20 7946 0018', {}],
    ['url', 'url', 'Enter your age, like https://example.com', {}],
    ['date', 'date', 'Age must be a real date', {}],
    ['time', 'time', 'Age must be a real time', {}],
    ['minSelected', 'multiselect', 'Select at least 1 option for age', { minSelected: 1 }],
    ['maxSelected', 'multiselect', 'Select no more than 1 option for age', { maxSelected: 1 }],
    ['maxFiles', 'file', 'Upload no more than 2 files for age', { maxFiles: 2 }],
    ['maxFiles', 'file', 'Upload no more than 1 file for age', {}],
    ['full', 'select', 'Choose another option for age: this one is full', {}],
    ['outdated', 'consent', 'The text of this consent has changed. Read it again', {}],
    ['rows', 'matrix', 'Select an answer in every row of age', {}],
    ['singleLine', 'text', 'Enter your age in the correct format', {}],
    ['characters', 'text', 'Enter your age in the correct format', {}],
    ['decimals', 'number', 'Enter your age in the correct format', {}],
  ])('names the bound of %s of a %s', (rule, type, expected, validate) =>
    expect(
      faultText(rule, { type, label: 'Age', validate: { ...validate } }, english, 'a😀b😀').replaceAll('\u202f', ' '),
    ).toBe(expected),
  );

  it('does without bounds, a label and an answer', () => {
    expect(faultText('max', { type: 'number', label: 'Age' }, english)).toContain('Age must be');
    expect(faultText('type', { type: 'number' }, english)).toBe('Your answer to “” must be a number');
    expect(faultText('maxLength', { type: 'text', label: 'Age', validate: { maxLength: 2 } }, english)).toMatch(/ 0$/);
  });

  it('puts a label into a sentence in English alone', () => {
    const british = { texts: wordingOf('en'), lang: 'en-GB' };
    expect(faultText('required', { type: 'text', label: 'Full name' }, british)).toBe('Enter your full name');
    expect(faultText('required', { type: 'text', label: 'Full name' }, { ...english, lang: 'men' })).toContain(
      '“Full name”',
    );
  });
});

describe('a hint', () => {
  it.each<[FieldType, object, string | undefined]>([
    ['number', { min: 18, max: 120 }, 'Between 18 and 120'],
    ['number', { integer: true }, undefined],
    ['text', { maxLength: 500 }, undefined],
    ['text', { minLength: 2, maxLength: 500 }, 'Between 2 and 500 characters'],
    ['textarea', { maxLength: 1000 }, 'Up to 1,000 characters'],
    ['textarea', { minLength: 3 }, 'At least 3 characters'],
    ['textarea', { minLength: 3, maxLength: 3 }, 'Between 3 and 3 characters'],
    ['text', { minLength: 1, maxLength: 101 }, undefined],
    ['text', { maxLength: 100 }, 'Up to 100 characters'],
    ['text', {}, undefined],
    ['email', {}, undefined],
    ['email', { domains: 'a.com' }, 'Ends in @a.com'],
    ['number', { min: 0 }, '0 or more'],
    ['number', { max: 9 }, '9 or less'],
    ['number', { min: 9, max: 9 }, 'Between 9 and 9'],
    ['date', { min: '2026-05-01', max: '2026-05-03' }, 'Between May 1, 2026 and May 3, 2026'],
    ['date', { max: '2026-05-03' }, 'May 3, 2026 or earlier'],
    ['time', { max: '17:30' }, '5:30 PM or earlier'],
    ['multiselect', {}, undefined],
    ['multiselect', { minSelected: 2 }, 'Select at least 2'],
    ['multiselect', { maxSelected: 2 }, 'Select up to 2'],
    ['ranking', { minSelected: 2, maxSelected: 3 }, 'Select between 2 and 3'],
    ['phone', { minLength: 2 }, undefined],
    ['checkbox', {}, undefined],
    ['file', {}, undefined],
    ['file', { maxFiles: 1 }, undefined],
    ['file', { maxFiles: 2 }, 'Up to 2 files'],
    ['file', { maxBytes: 512_000 }, 'Up to 500 kB each'],
    ['file', { maxBytes: 1_048_576 }, 'Up to 1 MB each'],
    ['file', { maxBytes: 1_572_864 }, 'Up to 1.5 MB each'],
    ['file', { accept: ['audio/*', 'video/*', 'text/*'] }, 'Allowed: audio, video, or text'],
    ['file', { accept: ['application/pdf', '.pdf', 'image/svg+xml'] }, 'Allowed: PDF or XML'],
    [
      'file',
      {
        accept: [
          'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
          'application/vnd.openxmlformats-officedocument.presentationml.presentation',
          'text/plain',
        ],
      },
      'Allowed: DOCX, XLSX, PPTX, or TXT',
    ],
    ['multiselect', { minSelected: 2, maxSelected: 2 }, 'Select 2'],
    ['time', { min: '09:00' }, '9:00 AM or later'],
    [
      'file',
      { accept: ['image/*', '.pdf', 'application/msword'], maxBytes: 5_242_880, maxFiles: 3 },
      'Allowed: images, PDF, or DOC · Up to 5 MB each · Up to 3 files',
    ],
  ])('of a %s with %j', (type, validate, expected) =>
    expect(hintText({ type, validate: { ...validate } }, english)?.replaceAll('\u202f', ' ')).toBe(expected),
  );
});

describe('a hint of an amount', () => {
  it.each([
    ['EUR', {}, 'Euro (EUR)'],
    ['USD', { min: 1, max: 5 }, 'US Dollar (USD) · Between 1 and 5'],
  ])('names %s, with the bounds of %j', (currency, validate, expected) =>
    expect(hintText({ type: 'currency', currency, validate }, english)).toBe(expected),
  );
});

describe('the places of an option', () => {
  it.each([
    [undefined, undefined],
    [1200, '1,200 left'],
    [1, '1 left'],
    [0, 'full'],
  ])('%s: %s', (left, expected) => expect(placesText(left, english)).toBe(expected));
});

describe('the texts of each language', () => {
  const project = join(import.meta.dirname, '../../../..');
  const read = (path: string): Record<string, PluralText> => JSON.parse(readFileSync(join(project, path), 'utf8'));
  const ofPages = Object.entries(languages);
  const formsOf = (text: PluralText = ''): string[] => (typeof text === 'string' ? [text] : Object.values(text));
  const numbered = (text: string): string[] => [...new Set(text.match(/\{\d\}/g))].sort();
  const named = (text: string): boolean => /\{[a-z]+\}/i.test(text);

  const all = ['en', ...ofPages.map(([language]) => language)];
  const asked = (Object.keys(fieldTypes) as FieldType[]).filter(isAsked);
  const bounds = { min: 3, max: 9, minLength: 3, maxLength: 9, step: 2, minSelected: 2, maxSelected: 3, maxFiles: 2 };
  const rules = [
    'required',
    'number',
    'integer',
    'min',
    'max',
    'step',
    'minLength',
    'maxLength',
    'pattern',
    'email',
  ].concat([
    'domains',
    'phone',
    'url',
    'date',
    'time',
    'minSelected',
    'maxSelected',
    'maxFiles',
    'rows',
    'options',
    'new-rule',
  ]);

  it.each(all)('name the field in each error, and leave no place empty: %s', language => {
    const words = { texts: wordingOf(language), lang: language };
    for (const type of asked) {
      for (const rule of rules) {
        const own = { date: { min: '2026-05-01', max: '2026-05-09' }, time: { min: '10:00', max: '11:00' } }[
          String(type)
        ];
        const validate = { ...bounds, domains: ['a.com'], ...own };
        const text = faultText(rule, { type, label: 'Vélo?', validate }, words, 'x');
        expect(text).toContain('Vélo?');
        expect(text).not.toMatch(/[{}]|undefined|NaN|Invalid/);
      }
    }
  });

  it.each(all)('say something else for each way to answer: %s', language => {
    const words = { texts: wordingOf(language), lang: language };
    const missing = (type: FieldType) => faultText('required', { type, label: 'X?' }, words);
    const kinds = [
      'text',
      'number',
      'date',
      'time',
      'select',
      'multiselect',
      'file',
      'consent',
      'ranking',
      'matrix',
    ] as const;
    expect(new Set(kinds.map(missing)).size).toBe(kinds.length);
  });

  it('are sixteen, the same in forms and in pages', () => {
    const files = globSync('web/embed/texts/??.json', { cwd: project }).map(file => basename(file, '.json'));
    expect(files.sort()).toEqual(['en', ...ofPages.map(([language]) => language)].sort());
    expect(files).toHaveLength(16);
  });

  it('have names that no other text of the embed has', () => {
    const names = ['web/embed/texts/de.json', 'shared/domain/wording/texts/de.json'].flatMap(path =>
      Object.keys(read(path)),
    );
    expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
  });

  it.each(ofPages)(
    '%s has all of them, with the places of the English ones and each plural',
    (language, { page, words }) => {
      const pairs = [
        [read('shared/domain/wording/texts/en.json'), words],
        [read('shared/domain/pages/texts/en.json'), page],
        [
          Object.assign({}, ...['en', 'en-more', 'en-overlay'].map(name => read(`web/embed/texts/${name}.json`))),
          read(`web/embed/texts/${language}.json`),
        ],
      ] as [Record<string, PluralText>, Record<string, PluralText>][];
      const plurals = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
      for (const [inEnglish, texts] of pairs) {
        expect(Object.keys(texts).sort()).toEqual(Object.keys(inEnglish).sort());
        for (const [key, text] of Object.entries(texts)) {
          const places = numbered(formsOf(inEnglish[key]).at(-1) ?? '');
          const whole = formsOf(text).at(-1) ?? '';
          expect({ key, places: numbered(whole) }).toEqual({ key, places });
          expect({ key, named: named(whole) }).toEqual({ key, named: named(formsOf(inEnglish[key]).at(-1) ?? '') });
          const forms = typeof text === 'string' ? [] : Object.keys(text);
          expect(plurals).toEqual(expect.arrayContaining(forms));
        }
      }
    },
  );

  it.each(['ar', 'he'])('%s keeps what is inserted in a direction of its own', lang => {
    const words = { texts: wordingOf(lang), lang };
    const email = {
      type: 'email',
      label: 'Work e-mail?',
      validate: { domains: ['a.com', 'b.com'] },
    } satisfies AskedField;
    expect(faultText('required', email, words)).toContain('\u2068Work e-mail?\u2069');
    for (const text of [faultText('domains', email, words), hintText(email, words)])
      expect(text).toMatch(/\u2068\u2068@a\.com\u2069.+\u2068@b\.com\u2069\u2069/);
  });

  it('count as their languages do', () => {
    const fault = (lang: string, minLength: number) =>
      faultText('minLength', { type: 'text', label: 'X', validate: { minLength } }, { texts: wordingOf(lang), lang });
    expect([1, 3, 5].map(count => fault('pl', count).split(' ').at(-1))).toEqual(['znak', 'znaki', 'znaków']);
    expect([1, 2, 3, 11].map(count => fault('ar', count))).toHaveLength(
      new Set([1, 2, 3, 11].map(count => fault('ar', count))).size,
    );
  });
});
