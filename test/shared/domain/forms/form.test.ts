import { describe, expect, it } from '@jest/globals';
import { changedForm, identifies, isOpen, retiredAfter, tidyForm } from '../../../../shared/domain/forms/form.ts';
import { publicForm } from '../../../../shared/domain/forms/public-form.ts';
import { faultsOfSize, newForm } from '../../../../shared/domain/forms/stored-form.ts';

const name = { id: 'name', type: 'text', label: 'Your name' } as const;
const email = { id: 'email', type: 'email' } as const;
const form = newForm({ title: 'Contact', status: 'live', fields: [name, email] }, 'production');
const now = '2026-01-31T09:30:00.000Z';

it('a new form is version 1 of its environment', () => {
  expect(form).toMatchObject({ title: 'Contact', version: 1, environment: 'production', createdAt: form.updatedAt });
  expect(form.id).toMatch(/^form_/);
  expect(Math.abs(Date.parse(form.createdAt) - Date.now())).toBeLessThan(60_000);
});

it('origins are kept as browsers send them', () => {
  const allowedOrigins = ['https://a.example/', 'https://b.example'];
  expect(tidyForm({ allowedOrigins }).allowedOrigins).toEqual(['https://a.example', 'https://b.example']);
  expect(newForm({ ...form, allowedOrigins }, 'production').allowedOrigins?.[0]).toBe('https://a.example');
  expect(tidyForm({})).toEqual({});
});

it('a retention that says nothing is none', () => {
  expect(tidyForm({ retention: {} })).toEqual({});
  expect(tidyForm({ retention: { days: 30 } })).toEqual({ retention: { days: 30 } });
});

it('an email address names a person, and so does what is marked', () => {
  expect(identifies({ type: 'email' })).toBe(true);
  expect(identifies({ type: 'text', identifies: true })).toBe(true);
  expect(identifies({ type: 'text', identifies: false })).toBe(false);
  expect(identifies({ type: 'text' })).toBe(false);
});

it('a form takes submissions while it is live, until the moment it closes', () => {
  const closesAt = '2026-01-31T18:00:00+01:00';
  const end = Date.parse('2026-01-31T17:00:00Z');
  expect(isOpen({ status: 'live' }, end)).toBe(true);
  expect(isOpen({ status: 'live', closesAt }, end - 1)).toBe(true);
  expect(isOpen({ status: 'live', closesAt }, end)).toBe(false);
  expect(isOpen({ status: 'draft' }, end)).toBe(false);
  expect(isOpen({ status: 'archived', closesAt }, end - 1)).toBe(false);
});

describe('a change of a form', () => {
  const change = (more: object) =>
    changedForm(form, { title: 'Contact', status: 'live', fields: [name, email], ...more }, now);

  it('is another version where the fields are others', () => {
    expect(change({ fields: [email, name] }).version).toBe(2);
    expect(change({ title: 'Hello' }).version).toBe(1);
  });

  it('replaces what may be changed, and nothing else', () => {
    const { id, environment, createdAt } = form;
    const allowedOrigins = ['https://a.example/'];
    expect(change({ title: 'Hello', allowedOrigins })).toEqual({
      ...{ id, environment, createdAt, version: 1, updatedAt: now, status: 'live', fields: [name, email] },
      ...{ title: 'Hello', allowedOrigins: ['https://a.example'] },
    });
    expect(changedForm({ ...form, ui: {} }, { title: 'Hello', status: 'live', fields: [] }, now)).not.toHaveProperty(
      'ui',
    );
  });
});

describe('fields that a form once had', () => {
  const retired = (before: object[], after: object[], earlier: { id: string; label?: string }[] = []) =>
    retiredAfter(earlier, { ...form, fields: before as [] }, { ...form, fields: after as [] });

  it('are those that it lost, with their labels, as they were last', () => {
    expect(retired([name, email], [email])).toEqual([{ id: 'name', label: 'Your name' }]);
    expect(retired([name], [], [{ id: 'name', label: 'Name' }, { id: 'age' }])).toEqual([
      { id: 'name', label: 'Your name' },
      { id: 'age' },
    ]);
    expect(retired([{ ...name, label: 'x'.repeat(101) }], [])[0]?.label).toHaveLength(100);
  });

  it('remember the policy by which their answers are stored, and whether they named a person', () => {
    const policies = { ...form, fieldPolicies: { name: 'encrypted' } } as const;
    expect(retiredAfter([], policies, { ...form, fields: [] })).toEqual([
      { id: 'name', label: 'Your name', policy: 'encrypted', type: 'text' },
      { id: 'email', identifies: true },
    ]);
  });

  it('are the columns of a field that has several', () => {
    const matrix = { id: 'hotel', type: 'matrix', label: 'Hotel', rows: ['Bed', 'View'], columns: ['Good', 'Bad'] };
    const [bed, view] = ['Bed', 'View'].map(row => ({ id: 'hotel', label: 'Hotel', row }));
    expect(retired([matrix], [])).toEqual([bed, view]);
    expect(retired([matrix], [{ ...matrix, rows: ['Bed'] }])).toEqual([view]);
  });

  it('are none that it has again', () => {
    expect(retired([], [name], [{ id: 'name' }, { id: 'age' }])).toEqual([{ id: 'age' }]);
  });
});

describe('what anybody may see of a form', () => {
  const { id, title, version } = form;

  it('is what it takes to show it, and nothing of how it is run', () => {
    const ui = { theme: 'dark' } as never;
    const shown = publicForm({ ...form, fields: [{ ...name, pii: true }], allowedOrigins: ['https://a.example'], ui });
    expect(shown).toEqual({ id, title, version, fields: [{ ...name, unsaved: true }], ui });
  });

  it.each([
    [undefined, undefined],
    [{ honeypot: { enabled: false, fieldName: 'website' } }, undefined],
    [{ honeypot: { enabled: true, fieldName: 'website' } }, { honeypot: { fieldName: 'website' } }],
    [{ recaptcha: { enabled: false, siteKey: 'site', secretKey: 'no' } }, undefined],
    [
      { recaptcha: { enabled: true, siteKey: 'site', secretKey: 'no' } },
      { recaptcha: { siteKey: 'site' }, captcha: { provider: 'recaptcha', siteKey: 'site', action: 'submit' } },
    ],
    [
      { turnstile: { enabled: true, siteKey: 'site', secretKeyLast4: '1234' } },
      { captcha: { provider: 'turnstile', siteKey: 'site', action: 'submit' } },
    ],
  ])('has of %j what a page needs', (spamProtection, shown) => {
    const seen = publicForm({ ...form, ...(spamProtection && { spamProtection: spamProtection as object }) });
    expect(seen).toEqual({ id, title, version, fields: [name, email], ...(shown && { spamProtection: shown }) });
  });
});

it('has to fit in an item with the fields that it once had', () => {
  const sized = (label: number) => [form, [{ id: 'old', label: 'x'.repeat(label) }]] as const;
  const room = 380_000 - JSON.stringify(sized(0)).length;
  expect(faultsOfSize(...sized(room))).toEqual([]);
  expect(faultsOfSize(...sized(room + 1))).toEqual([
    {
      field: 'fields',
      rule: 'maxBytes',
      message: expect.stringMatching(/with 1 former fields, is larger than 380000 bytes\. Shorten labels/),
    },
  ]);
});
