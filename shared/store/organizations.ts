import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { newApiKey } from '../auth/api-key.ts';
import { type EnvironmentName, environmentNames } from '../auth/caller.ts';
import { hashPassword } from '../auth/password.ts';
import { newId } from '../ids.ts';
import { apiKeyItem } from './api-keys.ts';
import { keyOf, keysOf } from './keys.ts';
import { type Item, tableName, whenUnchanged } from './table.ts';

type EnvironmentKeys = { publishableKey: string; secretKey: string };

export type NewOrganization = {
  organization: { id: string };
  environments: Record<EnvironmentName, EnvironmentKeys>;
};

/**
 * Stores an organization with its three environments, its owner, and a publishable and a secret key of each
 * environment: all of it or nothing. The keys are in the answer and nowhere else. Undefined when the owner's address
 * is taken.
 */
export async function createOrganization(
  name: string,
  owner: { email: string; password: string },
): Promise<NewOrganization | undefined> {
  const createdAt = new Date().toISOString();
  const [org, user, email] = [newId('organization'), newId('user'), owner.email.toLowerCase()];
  const environments = environmentNames.map(environment => newEnvironment(org, environment, createdAt));
  const passwordHash = await hashPassword(owner.password);
  const items: Item[] = [
    { ...keyOf('organization', { org }), id: org, name, createdAt, updatedAt: createdAt },
    { ...keyOf('user', { user }), id: user, email: owner.email, status: 'active', passwordHash, createdAt },
    { ...keyOf('emailAddress', { email }), userId: user },
    { ...keysOf('member', { org, user }), organizationId: org, userId: user, role: 'owner', createdAt },
    ...environments.flatMap(({ items }) => items),
  ];
  const ConditionExpression = 'attribute_not_exists(pk)';
  const TransactItems = items.map(Item => ({ Put: { TableName: tableName(), Item, ConditionExpression } }));
  if (!(await whenUnchanged(new TransactWriteCommand({ TransactItems })))) return undefined;
  const keys = environments.map(({ name: environment, keys }) => [environment, keys] as const);
  return { organization: { id: org }, environments: Object.fromEntries(keys) as NewOrganization['environments'] };
}

function newEnvironment(org: string, environment: EnvironmentName, createdAt: string) {
  const environmentId = newId('environment');
  const scope = { organizationId: org, environmentId, environment };
  const keys = { publishableKey: newApiKey('publishable', environment), secretKey: newApiKey('secret', environment) };
  const items: Item[] = [
    { ...keyOf('environment', { org, environment }), id: environmentId, name: environment, shards: 1, createdAt },
    apiKeyItem(keys.publishableKey, 'publishable', scope, 'first publishable key', createdAt),
    apiKeyItem(keys.secretKey, 'secret', scope, 'first secret key', createdAt),
  ];
  return { name: environment, keys, items };
}
