import { includesRole } from '../../contracts/contract.ts';
import { membersOf } from '../../store/accounts/members.ts';
import type { Key } from '../../store/keys.ts';
import { type DueMail, mailWrites } from '../../store/mails/mail-items.ts';
import { writeIfUnchanged } from '../../store/table.ts';
import { deleteWrite, exists } from '../../store/writes.ts';

/** More recipients would not help, and a transaction takes 100 writes. */
const adminsMax = 50;

type ToAdmins = Extract<DueMail, { kind: 'keyCreated' | 'receiverDisabled' }>;

/** Whether a mail is to all owners and admins of its organization, rather than to one of them. */
export const isToAdmins = (mail: DueMail): mail is ToAdmins =>
  (mail.kind === 'keyCreated' || mail.kind === 'receiverDisabled') && mail.userId === undefined;

/** Turns one mail to all into a mail to each, once, whichever worker runs it. */
export async function spreadToAdmins(key: Key, mail: ToAdmins): Promise<void> {
  const admins = (await membersOf(mail.organizationId)).filter(({ role }) => includesRole(role, 'admin'));
  const writes = admins.slice(0, adminsMax).flatMap(({ userId }) => mailWrites({ ...mail, userId }, mail));
  await writeIfUnchanged([deleteWrite(key, exists), ...writes]);
}
