import type { AuditAction } from '../contracts/audit-actions.ts';
import type { Caller } from '../domain/accounts/caller.ts';
import { type AuditDetails, type AuditedAction, auditWrite } from './audit.ts';
import { expression } from './expression.ts';
import { dueKeys, type Key, keyOf, keysOf, partitionOf } from './keys.ts';
import { queryAll } from './query.ts';
import { isQuotaFull, type Quota, quotaWrite } from './quotas.ts';
import { batchGet, getItem, type Item, type TransactItem, updateOnce, writeIfUnchanged } from './table.ts';
import { exists, putNewWrite, updateItemWith } from './writes.ts';

/** A request for long-running work, with the progress of its job: due until it has ended. */
export type StoredRequest = Pick<Caller, 'organizationId' | 'environmentId' | 'environment'> & {
  id: string;
  /** ISO 8601. */
  createdAt: string;
  /** The number of consecutive failed runs. */
  failures: number;
  /** An outside obstacle that blocks it: since when (ms since the epoch), and what. */
  interruption?: { since: number; reason: string };
  /** Counts up with each write. */
  revision: number;
};

/** Returns whether an unfinished request waits, and for what, as its record shows it. */
export const waitingOf = ({ interruption }: Pick<StoredRequest, 'interruption'>, endedAt: string | undefined) =>
  interruption && endedAt === undefined ? ({ state: 'waiting', reason: interruption.reason } as const) : {};

/** Who makes a request, and what its audit events have besides. */
type Creation<R> = AuditedAction & { also?: readonly AuditAction[]; detailsOf?: (request: R) => AuditDetails };

type Saving = {
  /** When it is due next (ms since the epoch), or `never`. By default, it is due when its lease ends. */
  due?: number | 'never';
  /** Whether to keep it from now on for as long as a new request. */
  isKept?: boolean;
  /** More writes for the same transaction. */
  writes?: readonly TransactItem[];
};

type Kind = {
  itemType: 'dataSubject' | 'export';
  /** The quota of unfinished requests. */
  quota: Quota;
  keptSeconds: number;
  isId: (text: string) => boolean;
};

const keyIn = ({ itemType }: Kind, request: string): Key => keyOf(itemType, { request });

/** Returns the store of one kind of request. Everything that belongs to a request is in its partition. */
export const requestsOf = <R extends StoredRequest>(kind: Kind) => ({
  key: (request: string): Key => keyIn(kind, request),
  partition: (request: string): string => partitionOf(kind.itemType, 'pk', { request }),
  ...readersOf<R>(kind),
  ...writersOf<R>(kind),
});

function fromItem<R>(item: Item): R | undefined {
  const { pk, sk, gsi1pk, gsi1sk, duepk, duesk, stamp, ttl, ...request } = item;
  return Number(ttl) > Date.now() / 1000 ? (request as R) : undefined;
}

function readersOf<R extends StoredRequest>(kind: Kind) {
  async function get(key: Key): Promise<R | undefined> {
    const item = await getItem(key);
    return item && fromItem<R>(item);
  }
  return {
    get,

    /** Returns the request with this ID from the caller's environment. */
    async getOf(caller: Caller, id: string): Promise<R | undefined> {
      const request = kind.isId(id) ? await get(keyIn(kind, id)) : undefined;
      return request?.environmentId === caller.environmentId ? request : undefined;
    },

    /** Returns the IDs of an environment's requests, in order of creation. */
    async idsOf(environmentId: string): Promise<string[]> {
      const partition = partitionOf(kind.itemType, 'gsi1pk', { environmentId });
      const query = { index: 'lists', partition, attributes: ['gsi1sk'] } as const;
      return (await queryAll(query)).map(({ gsi1sk }) => String(gsi1sk));
    },

    /** Returns requests by ID, in this order. Those that are gone are left out. */
    async getAll(ids: readonly string[]): Promise<R[]> {
      const items = await batchGet(ids.map(id => keyIn(kind, id)));
      const byId = new Map(
        items.map(fromItem<R>).flatMap(request => (request ? [[request.id, request] as const] : [])),
      );
      return ids.flatMap(id => byId.get(id) ?? []);
    },
  };
}

function writersOf<R extends StoredRequest>(kind: Kind) {
  const { itemType, quota, keptSeconds } = kind;
  return {
    /**
     * Stores a new request, due at once. Returns `full` when the environment has reached the limit of unfinished ones.
     *
     * @param parts the parts of a request over several environments, itself included
     */
    async create(
      request: R,
      { caller, action, also = [], detailsOf = () => ({}) }: Creation<R>,
      parts: readonly R[] = [request],
    ): Promise<'created' | 'full' | undefined> {
      const written = await writeIfUnchanged(
        parts.flatMap(part => {
          const { id, environment, environmentId, createdAt } = part;
          const ttl = Math.floor(Date.parse(createdAt) / 1000) + keptSeconds;
          const keys = keysOf(itemType, { request: id, environmentId });
          return [
            putNewWrite({ ...keys, ...dueKeys(Date.now(), environmentId), ...part, ttl }),
            quotaWrite(quota, part, 1),
            auditWrite({ ...caller, environment }, action, id, detailsOf(part)),
            ...also.map(each => auditWrite({ ...caller, environment }, each, id)),
          ];
        }),
      );
      if (written) return 'created';
      const full = await Promise.all(parts.map(part => isQuotaFull(quota, part)));
      return full.includes(true) ? 'full' : undefined;
    },

    /**
     * Stores the result of a run; `undefined` removes an attribute. Returns undefined when another run came first, or
     * the request is gone: there is nothing more to do.
     */
    async save(read: R, change: Partial<R>, { due, isKept, writes = [] }: Saving = {}): Promise<R | undefined> {
      const changed = { failures: 0, interruption: undefined, ...change, revision: read.revision + 1 };
      const absent = Object.entries(changed).filter(([, value]) => value === undefined);
      const saved = await updateItemWith(
        keyIn(kind, read.id),
        {
          set: {
            ...changed,
            ...(typeof due === 'number' && dueKeys(due, read.environmentId)),
            ...(isKept && { ttl: Math.floor(Date.now() / 1000) + keptSeconds }),
          },
          remove: [...absent.map(([name]) => name), ...(due === 'never' ? ['duepk', 'duesk'] : [])],
          if: expression`revision = ${read.revision}`,
        },
        writes,
      );
      return saved ? { ...read, ...changed } : undefined;
    },

    /** Stores what blocks a request. The run that met it does not count as failed. */
    async noteInterruption({ id, failures, interruption }: R, reason: string): Promise<void> {
      await updateOnce(keyIn(kind, id), {
        set: { failures, interruption: { since: interruption?.since ?? Date.now(), reason } },
        if: expression`attribute_exists(pk) AND attribute_not_exists(endedAt)`,
      });
    },

    /** Counts a run as failed until one saves its result. Returns the number of consecutive failures. */
    async noteFailure(key: Key): Promise<number> {
      const updated = await updateOnce(key, { add: { failures: 1 }, if: exists }, 'UPDATED_NEW');
      return Number(updated?.failures ?? 0);
    },
  };
}
