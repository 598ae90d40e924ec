import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { type AccountPart, accountsOf, type Contract } from '../../shared/contracts/contract.ts';
import { accountParts, indexes, partitionsOfAccounts, prefixOf, tableKey } from '../../shared/store/keys.ts';
import type { TableName } from '../data-stack.ts';
import { allow } from './lambda-function.ts';

const readActions = ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query'];
const writeActions = ['dynamodb:ConditionCheckItem', 'dynamodb:DeleteItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'];

/** The indexes: lists, due work (only for the sweeper), and changes. */
export type TableIndex = keyof typeof indexes;

/** Returns the IAM statements for actions on the table's items, and queries of its indexes. */
export function tableAccess(
  table: TableName,
  access: 'read' | 'write',
  names: readonly TableIndex[] = ['lists'],
): PolicyStatement[] {
  const onItems = access === 'write' ? [...readActions, ...writeActions] : readActions;
  return [allow(onItems, [table.tableArn]), indexAccess(table, names)];
}

export const indexAccess = (table: TableName, names: readonly TableIndex[]): PolicyStatement =>
  allow(
    ['dynamodb:Query'],
    names.map(name => `${table.tableArn}/index/${indexes[name].name}`),
  );

// Any table. A denial may apply everywhere, and the table's ARN would add 150 bytes to each of a hundred roles. Reads
// do name the table, because a pattern for tables includes their indexes, whose partitions mean something else.
const anyTable = '*';
const anyIndex = `arn:*:dynamodb:*:*:table/*/index/${indexes.lists.name}`;

/**
 * Denies the partitions of accounts that an operation doesn't own, whatever its role may get later. Authentication may
 * read what it needs for the credentials that the operation takes. IAM checks a query of an index by the index's
 * partition.
 */
export function denyAccounts(table: TableName, contract: Contract): PolicyStatement[] {
  const { auth, audited } = contract;
  const owns = accountsOf(contract);
  const readable = new Set<AccountPart>([
    ...owns,
    ...(auth.length > 0 ? (['keys', 'organizations'] as const) : []),
    ...(auth.includes('session') ? (['sessions', 'users'] as const) : []),
  ]);
  const unread = accountParts.filter(part => !readable.has(part));
  const unwritten = accountParts.filter(
    part => !owns.includes(part) && !(part === 'audit' && (audited ?? notesReading(contract))),
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

/** The counters of things that organizations and environments may have a limited number of. */
const counters = ['apiKeys', 'dataSubjectRequests', 'exports', 'integrations', 'templates', 'webhooks'];

/**
 * The attributes of accounts that a request changes when it only uses an account: the last use of a credential, the
 * place where its session acts, and counters.
 */
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
 * Allows noting the use of a key or session: its time, and its limit's bucket. Every function that authenticates does
 * so, even one that only reads.
 */
export const noteUse = (table: TableName): PolicyStatement =>
  inPartitions(table, ['dynamodb:UpdateItem'], partitionsOfUse);

/** Whether an operation that changes nothing is recorded in the audit trail. */
export const notesReading = ({ auditedExport, auditedReading }: Contract): boolean =>
  auditedExport !== undefined || auditedReading !== undefined;

/** Allows writing to the audit trail, also what changes nothing: exports and reading. */
export const noteInTrail = (table: TableName): PolicyStatement =>
  inPartitions(table, ['dynamodb:PutItem', 'dynamodb:UpdateItem'], [`${prefixOf('auditEvent', 'pk')}*`]);

function inPartitions(table: TableName, actions: string[], partitions: readonly string[]): PolicyStatement {
  return new PolicyStatement({
    effect: Effect.ALLOW,
    actions,
    resources: [table.tableArn],
    conditions: {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions },
      // ForAllValues also matches a request without this key:
      // https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-single-vs-multi-valued-context-keys.html
      Null: { 'dynamodb:LeadingKeys': 'false' },
    },
  });
}
