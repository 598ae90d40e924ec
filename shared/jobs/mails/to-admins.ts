import { includesRole } from '../../contracts/contract.ts';
import { membersOf } from '../../store/accounts/members.ts';
import type { Key } from '../../store/keys.ts';
import { type DueMail, mailWrites } from '../../store/mails/mail-items.ts';
import { writeIfUnchanged } from '../../store/table.ts';
import { deleteWrite, exists } from '../../store/writes.ts';

/** More people would not do more about it; and a transaction takes 100 writes. */
const adminsMax = 50;

type ToAdmins = Extract<DueMail, { kind: 'keyCreated' | 'receiverDisabled' }>;

/** Whether a mail is to the owners and admins of its organization, and not to one of them yet. */
export const isToAdmins = (mail: DueMail): mail is ToAdmins =>
  (mail.kind === 'keyCreated' || mail.kind === 'receiverDisabled') && mail.userId === undefined;

/** Makes a mail to each out of one to all: all of them, once, by whomever it is run. */
export async function spreadToAdmins(key: Key, mail: ToAdmins): Promise<void> {
  const admins = (await membersOf(mail.organizationId)).filter(({ role }) => includesRole(role, 'admin'));
  const writes = admins.slice(0, adminsMax).flatMap(({ userId }) => mailWrites({ ...mail, userId }, mail));
  await writeIfUnchanged([deleteWrite(key, exists), ...writes]);
}
