import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { addressSha256 } from '../../../../../shared/domain/mails/mailbox-identity.ts';
import {
  type AccountNote,
  noteOnAccount,
  tellOfAccount,
} from '../../../../../shared/store/accounts/links/account-notes.ts';
import { dueParts, keyOf } from '../../../../../shared/store/keys.ts';
import { dynamodb } from '../../../../../shared/store/table.ts';
import { eventsOf, keptOrigin, memberOfTwo, newAddress, origin, stored } from '../../../../support/records/accounts.ts';
import { useTable } from '../../../../support/table/table.ts';

useTable();

const minute = 60_000;
const day = 24 * 60 * minute;
const action = 'user.login_failed';

afterEach(() => {
  jest.restoreAllMocks();
});

const jobKey = (noted: AccountNote, email: string) => keyOf('job', { job: `${noted}-${addressSha256(email)}` });

const at = (time: number) => jest.spyOn(Date, 'now').mockReturnValue(time);

async function dueOf(noted: AccountNote, email: string) {
  const job = await stored(jobKey(noted, email));
  return dueParts(String(job?.duesk));
}

const ttlAt = (time: number) => Math.ceil((time + day) / 1000);

const anonymous = { actorKind: 'anonymous', actorId: 'anonymous', environment: 'production', ...keptOrigin };

describe('a note on an account', () => {
  it('gathers events until it is due: at once, whatever their letters and their number', async () => {
    const email = newAddress();
    const now = Date.now();
    at(now);
    await noteOnAccount(action, email, {});
    at(now + minute);
    await noteOnAccount(action, email.toUpperCase(), origin);
    expect(await stored(jobKey(action, email))).toEqual({
      ...{ kind: 'accountNote', action, email: email.toUpperCase(), step: 0, times: 2, ttl: ttlAt(now + minute) },
      ...{ ...keptOrigin, duepk: expect.stringMatching(/^DUE#\d+$/), duesk: expect.any(String) },
    });
    expect(await dueOf(action, email)).toEqual({ tenant: 'accounts', time: now });
  });

  it('is told to each organization of the user once, and forgets the address', async () => {
    const { user, organizations } = await memberOfTwo();
    const now = Date.now();
    at(now);
    for (let times = 0; times < 3; times++) await noteOnAccount(action, user.email, origin);
    at(now + minute);
    const key = jobKey(action, user.email);
    expect(await tellOfAccount(key)).toBe(true);
    const told = { kind: 'accountNote', action, step: 0, ttl: ttlAt(now), notedAt: now + minute };
    expect(await stored(key)).toEqual(told);
    expect(await tellOfAccount(key)).toBe(true);
    expect(await stored(key)).toEqual(told);
    const event = { action, subjectId: user.id, times: 3, ...anonymous };
    for (const org of organizations) expect(await eventsOf(org, action)).toEqual([event]);
  });

  it('is forgotten without a user who has the address', async () => {
    const email = newAddress();
    await noteOnAccount(action, email, origin);
    const key = jobKey(action, email);
    expect(await tellOfAccount(key)).toBe(true);
    expect(await stored(key)).toEqual({
      ...{ kind: 'accountNote', action, step: 0, ttl: expect.any(Number), notedAt: expect.any(Number) },
    });
  });

  it('is done when it is not there', async () => {
    const key = jobKey(action, newAddress());
    expect(await tellOfAccount(key)).toBe(true);
    expect(await stored(key)).toBeUndefined();
  });

  it('is told later when another event comes meanwhile', async () => {
    const { user, organizations } = await memberOfTwo();
    await noteOnAccount(action, user.email, origin);
    const send = dynamodb.send.bind(dynamodb);
    const sent = jest.spyOn(dynamodb, 'send').mockImplementation((async (command: never) => {
      if ((command as object) instanceof TransactWriteCommand) {
        sent.mockRestore();
        await noteOnAccount(action, user.email, origin);
      }
      return send(command);
    }) as never);
    const key = jobKey(action, user.email);
    expect(await tellOfAccount(key)).toBe(false);
    expect(await stored(key)).toMatchObject({ times: 2, email: user.email });
    for (const org of organizations) expect(await eventsOf(org, action)).toEqual([]);
    expect(await tellOfAccount(key)).toBe(true);
    for (const org of organizations) expect(await eventsOf(org, action)).toMatchObject([{ times: 2 }]);
  });

  it.each<[AccountNote, number]>([
    ['user.code_failed', 15 * minute],
    ['user.login_failed', 15 * minute],
    ['user.password_reset_requested', 60 * minute],
    ['user.sign_in_refused', 15 * minute],
  ])('of %s comes again after %d ms at the earliest', async (noted, everyMs) => {
    const email = newAddress();
    const now = Date.now();
    at(now);
    await noteOnAccount(noted, email, origin);
    await tellOfAccount(jobKey(noted, email));
    at(now + minute);
    await noteOnAccount(noted, email, origin);
    expect(await dueOf(noted, email)).toEqual({ tenant: 'accounts', time: now + everyMs });
    await tellOfAccount(jobKey(noted, email));
    at(now + minute + everyMs + 1);
    await noteOnAccount(noted, email, origin);
    expect(await dueOf(noted, email)).toEqual({ tenant: 'accounts', time: now + minute + everyMs + 1 });
  });
});
