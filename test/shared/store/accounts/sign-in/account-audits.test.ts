import { expect, it } from '@jest/globals';
import { accountAudits } from '../../../../../shared/store/accounts/sign-in/account-audits.ts';
import { twoFactorNotice } from '../../../../../shared/store/accounts/sign-in/two-factor-notice.ts';
import { writeIfUnchanged } from '../../../../../shared/store/table.ts';
import { eventsOf, keptOrigin, memberOfTwo, origin, style, waiting } from '../../../../support/records/accounts.ts';
import { useTable } from '../../../../support/table/table.ts';

useTable();

process.env.MAIL_FROM = 'forms@acme.example';

const inProduction = { environment: 'production', ...keptOrigin };
const byUser = ({ id }: { id: string }) => ({ actorKind: 'session', actorId: id, subjectId: id, ...inProduction });

it('writes a change of an account to the trails of all organizations of its user', async () => {
  const { user, organizations } = await memberOfTwo();
  const action = 'user.sessions_ended';
  expect(await writeIfUnchanged(await accountAudits(user.id, origin, action))).toBe(true);
  for (const org of organizations) expect(await eventsOf(org, action)).toEqual([{ action, ...byUser(user) }]);
});

it('names who made the change, if it was not the user', async () => {
  const { user, organizations } = await memberOfTwo();
  const action = 'user.two_factor_reset';
  const by = { kind: 'secretKey', id: 'key_1' } as const;
  expect(await writeIfUnchanged(await accountAudits(user.id, origin, action, by))).toBe(true);
  const event = { action, subjectId: user.id, actorKind: 'secretKey', actorId: 'key_1', ...inProduction };
  for (const org of organizations) expect(await eventsOf(org, action)).toEqual([event]);
});

it.each([
  ['enabled', 'user.two_factor_enabled'],
  ['disabled', 'user.two_factor_disabled'],
  ['reset', 'user.two_factor_reset'],
  ['recoveryCodeUsed', 'user.recovery_code_used'],
  ['recoveryCodesRenewed', 'user.recovery_codes_renewed'],
] as const)('tells the organizations and the user that the second factor changed: %s', async (change, action) => {
  const { user, organizations } = await memberOfTwo();
  const from = { ...origin, ...style };
  expect(await writeIfUnchanged(await twoFactorNotice(user, change, from))).toBe(true);
  for (const org of organizations) expect(await eventsOf(org, action)).toEqual([{ action, ...byUser(user) }]);
  const mails = (await waiting('MAIL')).filter(({ email }) => email === user.email);
  expect(mails).toEqual([
    expect.objectContaining({ ...{ kind: 'twoFactorChanged', email: user.email, change }, ...style }),
  ]);
});

it('names who else changed the second factor', async () => {
  const { user, organizations } = await memberOfTwo();
  const from = { ...origin, ...style };
  const writes = await twoFactorNotice(user, 'reset', from, { kind: 'session', id: 'usr_owner' });
  expect(await writeIfUnchanged(writes)).toBe(true);
  for (const org of organizations) {
    expect(await eventsOf(org, 'user.two_factor_reset')).toMatchObject([
      { actorKind: 'session', actorId: 'usr_owner' },
    ]);
  }
});
