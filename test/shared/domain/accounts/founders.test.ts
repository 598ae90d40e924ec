import { expect, it } from '@jest/globals';
import { whyNotFound } from '../../../../shared/domain/accounts/founders.ts';

const own = {};

it.each([
  ['somebody whose account is their own', own, [], 'users', /^$/],
  ['somebody whose address is not confirmed', { addressUnproved: true }, [], 'users', /Confirm your email address/],
  ['somebody whose password an admin knows', { passwordChosenByOther: true }, [], 'users', /Choose your own/],
  ['an editor, where owners may', own, ['editor'], 'owners', /Only the owner/],
  ['an owner, where owners may', own, ['viewer', 'owner'], 'owners', /^$/],
  ['an owner whose address is not confirmed', { addressUnproved: true }, ['owner'], 'owners', /Confirm/],
  ['an owner, where nobody may', own, ['owner'], 'nobody', /bootstrap/],
] as const)('says whether %s creates an organization', (_, user, roles, allowed, reason) => {
  expect(whyNotFound(user, roles, allowed) ?? '').toMatch(reason);
});
