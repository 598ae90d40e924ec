import { paginateScan, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { dueAt, dueParts, indexes, keyOf } from '../../../shared/store/keys.ts';
import { type CloudWithTable, tableOf } from './cloud-table.ts';

/**
 * Makes deferred work due now whose keys begin with one of these texts, such as `EXPORT#`: that of some environments and
 * organizations, or of all. Between its steps a purge waits for minutes, a file for a day.
 */
export async function hastenJobs(
  cloud: CloudWithTable,
  kinds: readonly string[],
  tenants?: readonly string[],
): Promise<void> {
  const { client, TableName } = tableOf(cloud);
  const waiting = { TableName, IndexName: indexes.due.name };
  for await (const { Items = [] } of paginateScan({ client }, waiting)) {
    for (const { pk, sk, duesk } of Items) {
      if (!kinds.some(kind => pk.startsWith(kind))) continue;
      if (tenants && !tenants.includes(dueParts(duesk).tenant)) continue;
      const update = new UpdateCommand({
        TableName,
        Key: { pk, sk },
        UpdateExpression: 'SET duesk = :now',
        ConditionExpression: 'attribute_exists(duesk)',
        ExpressionAttributeValues: { ':now': dueAt(duesk, 0) },
      });
      // An item that was finished or claimed meanwhile is fine.
      await client.send(update).catch(() => {});
    }
  }
  client.destroy();
  const invocations = `${cloud.environment.AWS_ENDPOINT_URL_LAMBDA}/2015-03-31/functions/SweepDue/invocations`;
  const swept = await fetch(invocations, { method: 'POST', body: '{}' });
  const said = await swept.text();
  if (!swept.ok || swept.headers.has('x-amz-function-error')) throw new Error(`The sweep fails: ${said}`);
}

/** Returns the tenants of an organization's deferred work: itself, and its environments. */
export async function tenantsOf(cloud: CloudWithTable, organizationId: string): Promise<string[]> {
  const { client, TableName } = tableOf(cloud);
  const environments = await client.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :environment)',
      ExpressionAttributeValues: { ':pk': keyOf('organization', { org: organizationId }).pk, ':environment': 'ENV#' },
    }),
  );
  client.destroy();
  return [organizationId, ...(environments.Items ?? []).map(({ id }) => String(id))];
}
