import type { Role } from '../../contracts/contract.ts';
import { hashOfKey, newApiKey } from '../../domain/accounts/api-key.ts';
import type { Caller } from '../../domain/accounts/caller.ts';
import { dayMs } from '../../durations.ts';
import { isIdOf } from '../../ids.ts';
import { type AuditedAction, auditWrite } from '../audit.ts';
import { expression } from '../expression.ts';
import { keyOf, partitionOf, partsOf } from '../keys.ts';
import { type MailStyle, mailWrites } from '../mails/mail-items.ts';
import type { Order } from '../query.ts';
import { queryPage } from '../query.ts';
import { isQuotaFull, quotaWrite } from '../quotas.ts';
import { batchGet, getItem, type Item, type TransactItem, writeIfUnchanged } from '../table.ts';
import { countRows, lookUpInBatches, readTimeline, spanAfter, wholeSpan } from '../timeline.ts';
import { deleteWrite, exists, putNewWrite, updateWrite } from '../writes.ts';
import { type ApiKey, apiKeyItem, itemOfKey, roleOfKey, visibleParts } from './api-key-lookup.ts';
import { environmentsOf } from './environments.ts';

/** The maximum number of a key's older secrets that may work at the same time. */
const earlierMax = 5;

/** Older secrets are stored a day longer than they work, because the index may still name one of them. */
const rememberedMs = dayMs;

/** A current secret of a key: the record, and its hash. */
export type CurrentKey = { record: ApiKey; sha256: string };

/** Returns a key as the API shows it. */
export function apiKeyRecord(record: ApiKey) {
  const { id, type, environment, name, prefix, lastFour } = record;
  const ends = (record.earlier ?? []).map(({ expiresAt }) => expiresAt).filter(expiresAt => expiresAt > Date.now());
  return {
    ...{ id, type, role: type === 'secret' ? roleOfKey(record) : null, environment, name, prefix, lastFour },
    hosted: record.hosted === true,
    lastUsedAt: record.lastUsedAt ?? null,
    createdAt: record.createdAt,
    rotatedAt: record.rotatedAt ?? null,
    earlierSecretsUntil: ends.length > 0 ? new Date(Math.max(...ends)).toISOString() : null,
  };
}

/**
 * Stores a new key of the caller's environment. The key is counted in the same transaction, so concurrent requests
 * cannot exceed the limit.
 */
export async function createApiKey(
  content: Pick<ApiKey, 'type' | 'role' | 'name'>,
  { caller, action }: AuditedAction<Caller>,
  style: MailStyle = { language: 'en' },
): Promise<{ record: ApiKey; key: string } | 'full' | undefined> {
  const key = newApiKey(content.type, caller.environment);
  const Item = apiKeyItem(key, { ...content, createdAt: new Date().toISOString() }, caller);
  const record = Item as Item & ApiKey;
  const audit = auditWrite(caller, action, record.id);
  const writes = [putNewWrite(Item), quotaWrite('apiKeys', caller, 1), audit, ...noticesOf(record, caller, style)];
  if (await writeIfUnchanged(writes)) return { record, key };
  return (await isQuotaFull('apiKeys', caller)) ? 'full' : undefined;
}

function noticesOf({ name, type, environment, role }: ApiKey, { organizationId, kind, id }: Caller, style: MailStyle) {
  const keyKind = [type === 'secret' ? 'secret' : 'publishable', environment, role].filter(Boolean).join(', ');
  const by = kind === 'session' ? id : undefined;
  return mailWrites({ kind: 'keyCreated', organizationId, name, keyKind, by, at: Date.now() }, style);
}

/**
 * Returns the key with this ID from any environment of the caller's organization, or undefined if the organization has
 * no such key.
 */
export async function getApiKeyOf(
  { organizationId }: Pick<Caller, 'organizationId'>,
  id: string,
): Promise<CurrentKey | undefined> {
  if (!isIdOf('key', id)) return undefined;
  const environmentIds = (await environmentsOf(organizationId)).map(({ id }) => id);
  const row = (await Promise.all(environmentIds.map(environmentId => rowOf(environmentId, id)))).find(Boolean);
  let item = row && (await getItem(row));
  // The index may still name a secret that was rotated a moment ago.
  while (item?.successor) item = await getItem(keyOf('apiKey', { sha256: String(item.successor) }));
  return item && currentKey(item);
}

async function rowOf(environmentId: string, id: string): Promise<Item | undefined> {
  const partition = partitionOf('apiKey', 'gsi1pk', { environmentId });
  const { items } = await queryPage({ index: 'lists', partition, span: { low: id, high: id } });
  return items[0];
}

const currentKey = (item: Item): CurrentKey => {
  const { pk, sk, gsi1pk, gsi1sk, ...record } = item;
  return { record: record as unknown as ApiKey, sha256: partsOf('apiKey', 'pk', pk)?.sha256 ?? '' };
};

type ListOptions = {
  order: Order;
  /** The ID to start after. */
  position: string | undefined;
  expected: number;
};

/** Lists an environment's keys in order of creation. */
export function listApiKeys(environmentId: string, options: ListOptions): AsyncGenerator<ApiKey> {
  const { order, position, expected } = options;
  const partition = partitionOf('apiKey', 'gsi1pk', { environmentId });
  const span = position === undefined ? wholeSpan : spanAfter(position, order, wholeSpan);
  const rows = readTimeline({ index: 'lists', partitions: [partition] }, { order, span, expected });
  return lookUpInBatches(rows, keysOfRows, expected);
}

/** Counts an environment's keys one by one: there are at most 100. */
export const countApiKeys = (environmentId: string): Promise<number> => {
  const partition = partitionOf('apiKey', 'gsi1pk', { environmentId });
  return countRows({ index: 'lists', partitions: [partition] }, partition, wholeSpan);
};

async function keysOfRows(rows: Item[]): Promise<(ApiKey | undefined)[]> {
  const items = await batchGet(rows.map(({ pk, sk }) => ({ pk, sk })));
  const current = new Map(items.filter(({ successor }) => !successor).map(item => [item.pk, currentKey(item).record]));
  return rows.map(({ pk }) => current.get(pk));
}

/**
 * Replaces a key's secret with a new one. The current secret and older ones keep working for `graceMs`, or until their
 * own end if that is earlier.
 *
 * @param role the role of a secret key from now on
 * @returns undefined when another rotation or the deletion of the key came first; `full` when too many older secrets
 *   work
 */
export async function rotateApiKey(
  { record, sha256 }: CurrentKey,
  { graceMs, role }: { graceMs: number; role?: Role },
  { caller, action }: AuditedAction,
): Promise<{ record: ApiKey; key: string } | 'full' | undefined> {
  const now = Date.now();
  const expiresAt = now + graceMs;
  const working = (record.earlier ?? []).filter(each => each.expiresAt > now);
  const ending = working.map(each => ({ ...each, expiresAt: Math.min(each.expiresAt, expiresAt) }));
  if (graceMs > 0 && ending.length >= earlierMax) return 'full';
  const key = newApiKey(record.type, record.environment);
  const { lastUsedAt: _, ...kept } = record;
  const earlier = [...ending, { sha256, expiresAt }].filter(each => each.expiresAt > now);
  const next = { ...kept, role, ...visibleParts(key), earlier, rotatedAt: new Date(now).toISOString() };
  const written = await writeIfUnchanged([
    putNewWrite(itemOfKey(key, next)),
    updateWrite(keyOf('apiKey', { sha256 }), {
      set: { expiresAt, successor: hashOfKey(key), ttl: ttlOf(expiresAt) },
      remove: ['gsi1pk', 'gsi1sk', 'earlier'],
      if: isCurrent,
    }),
    ...ending.map(each =>
      updateWrite(keyOf('apiKey', { sha256: each.sha256 }), { set: { expiresAt: each.expiresAt }, if: exists }),
    ),
    auditWrite({ ...caller, environment: record.environment }, action, record.id),
  ]);
  return written ? { record: next, key } : undefined;
}

/**
 * Whether the key was rotated while a request to rotate it was under way (`time` is in ms since the epoch). The sender
 * of that request does not know the new secret, and would end it.
 */
export const isRotatedSince = ({ record }: CurrentKey, time: number): boolean =>
  record.rotatedAt !== undefined && Date.parse(record.rotatedAt) >= time;

/** The index has only the current secret of a key. */
const isCurrent = expression`attribute_exists(gsi1pk)`;

const ttlOf = (expiresAt: number): number => Math.ceil((expiresAt + rememberedMs) / 1000);

/** Deletes a key with all its secrets. Returns false when a rotation or another deletion came first. */
export const deleteApiKey = (current: CurrentKey, { caller, action }: AuditedAction): Promise<boolean> => {
  const { id, environment } = current.record;
  return writeIfUnchanged([...deleteApiKeyWrites(current), auditWrite({ ...caller, environment }, action, id)]);
};

/** Returns the writes that delete a key. They fail when its secret is not the one that was read. */
export const deleteApiKeyWrites = ({ record, sha256 }: CurrentKey): TransactItem[] => [
  deleteWrite(keyOf('apiKey', { sha256 }), isCurrent),
  ...(record.earlier ?? []).map(each => deleteWrite(keyOf('apiKey', { sha256: each.sha256 }))),
  quotaWrite('apiKeys', record, -1),
];
