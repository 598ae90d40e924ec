import { describe, expect, it } from '@jest/globals';
import type { Form } from '../../../../shared/domain/forms/form.ts';
import { publicForm } from '../../../../shared/domain/forms/public-form.ts';
import { newForm } from '../../../../shared/domain/forms/stored-form.ts';

const form = newForm({ title: 'Contact', status: 'live', fields: [{ id: 'name', type: 'text' }] }, 'production');
const { id, version } = form;
const shown = { id, title: 'Contact', version, fields: [{ id: 'name', type: 'text' }] };
const closesAt = '2026-03-01T00:00:00.000Z';
const now = Date.parse(closesAt);
const of = (changes: Partial<Form>, context = {}) => publicForm({ ...form, ...changes }, undefined, context);

describe('what anybody may see of a form', () => {
  it('is no more than what shows it', () => {
    expect(of({ allowedOrigins: ['https://example.com'], retention: { days: 30 } } as Partial<Form>)).toEqual(shown);
    expect(of({ fields: [{ id: 'name', type: 'text', pii: true }] })).toEqual(shown);
  });

  it('says which answers a form that saves never saves before they are sent', () => {
    const fields = [
      { id: 'name', type: 'text' as const },
      { id: 'iban', type: 'text' as const },
      { id: 'born', type: 'date' as const, pii: true },
    ];
    const unsavedOf = (ui?: Form['ui']) =>
      of({ fields, fieldPolicies: { iban: 'encrypted' }, ...(ui && { ui }) }).fields.filter(field => field.unsaved);
    expect(unsavedOf({ partialSaves: 'on' }).map(({ id }) => id)).toEqual(['iban', 'born']);
    expect(unsavedOf({ partialSaves: 'off' })).toEqual([]);
    expect(unsavedOf()).toEqual([]);
  });

  it('has what follows a submission', () => {
    expect(of({ thankYou: { text: 'Thank you' } })).toEqual({ ...shown, thankYou: { text: 'Thank you' } });
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
});
