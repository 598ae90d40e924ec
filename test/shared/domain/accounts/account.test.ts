import { expect, it } from '@jest/globals';
import { faultsOfAccount } from '../../../../shared/domain/accounts/account.ts';

const faults = (account: Parameters<typeof faultsOfAccount>[0]) =>
  faultsOfAccount(account).map(({ field, rule, message }) => `${field} (${rule}) ${message}`);

it('has nothing against an account that is right, or that says nothing', () => {
  expect(faults({ email: 'ada@example.com', name: 'Ada', password: 'ä'.repeat(64) })).toEqual([]);
  expect(faults({})).toEqual([]);
});

it('has every fault told at once', () => {
  expect(faults({ email: 'ada', name: ' ', password: `${'ä'.repeat(64)}x` })).toEqual([
    'email (email) must be an email address such as name@example.com, in ASCII, without spaces or #',
    'name (minLength) must not be blank',
    'password (maxLength) must be at most 128 bytes in UTF-8',
  ]);
});

it('takes no # in an address, which separates the parts of a key', () => {
  expect(faults({ email: 'a#b@example.com' })).toHaveLength(1);
});
