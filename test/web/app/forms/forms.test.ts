import { describe, expect, it } from '@jest/globals';
import { updateForm } from '../../../../shared/contracts/forms/forms.ts';
import { builtInTemplates } from '../../../../shared/domain/forms/built-in-templates/index.ts';
import type { Form } from '../../../../shared/domain/forms/form.ts';
import { copyForm, omissionsOf } from '../../../../web/app/pages/forms/copied-form.ts';
import { de } from '../../../../web/app/pages/forms/new/built-in.de.ts';
import { retentionFor } from '../../../../web/app/pages/forms/new/retention-by-default.ts';
import { ofEditor } from '../../../../web/app/pages/forms/of-editor.ts';
import { changesElsewhere, draftOf } from '../../../../web/app/pages/forms/settings/settings-draft.ts';
import { asksForProof } from '../../../../web/app/pages/forms/share/asks-for-proof.ts';
import { localeOf } from '../../../../web/app/texts/locale.ts';

const form: Form = {
  id: 'form_1',
  title: 'Contact',
  status: 'live',
  environment: 'production',
  version: 3,
  fields: [{ id: 'name', type: 'text' }],
  fieldPolicies: { name: 'encrypted' },
  storage: { mode: 'platform', region: 'eu' },
  webhooks: [{ event: 'response.created', url: 'https://example.com/hook' }],
  spamProtection: {
    honeypot: { enabled: true, fieldName: 'website' },
    turnstile: { enabled: true, siteKey: 'site', secretKeyLast4: '1234' },
  },
  autoresponder: { enabled: true, subject: 'Thank you', body: 'We have your message.' },
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

describe('what a person can change of a form', () => {
  it('is all that the contract has: in the editor, in the settings, or the address where it is shared', () => {
    const changed = new Set<string>([...ofEditor, 'fields', ...Object.keys(draftOf(form)), 'slug']);
    expect([...changed].sort()).toEqual(Object.keys(updateForm.body.properties).sort());
  });

  it('is told where somebody else has changed it', () => {
    const theirs: Form = { ...form, maxResponses: 10, closedMessage: 'Full', updatedAt: '2026-02-01T00:00:00.000Z' };
    expect(changesElsewhere(form, theirs)).toEqual(['maxResponses', 'fields']);
    expect(changesElsewhere(form, { ...form, version: 4 })).toEqual([]);
  });
});

describe('a copy', () => {
  const { id, status, environment, version, createdAt, updatedAt, webhooks, spamProtection, autoresponder, ...kept } =
    form;
  const withoutSecret = { ...spamProtection, turnstile: { enabled: false, siteKey: 'site' } };

  it('has everything but webhooks, the automatic reply and the secrets of captchas, and says so', () => {
    expect(copyForm(form, { isAdmin: true })).toEqual({ ...kept, spamProtection: withoutSecret });
    expect(omissionsOf(form, { isAdmin: true })).toEqual(['webhooks', 'captcha', 'autoresponder']);
  });

  it('of somebody who is no admin lies where the deployment keeps its files', () => {
    const { storage, ...others } = kept;
    expect(copyForm(form, { isAdmin: false })).toEqual({ ...others, spamProtection: withoutSecret });
    expect(omissionsOf(form, { isAdmin: false })).toEqual(['webhooks', 'captcha', 'autoresponder', 'storage']);
  });

  it('of a form with nothing of its own lacks nothing', () => {
    const { autoresponder: _, ...others } = form;
    const plain = { ...others, webhooks: [], spamProtection: { turnstile: { enabled: false } } };
    expect(omissionsOf(plain, { isAdmin: true })).toEqual([]);
  });
});

describe('a form of HTML alone', () => {
  it('cannot prove what only a script or the page of the form proves', () => {
    expect(asksForProof(form)).toBe(true);
    expect(asksForProof({ spamProtection: { ticket: { enabled: true } } })).toBe(true);
    expect(asksForProof({ spamProtection: { honeypot: { enabled: true, fieldName: 'website' } } })).toBe(false);
    expect(asksForProof({})).toBe(false);
  });
});

describe('languages', () => {
  it('have the names of all templates of the service', () => {
    expect(Object.keys(de).sort()).toEqual(builtInTemplates.map(template => template.id).sort());
  });

  it.each([
    ['en', ['en-GB', 'en'], 'en-GB'],
    ['en', ['de-AT', 'en-IE'], 'en-IE'],
    ['en', ['de-AT', 'en'], 'en-AT'],
    ['de', ['en-GB', 'de'], 'de-GB'],
    ['de', ['de-Latn-CH'], 'de-CH'],
    ['en', ['en'], 'en'],
  ])('%s of a browser that wishes %j is written as %s', (language, wished, locale) => {
    expect(localeOf(language, wished)).toBe(locale);
  });
});

describe('a new form', () => {
  it('keeps its responses for as long as is chosen, and the rest as its template has it', () => {
    expect(retentionFor('12 months')).toEqual({ days: 365, policy: 'delete' });
    expect(retentionFor('3 years', { days: 7, policy: 'archive', partialDays: 2 })).toEqual({
      ...{ days: 1096, policy: 'archive', partialDays: 2 },
    });
    expect(retentionFor('forever', { days: 7, policy: 'archive' })).toEqual({});
  });
});
