import type { FromSchema } from 'json-schema-to-ts';
import type { createExport } from '../../contracts/responses/exports.ts';
import type { Caller } from '../../domain/accounts/caller.ts';
import type { Access } from '../../domain/responses/field-policies.ts';
import { isIdOf } from '../../ids.ts';
import { retryOnConflict } from '../../retry-on-conflict.ts';
import { quotaWrite } from '../quotas.ts';
import { requestsOf, type StoredRequest, waitingOf } from '../requests.ts';
import type { TransactItem } from '../table.ts';

type ShownExport = FromSchema<typeof createExport.response>;

/** The scope and format of an export. */
export type ExportOptions = Omit<FromSchema<typeof createExport.body>, 'environment' | 'from' | 'to'>;

/** An export of responses to files, with the progress of its job. */
export type Export = StoredRequest &
  Pick<ShownExport, 'state' | 'rows' | 'files' | 'bytes'> & {
    options: ExportOptions;
    /** The earliest submission time, in ms since the epoch. `to` is exclusive. */
    from?: number;
    to: number;
    /** The access that its answers need, which decides who may read its files. */
    access: Access;
    total?: number;
    reason?: string;
    endedAt?: string;
    expiresAt?: string;
    /** When the first of its responses expires, in ms since the epoch. */
    endsBy?: number;
    /** It was deleted: readers no longer see it, and its files are to be removed. */
    deleted?: boolean;
    /** The form whose files are being written, its number of files, and the response to continue after. */
    place?: { formId: string; files: number; after?: string };
  };

const keptSeconds = 30 * 24 * 3600;

export const exportStore = requestsOf<Export>({
  itemType: 'export',
  quota: 'exports',
  keptSeconds,
  isId: id => isIdOf('export', id),
});

/** Returns an export as the API shows it. */
export function exportRecord(stored: Export): ShownExport {
  const { id, state, environment, options, rows, total, files, bytes, reason, createdAt, endedAt, expiresAt } = stored;
  return {
    ...{ id, state, environment, formId: options.formId ?? null, format: options.format },
    ...{ rows, total: total ?? null, files, bytes, reason: reason ?? null, createdAt },
    ...{ endedAt: endedAt ?? null, expiresAt: expiresAt ?? null },
    ...waitingOf(stored, endedAt),
  };
}

const keptMs = 7 * 24 * 3600_000;

/**
 * Stores the end of an export. It is due once more when its files expire.
 *
 * @param reason why it failed; without it, it succeeded
 */
export function endExport(read: Export, reason?: string): Promise<Export | undefined> {
  const expires = Math.min(Date.now() + keptMs, read.endsBy ?? Number.POSITIVE_INFINITY);
  const change: Partial<Export> = {
    state: reason === undefined ? 'done' : 'failed',
    reason,
    endedAt: new Date().toISOString(),
    expiresAt: new Date(expires).toISOString(),
    place: undefined,
  };
  return exportStore.save(read, change, { due: expires, writes: [quotaWrite('exports', read, -1)] });
}

type HeldResponse = { readonly formId: string; readonly submittedAt: string };

/** Whether a file of an export may contain this response. The files themselves are not read. */
function mayHold({ options, from = 0, to, deleted }: Export, response: HeldResponse) {
  const time = Date.parse(response.submittedAt);
  return !deleted && (options.formId ?? response.formId) === response.formId && time >= from && time < to;
}

/** Returns the export with this ID from the caller's environment, unless it was deleted. */
export async function getExportOf(caller: Caller, id: string): Promise<Export | undefined> {
  const read = await exportStore.getOf(caller, id);
  return read?.deleted ? undefined : read;
}

/**
 * Hides an export from its readers; its job removes the files. Returns false when it has changed since it was read.
 *
 * @param writes more writes for the same transaction
 */
export async function markDeleted(read: Export, writes: readonly TransactItem[] = []): Promise<boolean> {
  const counted = read.endedAt === undefined ? [quotaWrite('exports', read, -1)] : [];
  // Removes it from the list.
  const change = {
    deleted: true,
    endedAt: read.endedAt ?? new Date().toISOString(),
    gsi1pk: undefined,
    gsi1sk: undefined,
  };
  return (await exportStore.save(read, change, { due: Date.now(), writes: [...counted, ...writes] })) !== undefined;
}

/** Hides an export from its readers. Its job removes the files. */
export async function hideExport(id: string): Promise<void> {
  await retryOnConflict(async () => {
    const read = await exportStore.get(exportStore.key(id));
    return !read || read.deleted || (await markDeleted(read)) || undefined;
  });
}

/**
 * Runs work that deletes responses, and calls `hide` before each: it hides the environment's exports whose files may
 * contain the response. Many take a while, so exports that have begun meanwhile are hidden at the end. All are read at
 * most twice.
 */
export async function hidingExports<T>(
  environmentId: string,
  work: (hide: (response: HeldResponse) => Promise<void>) => Promise<T>,
): Promise<T> {
  const deleted: HeldResponse[] = [];
  const hidden = new Map<string, Promise<void>>();
  const hide = async (exports: readonly Export[], responses: readonly HeldResponse[]) => {
    const holding = exports.filter(each => responses.some(response => mayHold(each, response)));
    for (const { id } of holding) if (!hidden.has(id)) hidden.set(id, hideExport(id));
    await Promise.all(holding.map(({ id }) => hidden.get(id)));
  };
  const exportsNow = async () => exportStore.getAll(await exportStore.idsOf(environmentId));
  const before = await exportsNow();
  try {
    return await work(response => {
      deleted.push(response);
      return hide(before, [response]);
    });
  } finally {
    if (deleted.length > 1) await hide(await exportsNow(), deleted);
  }
}
