import type { Role } from '../../contracts/contract.ts';
import type { EnvironmentName } from '../../domain/accounts/caller.ts';
import type { EntryPolicy } from '../../domain/accounts/entry-policy.ts';
import { type Key, keyOf, partitionOf, partsOf, prefixOf } from '../keys.ts';
import { batchGet, type Item } from '../table.ts';
import { readTimeline } from '../timeline.ts';
import { getMember, type Member } from './members.ts';
import type { StoredOrganization } from './organizations.ts';
import { type StoredUser, userByEmail, userOf } from './users.ts';

export type Membership = {
  organizationId: string;
  name: string;
  role: Role;
  createdAt: string;
  /** The organization's policy. */
  policy: EntryPolicy;
};

/** A member of an organization, in a call about one of its environments. */
type Tenancy = { role: Role; organizationId: string; environmentId: string; environment: EnvironmentName };

/** A member's tenancy, and the policy that their session must satisfy there. */
export type Entrance = { tenancy: Tenancy; policy: EntryPolicy };

/**
 * Returns the user and its membership of an organization. The read is strongly consistent, so a changed role or a
 * removed member takes effect with the next request. There is no entrance when the user is not a member, or the
 * organization is gone.
 */
export async function userInOrganization(
  id: string,
  named: { org: string | undefined; environment: EnvironmentName },
): Promise<{ user: StoredUser | undefined; entrance: Entrance | undefined }> {
  const { org, environment } = named;
  const keys: Partial<Record<'user' | 'organization' | 'member' | 'environment', Key>> = {
    user: keyOf('user', { user: id }),
    ...(org && {
      organization: keyOf('organization', { org }),
      member: keyOf('member', { org, user: id }),
      environment: keyOf('environment', { org, environment }),
    }),
  };
  const items = await batchGet(Object.values(keys));
  const found = (key: Key | undefined) => items.find(({ pk, sk }) => pk === key?.pk && sk === key.sk);
  const organization = found(keys.organization);
  const [member, itsEnvironment] = [found(keys.member), found(keys.environment)];
  const user = userOf(found(keys.user));
  if (org === undefined || !isThere(organization) || !member || !itsEnvironment) {
    return { user, entrance: undefined };
  }
  const tenancy = {
    role: member.role as Role,
    organizationId: org,
    environmentId: String(itsEnvironment.id),
    environment,
  };
  return { user, entrance: { tenancy, policy: organization } };
}

/** Returns a user's organizations, oldest membership first. */
export async function membershipsOf(user: string): Promise<Membership[]> {
  const partition = partitionOf('member', 'gsi1pk', { user });
  const orgs: string[] = [];
  for await (const row of readTimeline({ index: 'lists', partitions: [partition] }, { order: 'asc' })) {
    const parts = partsOf('member', 'gsi1sk', String(row.gsi1sk));
    if (parts) orgs.push(parts.org);
  }
  const items = await batchGet(orgs.flatMap(org => [keyOf('organization', { org }), keyOf('member', { org, user })]));
  const organizations = new Map(items.filter(({ sk }) => sk === prefixOf('organization')).map(item => [item.pk, item]));
  return items
    .filter(({ pk, sk }) => sk !== prefixOf('organization') && isThere(organizations.get(pk)))
    .map(member => ({
      organizationId: String(member.organizationId),
      name: String(organizations.get(member.pk)?.name),
      role: member.role as Role,
      createdAt: String(member.createdAt),
      policy: organizations.get(member.pk) ?? {},
    }))
    .sort((one, other) => order(one).localeCompare(order(other)));
}

const order = ({ createdAt, organizationId }: Membership): string => `${createdAt} ${organizationId}`;

/** Whether the organization exists. A deleted one is hidden at once, although its purge takes a while. */
const isThere = (organization: Item | undefined): organization is Item & StoredOrganization =>
  organization !== undefined && organization.status !== 'deleted';

/** An ID that no user has. It is read for an unknown address, so that takes as long as for a known one. */
const nobody = `usr_${'0'.repeat(26)}`;

/**
 * Returns the organization's member with this address. It takes the same number of reads whether there is such a user
 * or not.
 */
export async function memberWithEmail(org: string, email: string): Promise<Member | undefined> {
  return getMember(org, (await userByEmail(email))?.id ?? nobody);
}

/** Returns which of these organizations a user is a member of. The reads are the same without a user. */
export async function membershipsAmong(orgs: readonly string[], user: StoredUser | undefined): Promise<string[]> {
  const members = await batchGet(orgs.map(org => keyOf('member', { org, user: user?.id ?? nobody })));
  return members.map(({ organizationId }) => String(organizationId));
}

/** Whether a user is a member of any of these organizations. The reads are the same without a user. */
export const isMemberOfAny = async (orgs: readonly string[], user: StoredUser | undefined): Promise<boolean> =>
  (await membershipsAmong(orgs, user)).length > 0;
