import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { AccountPart, Contract } from '../../shared/contracts/contract.ts';
import { accountParts, indexes, partitionsOfAccounts, prefixOf, tableKey } from '../../shared/store/keys.ts';
import type { TableName } from '../data-stack.ts';
import { allow } from './lambda-function.ts';

const readActions = ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query'];
const writeActions = ['dynamodb:ConditionCheckItem', 'dynamodb:DeleteItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'];

/** The index of lists, that of due work, which only the sweeper reads, or that of changes. */
export type TableIndex = keyof typeof indexes;

/** What a contract's `table` means in IAM: actions on the table's items, and queries of indexes of it. */
export function tableAccess(
  table: TableName,
  access: Contract['table'],
  names: readonly TableIndex[] = ['lists'],
): PolicyStatement[] {
  if (access === 'none') return [];
  const onItems = access === 'write' ? [...readActions, ...writeActions] : readActions;
  return [
    allow(onItems, [table.tableArn]),
    allow(
      ['dynamodb:Query'],
      names.map(name => `${table.tableArn}/index/${indexes[name].name}`),
    ),
  ];
}

// What is denied may be denied everywhere: the ARN of the table is 150 bytes, in each of a hundred roles. Reading names it,
// because a pattern for tables takes in their indexes, whose partitions mean something else.
const anyTable = '*';
const anyIndex = `arn:*:dynamodb:*:*:table/*/index/${indexes.lists.name}`;

/**
 * What a request may reach of accounts is what its operation owns, whatever else its role is allowed one day: the rest is
 * denied by partition. Authentication reads what it needs for the credentials that the operation takes. A query of an index
 * is judged by the partition of the index.
 */
export function denyAccounts(
  table: TableName,
  { auth, owns = [], audited, auditedExport, table: access }: Contract,
): PolicyStatement[] {
  if (access === 'none') return [];
  const readable = new Set<AccountPart>([
    ...owns,
    ...(auth.length > 0 ? (['keys', 'organizations'] as const) : []),
    ...(auth.includes('session') ? (['sessions', 'users'] as const) : []),
  ]);
  const unread = accountParts.filter(part => !readable.has(part));
  const unwritten = accountParts.filter(
    part => !owns.includes(part) && !(part === 'audit' && (audited ?? auditedExport)),
  );
  return [
    ...denied([...readActions, 'dynamodb:ConditionCheckItem'], table.tableArn, partitionsOfAccounts(unread, 'pk')),
    ...denied(['dynamodb:Query'], anyIndex, partitionsOfAccounts(unread, 'gsi1pk')),
    ...denied(['dynamodb:DeleteItem', 'dynamodb:PutItem'], anyTable, partitionsOfAccounts(unwritten, 'pk')),
    ...denied(['dynamodb:UpdateItem'], anyTable, partitionsOfAccounts(unwritten, 'pk'), {
      'ForAnyValue:StringNotEquals': { 'dynamodb:Attributes': attributesOfUse },
    }),
  ];
}

type Conditions = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

function denied(
  actions: readonly string[],
  resource: string,
  partitions: readonly string[],
  conditions: Conditions = {},
): PolicyStatement[] {
  if (partitions.length === 0) return [];
  const leading = { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': partitions } };
  return [
    new PolicyStatement({
      effect: Effect.DENY,
      actions: [...actions],
      resources: [resource],
      conditions: { ...leading, ...conditions },
    }),
  ];
}

/** What organizations and environments may have so many of. */
const counters = ['apiKeys', 'dataSubjectRequests', 'exports', 'integrations', 'templates', 'webhooks'];

/** What a request changes of accounts that it only uses: when a credential was used, where its session acts, and counters. */
const attributesOfUse = [
  tableKey.partition,
  tableKey.sort,
  'lastUsedAt',
  'organizationId',
  'shards',
  'stamp',
  ...counters,
];

const partitionsOfUse = (['apiKey', 'session', 'limit'] as const).map(item => `${prefixOf(item, 'pk')}*`);

/**
 * Every function that authenticates notes the use of the key or session it was called with: when it was, and in the bucket
 * of its limit; also one that reads only.
 */
export const noteUse = (table: TableName): PolicyStatement =>
  inPartitions(table, ['dynamodb:UpdateItem'], partitionsOfUse);

/** An export changes nothing, and is told in the audit trail. */
export const noteInTrail = (table: TableName): PolicyStatement =>
  inPartitions(table, ['dynamodb:PutItem'], [`${prefixOf('auditEvent', 'pk')}*`]);

function inPartitions(table: TableName, actions: string[], partitions: readonly string[]): PolicyStatement {
  return new PolicyStatement({
    effect: Effect.ALLOW,
    actions,
    resources: [table.tableArn],
    conditions: {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions },
      // ForAllValues alone also holds where the request has no such key:
      // https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-single-vs-multi-valued-context-keys.html
      Null: { 'dynamodb:LeadingKeys': 'false' },
    },
  });
}
