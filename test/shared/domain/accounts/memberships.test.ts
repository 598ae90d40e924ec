import { describe, expect, it } from '@jest/globals';
import { includesRole, type Role } from '../../../../shared/contracts/contract.ts';
import {
  type Actor,
  actorOf,
  lesserRole,
  whyNotChangeRole,
  whyNotChangeUser,
  whyNotDelete,
  whyNotManage,
  whyNotPermitted,
  whyNotRemove,
} from '../../../../shared/domain/accounts/memberships.ts';

const roles: Role[] = ['viewer', 'editor', 'admin', 'owner'];
const pairs = roles.flatMap(one => roles.map(other => [one, other] as const));
const triples = pairs.flatMap(pair => roles.map(third => [...pair, third] as const));

const actor = (role: Role): Actor => ({ role, userId: 'usr_actor' });
const other = (role: Role) => ({ role, userId: 'usr_other' });
const self = (role: Role) => ({ role, userId: 'usr_actor' });
const may = (reason: string | undefined) => reason === undefined;

/** The rule in other words: admins manage everybody but owners, owners everybody. */
const manages = (role: Role, subject: Role) => role === 'owner' || (role === 'admin' && subject !== 'owner');

describe('roles', () => {
  it.each(pairs)('of %s and %s the lesser includes the fewer', (one, other) => {
    expect(lesserRole(one, other)).toBe(roles[Math.min(roles.indexOf(one), roles.indexOf(other))]);
  });

  it.each(pairs)('%s includes %s by the order viewer, editor, admin, owner', (role, least) => {
    expect(includesRole(role, least)).toBe(roles.indexOf(role) >= roles.indexOf(least));
  });

  it('are those of the session’s user or of the key, which is no user', () => {
    expect(actorOf({ kind: 'session', id: 'usr_1', role: 'editor' })).toEqual({ role: 'editor', userId: 'usr_1' });
    expect(actorOf({ kind: 'secretKey', id: 'key_1', role: 'admin' })).toEqual({ role: 'admin' });
    expect(actorOf({ kind: 'publishableKey', id: 'key_1' })).toEqual({ role: 'viewer' });
  });
});

describe.each(pairs)('a user of role %s, with a member of role %s', (role, subject) => {
  it('manages the member as an admin does everybody but owners, and an owner everybody', () => {
    expect(may(whyNotManage(actor(role), subject))).toBe(manages(role, subject));
    expect(may(whyNotRemove(actor(role), other(subject)))).toBe(manages(role, subject));
  });

  it('changes the account, or its status, of one it manages, but of nobody who belongs elsewhere too', () => {
    for (const change of [{ name: 'New' }, { status: 'disabled' }]) {
      const here = whyNotChangeUser(actor(role), { ...other(subject), belongsElsewhere: false }, change);
      expect(may(here)).toBe(manages(role, subject));
      const elsewhere = whyNotChangeUser(actor(role), { ...other(subject), belongsElsewhere: true }, change);
      expect(may(elsewhere)).toBe(false);
    }
  });
});

describe.each(roles)('a secret key of role %s', role => {
  it.each(roles)('manages a member of role %s as a user of its role does, but no owner', subject => {
    const expected = manages(role, subject) && subject !== 'owner';
    expect(may(whyNotManage({ role }, subject))).toBe(expected);
    expect(may(whyNotRemove({ role }, other(subject)))).toBe(expected);
    expect(may(whyNotChangeRole({ role }, other('viewer'), subject))).toBe(expected);
    const user = { ...other(subject), belongsElsewhere: false };
    expect(may(whyNotChangeUser({ role }, user, { status: 'disabled' }))).toBe(expected);
  });

  it('deletes no organization of its own, whose owner does', () => {
    expect(may(whyNotDelete({ role }, true))).toBe(false);
    expect(may(whyNotDelete({ role }, false))).toBe(true);
    expect(may(whyNotDelete(actor(role), true))).toBe(role === 'owner');
  });
});

describe.each(roles)('a user of role %s', role => {
  it('leaves, and changes its own account wherever it belongs, but not its status', () => {
    expect(may(whyNotRemove(actor(role), self(role)))).toBe(true);
    for (const belongsElsewhere of [true, false]) {
      const user = { ...self(role), belongsElsewhere };
      expect(may(whyNotChangeUser(actor(role), user, {}))).toBe(true);
      expect(may(whyNotChangeUser(actor(role), user, { status: 'disabled' }))).toBe(false);
    }
  });
});

it.each(triples)('%s changes %s into %s only where it manages both roles', (role, before, after) => {
  const expected = manages(role, before) && manages(role, after);
  expect(may(whyNotChangeRole(actor(role), other(before), after))).toBe(expected);
});

it.each(pairs)('%s makes itself %s only where it could make others so: nobody rises by themselves', (role, after) => {
  expect(may(whyNotChangeRole(actor(role), self(role), after))).toBe(manages(role, role) && manages(role, after));
});

it('says what is needed, and who may', () => {
  const { userId: _, ...key } = actor('viewer');
  expect(whyNotPermitted(key, 'editor')).toBe('This needs the role editor or higher; that of this key is viewer.');
  expect(whyNotPermitted(actor('viewer'), 'admin')).toBe(
    'This needs the role admin or higher; yours in this organization is viewer.',
  );
  expect(whyNotManage(actor('admin'), 'owner')).toMatch(/^Only an owner, in a session, can make/);
  expect(whyNotDelete(actor('admin'), true)).toMatch(/^Only an owner, in a session, can delete/);
  const here = { ...self('admin'), belongsElsewhere: false };
  expect(whyNotChangeUser(actor('admin'), here, { status: 'disabled' })).toMatch(/^You cannot change your own status/);
  const elsewhere = { ...other('viewer'), belongsElsewhere: true };
  expect(whyNotChangeUser(actor('admin'), elsewhere, {})).toMatch(/^This user also belongs to another organization/);
});
