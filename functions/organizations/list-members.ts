import { namedOrganization } from '../../shared/auth/named-organization.ts';
import { inBatches } from '../../shared/batches.ts';
import { listMembers } from '../../shared/contracts/accounts/organizations.ts';
import { whyNotPermitted } from '../../shared/domain/accounts/memberships.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { pageOf, positionOf } from '../../shared/http/lists/page.ts';
import { pageOfMatches } from '../../shared/http/lists/search-page.ts';
import { type Invitation, invitationsOf } from '../../shared/store/accounts/links/invitations.ts';
import { countMembers, type Member, memberRecord, readMembers } from '../../shared/store/accounts/members.ts';
import { getUsers, type StoredUser } from '../../shared/store/accounts/users.ts';
import { stopsOf } from '../../shared/store/mails/mail-stops.ts';
import type { Order } from '../../shared/store/query.ts';
import { dropFirst } from '../../shared/store/timeline.ts';

/** A member or an invited person. Their IDs are in one order, with invitations before members. */
type Entry = { readonly id: string; readonly member?: Member; readonly invitation?: Invitation };
type KnownEntry = Entry & { readonly user?: StoredUser | undefined };

export const handler = endpoint(listMembers, async ({ params, query, caller }) => {
  const { organization, actor } = await namedOrganization(caller, params.orgId);
  const { order, offset = 0, limit, q } = query;
  const expected = q === undefined ? offset + limit + 1 : undefined;
  const entries = readEntries(organization.id, { order, position: positionOf(query), expected });
  const { items, ...page } =
    q === undefined
      ? await pageOf(dropFirst(entries, offset), query, {
          sortKeyOf: ({ id }) => id,
          count: async () => (await countMembers(organization.id)) + (await invitationsOf(organization.id)).length,
          keepTotal: true,
        })
      : await pageOfMatches(withTheirUsers(entries), query, {
          sortKeyOf: ({ id }) => id,
          textsOf: ({ invitation, user }) => [invitation?.email, user?.email, user?.name],
          q,
        });
  const manages = whyNotPermitted(actor, 'admin') === undefined;
  return { items: await recordsOf(await withUsers(items), manages), ...page };
});

type ReadOptions = { order: Order; position: string | undefined; expected: number | undefined };

async function* readEntries(org: string, options: ReadOptions): AsyncGenerator<Entry> {
  const parts = [invitationEntries, memberEntries];
  for (const part of options.order === 'asc' ? parts : parts.reverse()) yield* part(org, options);
}

async function* invitationEntries(org: string, { order, position }: ReadOptions): AsyncGenerator<Entry> {
  if (order === 'asc' && position?.startsWith('usr_')) return;
  const isAfter = ({ id }: Invitation) => position === undefined || (order === 'asc' ? id > position : id < position);
  const invitations = (await invitationsOf(org)).filter(isAfter);
  for (const invitation of order === 'asc' ? invitations : invitations.reverse()) {
    yield { id: invitation.id, invitation };
  }
}

async function* memberEntries(org: string, { order, position, expected }: ReadOptions): AsyncGenerator<Entry> {
  const isBefore = position !== undefined && !position.startsWith('usr_');
  if (isBefore && order === 'desc') return;
  const members = readMembers(org, { order, position: isBefore ? undefined : position, expected });
  for await (const member of members) yield { id: member.userId, member };
}

/** Adds the users of all members, a hundred at a time. */
async function* withTheirUsers(entries: AsyncIterable<Entry>): AsyncGenerator<KnownEntry> {
  for await (const some of inBatches(entries, 100)) yield* await withUsers(some);
}

/** Adds the users of members, unless they are there. */
async function withUsers(entries: readonly KnownEntry[]): Promise<KnownEntry[]> {
  const users = await getUsers(entries.filter(({ member, user }) => member && !user).map(({ id }) => id));
  return entries.map(entry => ({ ...entry, user: entry.user ?? users.get(entry.id) }));
}

async function recordsOf(entries: readonly KnownEntry[], manages: boolean) {
  const records = entries.map(entry => recordOf(entry, manages)).filter(record => record !== undefined);
  const stops = await stopsOf(
    records.map(({ email }) => email),
    { consistent: false },
  );
  const failed = new Set(entries.flatMap(({ invitation }) => (invitation?.mail === 'failed' ? invitation.email : [])));
  const stopOf = (email: string) => stops.get(email)?.reason ?? (failed.has(email) ? 'failed' : null);
  return records.map(record => ({ ...record, mailStopped: stopOf(record.email) }));
}

function recordOf({ member, user, invitation }: KnownEntry, manages: boolean) {
  if (invitation) return invitedRecord(invitation);
  if (!member || !user) return undefined;
  return { ...memberRecord(member, user), ...(manages && { twoFactor: user.twoFactor !== undefined }) };
}

/** Returns the record of an invited person from the invitation. */
const invitedRecord = ({ organizationId, role, email, createdAt }: Invitation) => ({
  ...{ organizationId, userId: null, role, email, name: null },
  ...{ status: 'invited', createdAt },
});
