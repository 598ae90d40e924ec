import { afterEach, expect, it, jest } from '@jest/globals';
import { hashOfSecret, newSecret } from '../../../../../shared/domain/accounts/account-token.ts';
import { useState } from '../../../../../shared/store/accounts/sign-in/sign-in-states.ts';
import { keyOf } from '../../../../../shared/store/keys.ts';
import { stored } from '../../../../support/records/accounts.ts';
import { useTable } from '../../../../support/table/table.ts';

useTable();

afterEach(() => {
  jest.restoreAllMocks();
});

it('uses up the state of a sign-in once, also of two uses at once, and remembers it for an hour', async () => {
  const [state, other] = [newSecret(), newSecret()];
  const now = Date.now();
  jest.spyOn(Date, 'now').mockReturnValue(now);
  const uses = await Promise.all([useState(state), useState(state)]);
  expect(uses.filter(Boolean)).toHaveLength(1);
  expect(await useState(state)).toBe(false);
  expect(await useState(other)).toBe(true);
  const ttl = Math.ceil(now / 1000 + 3600);
  for (const used of [state, other])
    expect(await stored(keyOf('signInState', { sha256: hashOfSecret(used) }))).toEqual({ ttl });
});
