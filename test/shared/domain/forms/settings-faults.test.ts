import { expect, it } from '@jest/globals';
import type { Field } from '../../../../shared/domain/fields/field.ts';
import { type FormSettings, faultsOfSettings } from '../../../../shared/domain/forms/settings-faults.ts';

const fields: Field[] = [
  { id: 'topic', type: 'select', options: ['Sales', 'Support'] },
  { id: 'name', type: 'text' },
];
const faultsOf = (settings: FormSettings) =>
  faultsOfSettings({ fields, ...settings }).map(({ field, rule }) => `${field} ${rule}`);

it.each([
  {},
  { closesAt: '2026-01-31T18:00:00+01:00' },
  { thankYou: { redirectUrl: 'http://www.example.com/thanks?a=b' } },
  { language: 'en', texts: {} },
  {
    language: 'en',
    texts: { de: {}, 'pt-BR': { fields: { topic: { label: 'Assunto', options: { Sales: 'Vendas' } } } } },
  },
] as FormSettings[])('a form may say %j', settings => expect(faultsOf(settings)).toEqual([]));

it.each([
  [{ closesAt: '2026-02-30T18:00:00Z' }, 'closesAt format'],
  [{ closesAt: '2026-01-31T25:00:00Z' }, 'closesAt format'],
  [{ thankYou: { redirectUrl: 'https://[' } }, 'thankYou.redirectUrl format'],
  [{ texts: { de: {} } }, 'language required'],
  [{ language: 'en', texts: { german_: {} } }, 'texts.german_ pattern'],
  [{ language: 'en', texts: { EN: {} } }, 'texts.EN unique'],
  [
    { language: 'en', texts: { de: { thankYou: { redirectUrl: 'https://[' } } } },
    'texts.de.thankYou.redirectUrl format',
  ],
  [{ language: 'en', texts: { de: { fields: { gone: {} } } } }, 'texts.de.fields.gone unknown'],
  [
    { language: 'en', texts: { de: { fields: { topic: { options: { sales: 'x' } } } } } },
    'texts.de.fields.topic.options.sales unknown',
  ],
  [
    { language: 'en', texts: { de: { fields: { name: { options: { a: 'x' } } } } } },
    'texts.de.fields.name.options.a unknown',
  ],
] as [FormSettings, string][])('a form cannot say %j', (settings, fault) =>
  expect(faultsOf(settings)).toEqual([fault]),
);

it('is there in 50 languages besides its own, and no more', () => {
  const texts = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`aa-A${n + 10}`, {}]));
  expect(faultsOf({ language: 'en', texts: texts(50) })).toEqual([]);
  expect(faultsOf({ language: 'en', texts: texts(51) })).toEqual(['texts maxProperties']);
});
