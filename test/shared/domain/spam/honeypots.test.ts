import { describe, expect, it } from '@jest/globals';
import { decoyNames, honeypotOf, type ProtectedForm } from '../../../../shared/domain/spam/honeypots.ts';

const name = { id: 'name' };
const website = { id: 'website' };
const formOf = (honeypot?: { enabled: boolean; fieldName?: string }, fields = [name]): ProtectedForm => ({
  fields,
  ...(honeypot && { spamProtection: { honeypot } }),
});

describe('the honeypot of a form', () => {
  it.each([
    ['none without the setting', formOf(), undefined],
    ['none while it is off', formOf({ enabled: false, fieldName: 'url' }), undefined],
    ['"website"', formOf({ enabled: true }), 'website'],
    ['what the form says', formOf({ enabled: true, fieldName: 'url' }), 'url'],
    ['none where a field has its name', formOf({ enabled: true }, [name, website]), undefined],
  ])('is %s', (_, form, expected) => expect(honeypotOf(form)).toBe(expected));
});

describe('the names of no answer', () => {
  it.each([
    ['those that other services use', formOf(), []],
    ['with that of the honeypot', formOf({ enabled: true }), ['website']],
    ['also while it is off', formOf({ enabled: false, fieldName: 'url' }), ['url']],
    ['without the default while it is off', formOf({ enabled: false }), []],
    ['without that of a field', formOf({ enabled: true, fieldName: 'name' }), []],
  ])('are %s', (_, form, own) => expect(decoyNames(form)).toEqual(['_gotcha', '_honey', ...own]));
});
