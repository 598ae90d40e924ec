import { newApiKey } from '../../domain/accounts/api-key.ts';
import { type Caller, type EnvironmentName, environmentNames } from '../../domain/accounts/caller.ts';
import type { SingleSignOn } from '../../domain/accounts/entry-policy.ts';
import { slugOf } from '../../domain/accounts/slug.ts';
import { isIdOf, newId } from '../../ids.ts';
import { type AuditedAction, auditWrite } from '../audit.ts';
import { keyOf, keysOf } from '../keys.ts';
import { getItem, type Item, writeIfUnchanged } from '../table.ts';
import { putNewWrite } from '../writes.ts';
import { apiKeyItem } from './api-key-lookup.ts';
import { newEnvironmentItem } from './environments.ts';
import { foundWrite } from './founders.ts';

/** An organization, as stored. */
export type StoredOrganization = {
  id: string;
  name: string;
  slug?: string;
  /** The number of owners. Without the attribute there is one. */
  owners?: number;
  /** The organization whose secret keys administer it, because one of them created it. */
  createdBy?: string;
  /** The first owner. The organization counts among those that this user may create. */
  founder?: string;
  /** Increases with each invitation. */
  invitationWrites?: number;
  /** Without it, nobody signs in to this organization through a provider. */
  singleSignOn?: SingleSignOn;
  /** Increases with each change of the organization itself. */
  revision?: number;
  /** Whether members need a second factor. */
  requireTwoFactor?: boolean;
  createdAt: string;
  updatedAt: string;
};

/** Returns an organization as the API shows it. */
export function organizationRecord({ id, name, slug, requireTwoFactor, createdAt, updatedAt }: StoredOrganization) {
  return {
    id,
    name,
    slug: slug ?? slugOf(name, id),
    requireTwoFactor: requireTwoFactor === true,
    createdAt,
    updatedAt,
  };
}

/** Returns the organization with this ID, or undefined when there is none or it was deleted. */
export async function getOrganization(id: string): Promise<StoredOrganization | undefined> {
  if (!isIdOf('organization', id)) return undefined;
  return organizationOf(await getItem(keyOf('organization', { org: id })));
}

/** Returns the organization in an item. A deleted one is hidden at once, although its purge takes a while. */
export const organizationOf = (item: Item | undefined): StoredOrganization | undefined =>
  item?.status === 'deleted' ? undefined : (item as (Item & StoredOrganization) | undefined);

type EnvironmentKeys = { publishableKey: string; secretKey: string };

export type BootstrappedOrganization = {
  organization: { id: string };
  environments: Record<EnvironmentName, EnvironmentKeys>;
};

/**
 * Stores the first organization with its three environments, its owner, and a publishable and a secret key for each
 * environment, all in one transaction. Only the result has the keys. Returns undefined when the owner's address is
 * taken.
 */
export async function bootstrapOrganization(
  name: string,
  owner: { email: string; passwordHash: string },
): Promise<BootstrappedOrganization | undefined> {
  const createdAt = new Date().toISOString();
  const [org, user, email] = [newId('organization'), newId('user'), owner.email.toLowerCase()];
  const { passwordHash } = owner;
  const account = { id: user, email: owner.email, status: 'active', passwordHash, memberships: 1 };
  const { items, environments } = newOrganization({ id: org, name, slug: slugOf(name, org) }, user, createdAt, 2);
  const keys = environments.map(environment => newEnvironmentKeys(environment, createdAt));
  const all = [
    ...items,
    { ...keyOf('user', { user }), ...account, createdAt, updatedAt: createdAt },
    { ...keyOf('emailAddress', { email }), userId: user },
    ...keys.flatMap(({ items }) => items),
  ];
  if (!(await writeIfUnchanged(all.map(putNewWrite)))) return undefined;
  const named = keys.map(({ environment, keys }) => [environment, keys] as const);
  return {
    organization: { id: org },
    environments: Object.fromEntries(named) as BootstrappedOrganization['environments'],
  };
}

/** The creator of an organization: a user or a secret key. */
export type OrganizationCreator = Pick<Caller, 'kind' | 'id' | 'sourceIp' | 'userAgent'> & Partial<Caller>;

/**
 * Stores a new organization owned by an existing user. Returns undefined when the user is gone, disabled or being
 * changed, or has reached the limit of organizations created.
 */
export async function createOrganization(
  { name, slug }: { name: string; slug?: string },
  owner: string,
  { caller: creator, action }: AuditedAction<OrganizationCreator>,
): Promise<StoredOrganization | undefined> {
  const createdAt = new Date().toISOString();
  const id = newId('organization');
  const creatorOrg = creator.kind === 'secretKey' ? creator.organizationId : undefined;
  const named = {
    id,
    name,
    slug: slug ?? slugOf(name, id),
    founder: owner,
    ...(creatorOrg && { createdBy: creatorOrg }),
  };
  const {
    organization,
    items,
    environments: [tenancy],
  } = newOrganization(named, owner, createdAt);
  if (!tenancy) return undefined;
  // A key's own organization audits this. For a user it is the first event in the new organization's trail.
  const audit = auditWrite({ ...tenancy, ...creator }, action, id);
  const written = await writeIfUnchanged([...items.map(putNewWrite), foundWrite(owner), audit]);
  return written ? organization : undefined;
}

function newOrganization(
  named: Pick<StoredOrganization, 'id' | 'name' | 'slug' | 'createdBy' | 'founder'>,
  user: string,
  createdAt: string,
  apiKeys = 0,
) {
  const { id: org, createdBy: creatorOrg } = named;
  const organization: StoredOrganization = { ...named, owners: 1, revision: 1, createdAt, updatedAt: createdAt };
  const environments = environmentNames.map(name => newEnvironmentItem(org, name, createdAt, apiKeys));
  const items: Item[] = [
    {
      ...(creatorOrg ? keysOf('organization', { org, creator: creatorOrg }) : keyOf('organization', { org })),
      ...organization,
    },
    { ...keysOf('member', { org, user }), organizationId: org, userId: user, role: 'owner', createdAt },
    ...environments,
  ];
  const scopes = environments.map(({ id, name }) => ({ organizationId: org, environmentId: id, environment: name }));
  return { organization, items, environments: scopes };
}

function newEnvironmentKeys(
  scope: Pick<Caller, 'organizationId' | 'environmentId' | 'environment'>,
  createdAt: string,
) {
  const { environment } = scope;
  const keys = { publishableKey: newApiKey('publishable', environment), secretKey: newApiKey('secret', environment) };
  const items = [
    apiKeyItem(keys.publishableKey, { type: 'publishable', name: 'first publishable key', createdAt }, scope),
    apiKeyItem(keys.secretKey, { type: 'secret', role: 'owner', name: 'first secret key', createdAt }, scope),
  ];
  return { environment, keys, items };
}
