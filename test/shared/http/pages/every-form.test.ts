import { describe, expect, it } from '@jest/globals';
import { createForm } from '../../../../shared/contracts/forms/forms.ts';
import { faultsOfForm } from '../../../../shared/domain/forms/form-rules.ts';
import { formPage, pageBytesMax } from '../../../../shared/domain/pages/hosted-page.ts';
import { hostedFormOf, isFound, visitOf } from '../../../../shared/http/pages/hosted-form.ts';
import { faultsOf } from '../../../../shared/http/validation/validate.ts';
import type { StoredForm } from '../../../../shared/store/forms/forms.ts';
import { type Arbitrary, fc } from '../../../support/properties.ts';

type Definition = Parameters<typeof faultsOfForm>[0];

const bodyBytesMax = 262_144;

const isTaken = (form: object): boolean =>
  Buffer.byteLength(JSON.stringify(form)) <= bodyBytesMax &&
  faultsOf('body', createForm.body, form).length === 0 &&
  faultsOfForm(form as Definition).length === 0;

function pageOf(form: object, query: Readonly<Record<string, string>> = {}): string {
  const stored = { environmentId: 'env_1', form: { id: 'form_1', version: 1, status: 'live', ...form } };
  const asked = { formId: 'form_1', baseUrl: 'https://forms.example.com', language: undefined, embedded: false };
  const visit = visitOf(stored as unknown as StoredForm, asked);
  if (!isFound(visit)) throw new Error('There is no form');
  return formPage(hostedFormOf(visit, 'pk_1'), query);
}

/** What becomes longer as markup, as JSON, or as UTF-8. */
const character = fc.constantFrom(
  'a',
  '"',
  "'",
  '<',
  '&',
  '\\',
  '\u0001',
  'é',
  '語',
  '😀',
  '*',
  '\n',
  '[a](https://b.example) ',
);
const text = (max: number): Arbitrary<string> =>
  fc
    .tuple(character, fc.integer({ min: 1, max }))
    .map(([each, length]) => `x${each.repeat(length).slice(0, length - 1)}`.toWellFormed());
const choices = (max: number) =>
  fc
    .tuple(fc.integer({ min: 1, max }), text(200), fc.boolean())
    .map(([count, label, isPair]) =>
      Array.from({ length: count }, (_, index) => (isPair ? { value: `${index}`, label } : `${index}${label}`)),
    );

const options = choices(500);
const fields: Readonly<Record<string, Arbitrary<object>>> = {
  ...Object.fromEntries(['ranking', 'multiselect', 'radio', 'select'].map(type => [type, fc.record({ options })])),
  matrix: fc.record({ rows: choices(100), columns: choices(50) }),
  scale: fc.record({ validate: fc.constantFrom({}, { min: 0, max: 100 }, { min: -100, max: 1000 }) }),
  rating: fc.record({ validate: fc.constantFrom({}, { max: 10 }, { max: 100 }) }),
  statement: fc.record({ text: text(10_000) }),
  consent: fc.record({ text: text(10_000), label: text(1000) }),
  text: fc.record({ default: text(10_000), help: text(2000) }),
  hidden: fc.record({ query: fc.constant('q') }),
  page: fc.record({ label: text(1000) }),
};

/** As many fields of one kind, or of several, as a body has room for. */
const forms: Arbitrary<object> = fc
  .tuple(
    fc.array(
      fc.constantFrom(...Object.entries(fields)).chain(([type, more]) => more.map(each => ({ type, ...each }))),
      { minLength: 1, maxLength: 3 },
    ),
    fc.constantFrom(1, 3, 30, 200),
    fc.constantFrom('f', 'f'.repeat(60)),
  )
  .map(([kinds, count, id]) => ({ title: 'Long', status: 'live', fields: fieldsOf(kinds, count, id) }));

/** The kinds in turn, up to so many fields, as long as they fit into a body. */
function fieldsOf(kinds: readonly object[], count: number, id: string): object[] {
  const fields: object[] = [];
  const sizes = kinds.map(kind => Buffer.byteLength(JSON.stringify(kind)) + id.length + 15);
  let bytes = 100;
  for (let index = 0; index < count; index++) {
    bytes += sizes[index % kinds.length] ?? 0;
    if (bytes > bodyBytesMax && index > 0) break;
    fields.push({ id: `${id}${index}`, ...kinds[index % kinds.length] });
  }
  return fields;
}

describe('every form that may be made', () => {
  const made = fc.sample(forms, { numRuns: 150, seed: 1 }).filter(isTaken);

  it('has a page, of 512 KB at most', () => {
    expect(made.length).toBeGreaterThan(75);
    const pages = made.map(form => pageOf(form, { q: 'x'.repeat(8000) }));
    expect(Math.max(...pages.map(page => Buffer.byteLength(page)))).toBeLessThanOrEqual(pageBytesMax);
    for (const page of pages) expect(page).toMatch(/<formline-form form="form_1".*<\/formline-form>/s);
    // Ordinary ones work without a script, and the others say that they do not.
    const plain = pages.filter(page => page.includes('<form method="post"'));
    expect(plain.length).toBeGreaterThan(made.length / 5);
    for (const page of pages) expect(page.includes('<form method="post"')).toBe(!page.includes('<noscript>'));
  });

  const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);
  const several = (count: number, kind: object) =>
    Array.from({ length: count }, (_, each) => ({ id: `f${each}`, ...kind }));

  it.each<[string, object[], boolean]>([
    ['one ranking of 350 options', several(1, { type: 'ranking', options: names(350) }), true],
    ['30 rankings of 30', several(30, { type: 'ranking', options: names(30) }), true],
    ['30 rankings of 100', several(30, { type: 'ranking', options: names(100) }), false],
    ['9 matrices of 100 × 50', several(9, { type: 'matrix', rows: names(100), columns: names(50) }), true],
  ])('of %s has a page of less than 200 KB', (_, all, isPlain) => {
    const form = { title: 'Long', status: 'live', fields: all };
    expect(isTaken(form)).toBe(true);
    const page = pageOf(form);
    expect(page.length).toBeLessThan(200_000);
    expect(page.includes('<form method="post"')).toBe(isPlain);
  });
});
