import { DeleteCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import type { KeyOwner } from '../../shared/aws/data-keys.ts';
import type { EnvironmentName } from '../../shared/domain/accounts/caller.ts';
import { env } from '../../shared/env.ts';
import { environmentsOf } from '../../shared/store/accounts/environments.ts';
import { anonymousIn, auditWrite } from '../../shared/store/audit.ts';
import { expression, parametersOf } from '../../shared/store/expression.ts';
import { keyOf, partitionOf, partsOf } from '../../shared/store/keys.ts';
import { queryAll } from '../../shared/store/query.ts';
import { dynamodb, type Item, writeIfUnchanged } from '../../shared/store/table.ts';

/** A data key that exists, and when it was created (ms since the epoch). */
type ExistingKey = { readonly generation: number; readonly createdAt: number };

/** An environment with data keys. */
export type Environment = KeyOwner & { readonly name: EnvironmentName };

const table = (): string => env('DATA_KEYS_TABLE');

/** Returns the environments with data keys: all, or those of one organization, or those with a name. */
export async function environmentsWithKeys(
  only: { organization?: string; environment?: string } = {},
): Promise<Environment[]> {
  const found: Environment[] = [];
  for (const organizationId of only.organization ? [only.organization] : await organizationsWithKeys()) {
    const environments = (await environmentsOf(organizationId)).map(({ id: environmentId, name }) => {
      return { organizationId, environmentId, name };
    });
    for (const each of environments) if ((await keysOf(each)).length > 0) found.push(each);
  }
  return found.filter(({ name }) => only.environment === undefined || name === only.environment);
}

async function organizationsWithKeys(): Promise<string[]> {
  const organizations = new Set<string>();
  const scan = { TableName: table(), ConsistentRead: true, ProjectionExpression: 'pk' };
  for await (const { Items = [] } of paginateScan({ client: dynamodb }, scan)) {
    for (const { pk } of Items) {
      const org = partsOf('dataKey', 'pk', String(pk))?.org;
      if (org) organizations.add(org);
    }
  }
  return [...organizations].sort();
}

/** Returns the keys of an environment, oldest first. */
export async function keysOf(owner: KeyOwner): Promise<ExistingKey[]> {
  return (await itemsOf(owner)).map(item => ({
    generation: generationOf(item),
    createdAt: Date.parse(String(item.createdAt)),
  }));
}

async function itemsOf({ organizationId: org, environmentId }: KeyOwner): Promise<Item[]> {
  const items = await queryAll({ table: table(), partition: partitionOf('dataKey', 'pk', { org }) });
  return items.filter(({ sk }) => partsOf('dataKey', 'sk', sk)?.environment === environmentId);
}

const generationOf = ({ sk }: Item): number => Number(partsOf('dataKey', 'sk', sk)?.generation);

/**
 * Destroys the keys of an environment before this generation. First it notes that, with the event in the audit trail:
 * from then on, an answer whose key is gone reads as destroyed. It may be killed at any point and run twice.
 */
export async function destroyKeysBefore(environment: Environment, generation: number): Promise<number> {
  const { organizationId: org, environmentId, name } = environment;
  const older = (await itemsOf(environment)).filter(item => generationOf(item) < generation);
  if (older.length === 0) return 0;
  const destroyed = generation - 1;
  const actor = { ...anonymousIn(org, { sourceIp: '', userAgent: undefined }), environment: name };
  const note = parametersOf({
    if: expression`attribute_not_exists(pk) OR generation < ${destroyed}`,
  });
  // An interrupted run has noted it already.
  await writeIfUnchanged([
    {
      Put: {
        TableName: table(),
        Item: {
          ...keyOf('destroyedKeys', { org, environment: environmentId }),
          ...{ generation: destroyed, destroyedAt: new Date().toISOString() },
        },
        ...note,
      },
    },
    auditWrite(actor, 'data_key.destroyed', environmentId),
  ]);
  for (const { pk, sk } of older) await dynamodb.send(new DeleteCommand({ TableName: table(), Key: { pk, sk } }));
  return older.length;
}
