import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Caller } from '../domain/accounts/caller.ts';
import { newId, timeKey } from '../ids.ts';
import { auditSeconds } from './audit.ts';
import { partitionOf, partsOf } from './keys.ts';
import { dynamodb, type Item, tableName } from './table.ts';
import { type Order, spanAfter } from './timeline.ts';

/** An event as the trail shows it. */
export type AuditEvent = {
  id: string;
  action: string;
  subjectId: string;
  actor: { kind: Caller['kind']; id: string };
  environment: Caller['environment'];
  sourceIp: string | null;
  userAgent: string | null;
  createdAt: string;
};

/** Which events of an organization are asked for. Times: ms since the epoch, `to` exclusive. */
export type AuditFilter = { action?: string; actorId?: string; subjectId?: string; from?: number; to?: number };

/** The most that one query looks at. */
const rowsMax = 1000;

type Options = {
  order: Order;
  /** The id after which to begin. */
  position: string | undefined;
  expected: number;
};

/** The events of an organization by the time they happened, those of the last year. */
export async function* readAuditEvents(org: string, filter: AuditFilter, options: Options): AsyncGenerator<AuditEvent> {
  const { order, position, expected } = options;
  const whole = keyRange(filter);
  const span = position === undefined ? whole : spanAfter(position, order, whole);
  if (span.low > span.high) return;
  let from: QueryCommandInput['ExclusiveStartKey'];
  let limit = Math.min(expected, rowsMax);
  do {
    const { Items = [], LastEvaluatedKey } = await dynamodb.send(
      new QueryCommand({
        ...queryOf(org, filter, span),
        ConsistentRead: true,
        ScanIndexForward: order === 'asc',
        ExclusiveStartKey: from,
        Limit: limit,
      }),
    );
    for (const item of Items) yield eventOf(item as Item);
    from = LastEvaluatedKey;
    // Nobody knows how many a filter drops: behind one, pages grow.
    limit = Math.min(limit * 2, rowsMax);
  } while (from);
}

/** How many there are, counted by the table: half a read unit for 4 KB, some 15 events. */
export async function countAuditEvents(org: string, filter: AuditFilter): Promise<number> {
  const span = keyRange(filter);
  if (span.low > span.high) return 0;
  let count = 0;
  let from: QueryCommandInput['ExclusiveStartKey'];
  do {
    const { Count = 0, LastEvaluatedKey } = await dynamodb.send(
      new QueryCommand({ ...queryOf(org, filter, span), Select: 'COUNT', ExclusiveStartKey: from }),
    );
    count += Count;
    from = LastEvaluatedKey;
  } while (from);
  return count;
}

const prefix = newId('auditEvent').slice(0, -26);

/** Bounds of the sort keys. What is older than a year is not shown, although the table may delete it some days late. */
function keyRange({ from = 0, to = Date.now() + 60_000 }: AuditFilter): { low: string; high: string } {
  const oldest = Date.now() - auditSeconds * 1000;
  return { low: prefix + timeKey(Math.max(from, oldest)), high: `${prefix}${timeKey(to - 1)}~` };
}

function queryOf(
  org: string,
  { action, actorId, subjectId }: AuditFilter,
  { low, high }: { low: string; high: string },
) {
  const wanted = Object.entries({ action, actorId, subjectId }).filter(([, value]) => value !== undefined);
  return {
    TableName: tableName(),
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :low AND :high',
    ...(wanted.length > 0 && {
      FilterExpression: wanted.map(([name]) => `#${name} = :${name}`).join(' AND '),
      ExpressionAttributeNames: Object.fromEntries(wanted.map(([name]) => [`#${name}`, name])),
    }),
    ExpressionAttributeValues: {
      ':pk': partitionOf('auditEvent', 'pk', { org }),
      ':low': low,
      ':high': high,
      ...Object.fromEntries(wanted.map(([name, value]) => [`:${name}`, value])),
    },
  };
}

function eventOf(item: Item): AuditEvent {
  const { action, subjectId, actorKind, actorId, environment, sourceIp, userAgent, createdAt } = item;
  return {
    id: partsOf('auditEvent', 'sk', item.sk)?.event ?? '',
    action: String(action),
    subjectId: String(subjectId),
    actor: { kind: actorKind as Caller['kind'], id: String(actorId) },
    environment: environment as Caller['environment'],
    sourceIp: (sourceIp as string | undefined) ?? null,
    userAgent: (userAgent as string | undefined) ?? null,
    createdAt: String(createdAt),
  };
}
