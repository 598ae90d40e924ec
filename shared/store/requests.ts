import type { Caller } from '../domain/accounts/caller.ts';
import { type Audited, auditWrite } from './audit.ts';
import { expression } from './expression.ts';
import { dueKeys, type Key, keyOf, keysOf, partitionOf } from './keys.ts';
import { queryAll } from './query.ts';
import { isQuotaFull, type Quota, quotaWrite } from './quotas.ts';
import { batchGet, getItem, type Item, type TransactItem, updateOnce, writeIfUnchanged } from './table.ts';
import { exists, putNewWrite, updateItemWith } from './writes.ts';

/** What somebody asked for that takes longer than a request, with the progress of its job: due until it has ended. */
export type StoredRequest = Pick<Caller, 'organizationId' | 'environmentId' | 'environment'> & {
  id: string;
  /** ISO 8601. */
  createdAt: string;
  /** Runs in a row that came to nothing. */
  failures: number;
  /** Since when (ms since the epoch) something outside keeps it from going on, and what. */
  interruption?: { since: number; reason: string };
  /** Counts up with each write. */
  revision: number;
};

/** What a record shows of a request that is not over: whether it waits, and for what. */
export const waitingOf = ({ interruption }: Pick<StoredRequest, 'interruption'>, endedAt: string | undefined) =>
  interruption && endedAt === undefined ? ({ state: 'waiting', reason: interruption.reason } as const) : {};

type Saving = {
  /** When it is due next (ms since the epoch); `never`; left out, when its lease ends. */
  due?: number | 'never';
  /** Of the same transaction. */
  writes?: readonly TransactItem[];
};

type Kind = {
  itemType: 'dataSubject' | 'export';
  /** Of those that have not ended. */
  quota: Quota;
  keptSeconds: number;
  isId: (text: string) => boolean;
};

const keyIn = ({ itemType }: Kind, request: string): Key => keyOf(itemType, { request });

/** Where requests of one kind are stored. All that belongs to one lies in its partition. */
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

    /** The request of the caller's environment with this id. */
    async getOf(caller: Caller, id: string): Promise<R | undefined> {
      const request = kind.isId(id) ? await get(keyIn(kind, id)) : undefined;
      return request?.environmentId === caller.environmentId ? request : undefined;
    },

    /** The ids of an environment's requests, in order of creation. */
    async idsOf(environmentId: string): Promise<string[]> {
      const partition = partitionOf(kind.itemType, 'gsi1pk', { environmentId });
      const query = { index: 'lists', partition, attributes: ['gsi1sk'] } as const;
      return (await queryAll(query)).map(({ gsi1sk }) => String(gsi1sk));
    },

    /** Requests by id, in this order; those that are gone are left out. */
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
    /** Stores a new request; due at once. `full`: the environment has as many unfinished ones as there may be. */
    async create(request: R, { caller, action }: Audited<Caller>): Promise<'created' | 'full' | undefined> {
      const { id, environmentId, createdAt } = request;
      const ttl = Math.floor(Date.parse(createdAt) / 1000) + keptSeconds;
      const keys = keysOf(itemType, { request: id, environmentId });
      const written = await writeIfUnchanged([
        putNewWrite({ ...keys, ...dueKeys(Date.now(), environmentId), ...request, ttl }),
        quotaWrite(quota, caller, 1),
        auditWrite(caller, action, id),
      ]);
      if (written) return 'created';
      return (await isQuotaFull(quota, caller)) ? 'full' : undefined;
    },

    /**
     * Stores what a run has come to; `undefined` takes an attribute away. Undefined when another run came in between, or the
     * request is gone: there is nothing more to do.
     */
    async save(read: R, change: Partial<R>, { due, writes = [] }: Saving = {}): Promise<R | undefined> {
      const changed = { failures: 0, interruption: undefined, ...change, revision: read.revision + 1 };
      const absent = Object.entries(changed).filter(([, value]) => value === undefined);
      const saved = await updateItemWith(
        keyIn(kind, read.id),
        {
          set: { ...changed, ...(typeof due === 'number' && dueKeys(due, read.environmentId)) },
          remove: [...absent.map(([name]) => name), ...(due === 'never' ? ['duepk', 'duesk'] : [])],
          if: expression`revision = ${read.revision}`,
        },
        writes,
      );
      return saved ? { ...read, ...changed } : undefined;
    },

    /** Stores what keeps a request from going on. The run that met it is not among those that came to nothing. */
    async noteInterruption({ id, failures, interruption }: R, reason: string): Promise<void> {
      await updateOnce(keyIn(kind, id), {
        set: { failures, interruption: { since: interruption?.since ?? Date.now(), reason } },
        if: expression`attribute_exists(pk) AND attribute_not_exists(endedAt)`,
      });
    },

    /** Counts a run among those that came to nothing, until one saves what it has come to; gives how many have in a row. */
    async noteFailure(key: Key): Promise<number> {
      const updated = await updateOnce(key, { add: { failures: 1 }, if: exists }, 'UPDATED_NEW');
      return Number(updated?.failures ?? 0);
    },
  };
}
