import type { AccountPart } from '../contracts/contract.ts';
import { isTimeKey, timeKey, timeOf } from '../ids.ts';

/** The attributes of the table's primary key. */
export const tableKey = { partition: 'pk', sort: 'sk' } as const;

/**
 * The indexes with the attributes of their keys, all sparse: `lists` has the items of an environment in order of creation,
 * `due` what has to be done later, by the period in which it is due and its tenant, `changes` the responses of an
 * environment that were changed since they were submitted, in order of their latest change. `projected`: what entries have
 * beside keys.
 */
export const indexes = {
  lists: { name: 'gsi1', partition: 'gsi1pk', sort: 'gsi1sk', projected: ['status', 'formId'] },
  due: { name: 'gsi2', partition: 'duepk', sort: 'duesk', projected: [] },
  changes: { name: 'gsi3', partition: 'changedpk', sort: 'changedsk', projected: ['status'] },
} as const satisfies Record<string, Record<'name' | 'partition' | 'sort', string> & { projected: string[] }>;

/** The whole table on one page: how each item type spells its keys. No other file spells one. */
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
  auditEvent:      { pk: 'AUDIT#{org}',              sk: '{event}' },
  template:        { pk: 'ORG#{org}',                sk: 'TEMPLATE#{template}' },
  form:            { pk: 'FORM#{form}',              sk: 'FORM',              gsi1pk: 'ENV#{environmentId}#FORMS',   gsi1sk: '{form}' },
  captchaSecret:   { pk: 'CAPTCHA#{provider}',       sk: 'SECRET' },
  response:        { pk: 'RESPONSES#{form}#{shard}', sk: '{sortKey}',         gsi1pk: 'ENV#{environmentId}#RESPONSES#{indexShard}', gsi1sk: '{sortKey}' },
  retention:       { pk: 'RETENTION#{environmentId}', sk: '{form}' },
  spam:            { pk: 'SPAM#{form}#{shard}',      sk: '{sortKey}',         gsi1pk: 'ENV#{environmentId}#SPAM#{indexShard}', gsi1sk: '{sortKey}' },
  archive:         { pk: 'ARCHIVES#{form}',         sk: '{archive}' },
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
  // In the table of data keys, which has no indexes.
  dataKey:         { pk: 'DATAKEYS#{org}',           sk: '{environment}#{generation}' },
  sealing:         { pk: 'SEALING#{environmentId}',   sk: '{form}' },
  mail:            { pk: 'MAIL#{mail}',              sk: 'MAIL' },
  mailStop:        { pk: 'MAILSTOP#{sha256}',        sk: 'MAILSTOP' },
  mailCount:       { pk: 'MAILCOUNT#{sha256}',       sk: 'MAILCOUNT' },
  export:          { pk: 'EXPORT#{request}',         sk: 'EXPORT',            gsi1pk: 'ENV#{environmentId}#EXPORTS', gsi1sk: '{request}' },
  exportFile:      { pk: 'EXPORT#{request}',         sk: 'FILE#{file}' },
  job:             { pk: 'JOB#{job}',                sk: 'JOB',               gsi1pk: 'ENV#{environmentId}#JOBS',    gsi1sk: '{job}' },
} as const;

/** The items of accounts, by whose business they are. */
const accountItems = {
  keys: ['apiKey', 'hostedKey'],
  sessions: ['session', 'pendingLogin', 'knownNetwork', 'signInState'],
  users: ['user', 'emailAddress', 'identity', 'loginFailures', 'passwordReset'],
  organizations: ['organization', 'environment', 'member', 'invitation', 'signInDomain', 'template'],
  providers: ['providerSecret'],
  audit: ['auditEvent'],
  mails: ['mail', 'mailStop', 'mailCount'],
} as const satisfies Readonly<Record<AccountPart, readonly (keyof typeof layout)[]>>;

export const accountParts = Object.keys(accountItems) as readonly AccountPart[];

/** Where the items of these parts of accounts lie, in the table or in its index of lists: with `*` for what differs. */
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
type Parts<I extends ItemType, A extends keyof Layout[I]> = { readonly [P in PartsOf<Layout[I][A]>]: string };

function fill(template: string, parts: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parts[name];
    if (value === undefined || value === '') throw new Error(`The key ${template} needs ${name}`);
    if (value.includes('#')) throw new Error(`A part of the key ${template} must not hold '#': ${name}`);
    return value;
  });
}

/** The scope of the counters of the spam of a form or environment, whose id is that of its other responses. */
export const spamScope = (id: string): string => `${id}:spam`;

/** The primary key of an item. */
export function keyOf<I extends ItemType>(item: I, parts: Parts<I, 'pk' | 'sk'>): Key {
  const { pk, sk } = layout[item];
  return { pk: fill(pk, parts), sk: fill(sk, parts) };
}

/** Every key attribute that an item is stored with. */
export function keysOf<I extends ItemType>(item: I, parts: Parts<I, keyof Layout[I]>): Key & Record<string, string> {
  const filled = Object.entries(layout[item]).map(([name, template]) => [name, fill(template, parts)] as const);
  return Object.fromEntries(filled) as Key & Record<string, string>;
}

/** One key attribute alone: a partition to query. */
export function partitionOf<I extends ItemType, A extends Attribute<I>>(item: I, name: A, parts: Parts<I, A>): string {
  return fill(String(layout[item][name]), parts);
}

/** The fixed beginning of an item type's sort key, or partition key: `SHARD#`. */
export function prefixOf(item: ItemType, name: keyof Key = 'sk'): string {
  return layout[item][name].replace(/\{.*$/, '');
}

/** The parts that a stored key attribute was made of; undefined when it is of another item type. */
export function partsOf<I extends ItemType, A extends Attribute<I>>(
  item: I,
  name: A,
  value: string,
): Parts<I, A> | undefined {
  const template = String(layout[item][name]);
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(match => match[1] ?? '');
  const values = new RegExp(`^${template.replace(/\{\w+\}/g, '([^#]+)')}$`).exec(value)?.slice(1);
  if (!values) return undefined;
  return Object.fromEntries(names.map((part, index) => [part, values[index] ?? ''])) as Parts<I, A>;
}

/**
 * The due index is cut in slices, so that no partition of it takes all the work that becomes due: with four writes for each
 * partial response, 5,000 of them a second.
 */
const dueSlices = 20;

export const duePartitions = (): string[] => Array.from({ length: dueSlices }, (_, slice) => `DUE#${slice}`);

/** Long enough that few periods wait after an interruption, short enough that little of one is not due yet. */
const duePeriodMs = 3600_000;

const duePeriod = (time: number): string => timeKey(Math.floor(time / duePeriodMs) * duePeriodMs);

/** The place of an item in its slice: what is due within an hour lies together, and in it the work of each tenant. */
const dueSortKey = (time: number, tenant: string): string => `${duePeriod(time)}#${tenant}#${timeKey(time)}`;

/**
 * The attributes that put an item into the due index, to be found from this time on (ms since the epoch).
 *
 * @param tenant whose work it is: an environment, or the organization whose environments are removed
 */
export function dueKeys(time: number, tenant: string): { duepk: string; duesk: string } {
  return { duepk: `DUE#${Math.floor(Math.random() * dueSlices)}`, duesk: dueSortKey(time, tenant) };
}

/** What the place of an item in the due index says: whose work it is, and when it is due (ms since the epoch; NaN where that is damaged). */
export function dueParts(duesk: string): { tenant: string; time: number } {
  const [, tenant = '', time = ''] = duesk.split('#');
  return { tenant, time: isTimeKey(time) ? timeOf(time.padEnd(26, '0')) : Number.NaN };
}

/** The place of the same work when it is due at another time. */
export const dueAt = (duesk: string, time: number): string => dueSortKey(time, dueParts(duesk).tenant);

/** The end of the work of this period and tenant: behind all of it, before the next. */
export const afterTenant = (duesk: string): string => [...duesk.split('#', 2), '~'].join('#');

/** The end of everything that may be due at this time, and of more that is due within its period. */
export const duePeriodEnd = (now: number): string => `${duePeriod(now)}~`;

/** A change takes two write units of the index of changes: so many partitions take some 4,000 changes a second. */
const changeSlices = 8;

const changePartition = (environmentId: string, slice: number): string => `ENV#${environmentId}#CHANGED#${slice}`;

export const changePartitions = (environmentId: string): string[] =>
  Array.from({ length: changeSlices }, (_, slice) => changePartition(environmentId, slice));

/** The place of a response among those that were changed: by the time (ms since the epoch), then by its own sort key. */
export const changePosition = (time: number, sortKey: string): string => timeKey(time) + sortKey;

/**
 * The attributes that put a response into the index of changes.
 *
 * @param updatedAt ISO 8601
 */
export const changedKeys = (updatedAt: string, sortKey: string, environmentId: string) => ({
  changedpk: changePartition(environmentId, Math.floor(Math.random() * changeSlices)),
  changedsk: changePosition(Date.parse(updatedAt), sortKey),
});
