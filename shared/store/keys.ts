import type { AccountPart } from '../contracts/contract.ts';
import { isTimeKey, timeKey, timeOf } from '../ids.ts';

/** The attributes of the table's primary key. */
export const tableKey = { partition: 'pk', sort: 'sk' } as const;

/**
 * The indexes with their key attributes, all sparse. `lists` has an environment's items in order of creation. `due` has
 * due work by its period and tenant. `changes` has an environment's responses that were changed after submission, in
 * order of their latest change. `projected` lists the other attributes of their entries.
 */
export const indexes = {
  lists: { name: 'gsi1', partition: 'gsi1pk', sort: 'gsi1sk', projected: ['status', 'formId'] },
  due: { name: 'gsi2', partition: 'duepk', sort: 'duesk', projected: [] },
  changes: { name: 'gsi3', partition: 'changedpk', sort: 'changedsk', projected: ['status'] },
} as const satisfies Record<string, Record<'name' | 'partition' | 'sort', string> & { projected: string[] }>;

/** The whole table on one page: how each item type spells its keys. No other file spells them. */
// biome-ignore format: one aligned row per item type
const layout = {
  // item            pk                              sk                       gsi1pk                                 gsi1sk
  organization:    { pk: 'ORG#{org}',                sk: 'ORG',               gsi1pk: 'ORG#{creator}#CREATED',       gsi1sk: '{org}' },
  environment:     { pk: 'ORG#{org}',                sk: 'ENV#{environment}' },
  member:          { pk: 'ORG#{org}',                sk: 'MEMBER#{user}',     gsi1pk: 'USER#{user}',                 gsi1sk: 'ORG#{org}' },
  invitation:      { pk: 'ORG#{org}',                sk: 'INVITATION#{invitation}' },
  user:            { pk: 'USER#{user}',              sk: 'USER' },
  emailAddress:    { pk: 'EMAIL#{email}',            sk: 'EMAIL' },
  session:         { pk: 'SESSION#{sha256}',         sk: 'SESSION',           gsi1pk: 'SESSIONS#{user}',             gsi1sk: '{session}' },
  knownNetwork:    { pk: 'NETWORK#{sha256}',         sk: 'NETWORK' },
  pendingLogin:    { pk: 'PENDING#{sha256}',         sk: 'PENDING' },
  passwordReset:   { pk: 'RESET#{sha256}',           sk: 'RESET' },
  identity:        { pk: 'IDENTITY#{sha256}',        sk: 'IDENTITY' },
  signInState:     { pk: 'SIGNIN#{sha256}',          sk: 'SIGNIN' },
  signInDomain:    { pk: 'DOMAIN#{domain}',          sk: 'ORG#{org}' },
  providerSecret:  { pk: 'PROVIDER#{provider}',      sk: 'SECRET' },
  loginFailures:   { pk: 'LOGIN#{sha256}',           sk: 'LOGIN' },
  apiKey:          { pk: 'KEY#{sha256}',             sk: 'KEY',               gsi1pk: 'ENV#{environmentId}#KEYS',    gsi1sk: '{key}' },
  hostedKey:       { pk: 'HOSTED#{environmentId}',    sk: 'KEY' },
  auditEvent:      { pk: 'AUDIT#{org}',              sk: '{event}',           gsi1pk: 'HISTORY#{subject}',           gsi1sk: '{event}' },
  reading:         { pk: 'AUDIT#{org}',              sk: 'READ#{response}#{event}' },
  image:           { pk: 'IMAGES#{org}',             sk: '{image}' },
  template:        { pk: 'ORG#{org}',                sk: 'TEMPLATE#{template}' },
  form:            { pk: 'FORM#{form}',              sk: 'FORM',              gsi1pk: 'ENV#{environmentId}#FORMS',   gsi1sk: '{form}' },
  draftVersion:    { pk: 'VERSIONS#{form}',         sk: 'DRAFT' },
  formVersion:     { pk: 'VERSIONS#{form}',         sk: 'VERSION#{version}' },
  slug:            { pk: 'SLUG#{slug}',              sk: 'SLUG' },
  captchaSecret:   { pk: 'CAPTCHA#{provider}',       sk: 'SECRET' },
  hashKey:         { pk: 'HASHES',                   sk: 'KEY' },
  response:        { pk: 'RESPONSES#{form}#{shard}', sk: '{sortKey}',         gsi1pk: 'ENV#{environmentId}#RESPONSES#{indexShard}', gsi1sk: '{sortKey}' },
  movedResponse:   { pk: 'MOVED#{form}#{shard}',     sk: '{sortKey}' },
  retention:       { pk: 'RETENTION#{environmentId}', sk: '{form}' },
  responseViews:   { pk: 'VIEWS#{form}',             sk: 'VIEWS' },
  restricted:      { pk: 'RESTRICTED#{form}#{shard}', sk: '{sortKey}',        gsi1pk: 'ENV#{environmentId}#RESTRICTED#{indexShard}', gsi1sk: '{sortKey}' },
  spam:            { pk: 'SPAM#{form}#{shard}',      sk: '{sortKey}',         gsi1pk: 'ENV#{environmentId}#SPAM#{indexShard}', gsi1sk: '{sortKey}' },
  archive:         { pk: 'ARCHIVES#{form}',         sk: '{archive}' },
  consentText:     { pk: 'CONSENTS#{form}',         sk: '{textHash}' },
  idempotency:     { pk: 'ONCE#{form}#{slice}',      sk: 'KEY#{sha256}' },
  visit:           { pk: 'ONCE#{form}#{slice}',      sk: 'VISIT#{sha256}' },
  proof:           { pk: 'ONCE#{form}#{slice}',      sk: 'PROOF#{nonce}' },
  refusals:        { pk: 'ONCE#{form}#{slice}',      sk: 'REFUSALS#{refusals}' },
  upload:          { pk: 'UPLOADS#{form}#{slice}',   sk: '{sortKey}' },
  dayCounts:       { pk: 'COUNTS#{scope}',           sk: 'DAY#{day}' },
  monthCounts:     { pk: 'COUNTS#{scope}',           sk: 'MONTH#{month}' },
  hourCounts:      { pk: 'COUNTS#{scope}',           sk: 'HOUR#{hour}#{slice}' },
  totalCounts:     { pk: 'COUNTS#{scope}',           sk: 'TOTAL#{slice}' },
  places:          { pk: 'COUNTS#{scope}',           sk: 'PLACES#{slice}' },
  droppedNames:    { pk: 'COUNTS#{scope}',           sk: 'DROPPED' },
  statusMark:      { pk: 'MARKS#{scope}',            sk: '{status}#{quarter}' },
  webhook:         { pk: 'WEBHOOKS#{owner}',         sk: 'WEBHOOK#{webhook}', gsi1pk: 'ENV#{environmentId}#WEBHOOKS', gsi1sk: '{webhook}' },
  integration:     { pk: 'WEBHOOKS#{owner}',         sk: 'INTEGRATION#{integration}' },
  autoresponder:   { pk: 'WEBHOOKS#{owner}',         sk: 'AUTORESPONDER#{autoresponder}' },
  delivery:        { pk: 'WEBHOOK#{owner}#{webhook}', sk: '{sortKey}' },
  digestEntry:     { pk: 'DIGEST#{owner}#{integration}', sk: '{end}#{response}' },
  recipient:       { pk: 'RECIPIENTS#{org}',         sk: '{sha256}' },
  mailbox:         { pk: 'MAILBOX#{sha256}',         sk: 'MAILBOX' },
  dataSubject:     { pk: 'SUBJECT#{request}',        sk: 'SUBJECT',           gsi1pk: 'ENV#{environmentId}#SUBJECTS', gsi1sk: '{request}' },
  foundResponses:  { pk: 'SUBJECT#{request}',        sk: 'FOUND#{number}' },
  exportedFile:    { pk: 'SUBJECT#{request}',        sk: 'FILE#{file}' },
  limit:           { pk: 'LIMIT#{sha256}',            sk: 'LIMIT' },
  // The next three are stored in the table of data keys, which has no indexes and no backups.
  dataKey:         { pk: 'DATAKEYS#{org}',           sk: '{environment}#{generation}' },
  destroyedKeys:   { pk: 'DATAKEYS#{org}',           sk: '{environment}' },
  deletion:        { pk: 'DELETED#{owner}',          sk: '{record}' },
  sealing:         { pk: 'SEALING#{environmentId}',   sk: '{form}' },
  mail:            { pk: 'MAIL#{mail}',              sk: 'MAIL' },
  mailStop:        { pk: 'MAILSTOP#{sha256}',        sk: 'MAILSTOP' },
  mailCount:       { pk: 'MAILCOUNT#{sha256}',       sk: 'MAILCOUNT' },
  export:          { pk: 'EXPORT#{request}',         sk: 'EXPORT',            gsi1pk: 'ENV#{environmentId}#EXPORTS', gsi1sk: '{request}' },
  exportFile:      { pk: 'EXPORT#{request}',         sk: 'FILE#{file}' },
  job:             { pk: 'JOB#{job}',                sk: 'JOB',               gsi1pk: 'ENV#{environmentId}#JOBS',    gsi1sk: '{job}' },
} as const;

/** The items of accounts, by the part of the service that needs them. */
const accountItems = {
  keys: ['apiKey', 'hostedKey'],
  sessions: ['session', 'pendingLogin', 'knownNetwork', 'signInState'],
  users: ['user', 'emailAddress', 'identity', 'loginFailures', 'passwordReset'],
  organizations: ['organization', 'environment', 'member', 'invitation', 'signInDomain', 'template'],
  providers: ['providerSecret'],
  audit: ['auditEvent', 'reading'],
  mails: ['mail', 'mailStop', 'mailCount'],
} as const satisfies Readonly<Record<AccountPart, readonly (keyof typeof layout)[]>>;

export const accountParts = Object.keys(accountItems) as readonly AccountPart[];

/**
 * Returns the partitions of the items of these account parts, in the table or in its index of lists, with `*` for the
 * variable part.
 */
export function partitionsOfAccounts(parts: readonly AccountPart[], key: 'pk' | 'gsi1pk'): string[] {
  const templates = parts
    .flatMap(part => accountItems[part])
    .flatMap(item => Object.entries(layout[item]).flatMap(([name, template]) => (name === key ? [template] : [])));
  return [...new Set(templates.map(template => template.replace(/\{\w+\}/g, '*')))];
}

type Layout = typeof layout;
export type ItemType = keyof Layout;
export type Key = { pk: string; sk: string };

type PartsOf<T> = T extends `${string}{${infer Part}}${infer Rest}` ? Part | PartsOf<Rest> : never;
type Attribute<I extends ItemType> = keyof Layout[I] & string;
type KeyParts<I extends ItemType, A extends keyof Layout[I]> = { readonly [P in PartsOf<Layout[I][A]>]: string };

function fill(template: string, parts: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parts[name];
    if (value === undefined || value === '') throw new Error(`The key ${template} needs ${name}`);
    if (value.includes('#')) throw new Error(`A part of the key ${template} must not hold '#': ${name}`);
    return value;
  });
}

/** Returns the counter scope of the spam of a form or environment. Its ID alone is the scope of its other responses. */
export const spamScope = (id: string): string => `${id}:spam`;

/** Returns the scope of the counters of a form's answers, which make its summary. */
export const answersScope = (formId: string): string => `${formId}:answers`;
export const isAnswersScope = (scope: string): boolean => scope.endsWith(':answers');

/** Returns the primary key of an item. */
export function keyOf<I extends ItemType>(item: I, parts: KeyParts<I, 'pk' | 'sk'>): Key {
  const { pk, sk } = layout[item];
  return { pk: fill(pk, parts), sk: fill(sk, parts) };
}

/** Returns every key attribute that an item is stored with. */
export function keysOf<I extends ItemType>(item: I, parts: KeyParts<I, keyof Layout[I]>): Key & Record<string, string> {
  const filled = Object.entries(layout[item]).map(([name, template]) => [name, fill(template, parts)] as const);
  return Object.fromEntries(filled) as Key & Record<string, string>;
}

/** Returns one key attribute, a partition to query. */
export function partitionOf<I extends ItemType, A extends Attribute<I>>(
  item: I,
  name: A,
  parts: KeyParts<I, A>,
): string {
  return fill(String(layout[item][name]), parts);
}

/** Returns the fixed beginning of an item type's sort key or partition key: `SHARD#`. */
export function prefixOf(item: ItemType, name: keyof Key = 'sk'): string {
  return layout[item][name].replace(/\{.*$/, '');
}

/** Returns the parts of a stored key attribute, or undefined when it is of another item type. */
export function partsOf<I extends ItemType, A extends Attribute<I>>(
  item: I,
  name: A,
  value: string,
): KeyParts<I, A> | undefined {
  const match = patternOf(String(layout[item][name])).exec(value);
  // A key without parts has no groups.
  return match ? ({ ...match.groups } as KeyParts<I, A>) : undefined;
}

/** The patterns of the templates that were read so far. Compiling one takes longer than matching it. */
const patterns = new Map<string, RegExp>();

function patternOf(template: string): RegExp {
  const pattern = patterns.get(template) ?? new RegExp(`^${template.replace(/\{(\w+)\}/g, '(?<$1>[^#]+)')}$`);
  patterns.set(template, pattern);
  return pattern;
}

/**
 * The item types of responses, in the order of their partitions' names: usual ones, those whose processing is
 * restricted, and spam. Each has partitions of its own, so readers and counters of one kind never meet the others.
 */
export const responseTypes = ['response', 'restricted', 'spam'] as const satisfies readonly ItemType[];
export type ResponseType = (typeof responseTypes)[number];

/** Returns the parts of a key attribute of any response, and its kind. Returns undefined for any other item. */
export function partsOfResponse<A extends 'pk' | 'gsi1pk'>(name: A, value: string) {
  for (const itemType of responseTypes) {
    const parts = partsOf(itemType, name, value);
    if (parts) return { ...(parts as KeyParts<'response', A>), itemType };
  }
  return undefined;
}

/**
 * The due index is cut into slices, so that no partition takes all due work: each partial response makes four writes,
 * and there may be 5,000 a second.
 */
const dueSlices = 20;

export const duePartitions = (): string[] => Array.from({ length: dueSlices }, (_, slice) => `DUE#${slice}`);

/**
 * Long enough that few periods wait after an interruption, and short enough that little of the work in a period is not
 * due yet.
 */
const duePeriodMs = 3600_000;

const duePeriod = (time: number): string => timeKey(Math.floor(time / duePeriodMs) * duePeriodMs);

/** Returns an item's place in its slice. Items due within the same hour are together, grouped by tenant. */
const dueSortKey = (time: number, tenant: string): string => `${duePeriod(time)}#${tenant}#${timeKey(time)}`;

/**
 * Returns the attributes that put an item into the due index, where it is found from this time on (ms since the epoch).
 *
 * @param tenant the tenant of the work: an environment, or the organization whose environments are removed
 */
export function dueKeys(time: number, tenant: string): { duepk: string; duesk: string } {
  return { duepk: `DUE#${Math.floor(Math.random() * dueSlices)}`, duesk: dueSortKey(time, tenant) };
}

/** Returns the tenant of an item in the due index and when it is due (ms since the epoch; NaN when that is damaged). */
export function dueParts(duesk: string): { tenant: string; time: number } {
  const [, tenant = '', time = ''] = duesk.split('#');
  return { tenant, time: isTimeKey(time) ? timeOf(time.padEnd(26, '0')) : Number.NaN };
}

/** Returns the due-index place of the same work at another time. */
export const dueAt = (duesk: string, time: number): string => dueSortKey(time, dueParts(duesk).tenant);

/** Returns the end of the work of this period and tenant: after all of it, before the next. */
export const afterTenant = (duesk: string): string => [...duesk.split('#', 2), '~'].join('#');

/** Returns the end of everything that may be due at this time, and of later work within the same period. */
export const duePeriodEnd = (now: number): string => `${duePeriod(now)}~`;

/** A change takes two write units of the index of changes. This many partitions take some 4,000 changes a second. */
const changeSlices = 8;

const changePartition = (environmentId: string, slice: number): string => `ENV#${environmentId}#CHANGED#${slice}`;

export const changePartitions = (environmentId: string): string[] =>
  Array.from({ length: changeSlices }, (_, slice) => changePartition(environmentId, slice));

/** Returns a response's place among changed responses: by the time (ms since the epoch), then by its own sort key. */
export const changePosition = (time: number, sortKey: string): string => timeKey(time) + sortKey;

/**
 * Returns the attributes that put a response into the index of changes.
 *
 * @param updatedAt ISO 8601
 */
export const changedKeys = (updatedAt: string, sortKey: string, environmentId: string) => ({
  changedpk: changePartition(environmentId, Math.floor(Math.random() * changeSlices)),
  changedsk: changePosition(Date.parse(updatedAt), sortKey),
});
