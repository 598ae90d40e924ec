import type { FromSchema } from 'json-schema-to-ts';
import type { createExport } from '../../contracts/responses/exports.ts';
import type { Caller } from '../../domain/accounts/caller.ts';
import type { Access } from '../../domain/responses/field-policies.ts';
import { isIdOf } from '../../ids.ts';
import { quotaWrite } from '../quotas.ts';
import { requestsOf, type StoredRequest, waitingOf } from '../requests.ts';
import type { TransactItem } from '../table.ts';

type Shown = FromSchema<typeof createExport.response>;

/** What an export is of, and how it is written. */
export type ExportOptions = Omit<FromSchema<typeof createExport.body>, 'environment' | 'from' | 'to'>;

/** An export of responses to files, with the progress of its job. */
export type Export = StoredRequest &
  Pick<Shown, 'state' | 'rows' | 'files' | 'bytes'> & {
    options: ExportOptions;
    /** Of the submissions: ms since the epoch, `to` exclusive. */
    from?: number;
    to: number;
    /** What its answers show, and so who may read its files. */
    access: Access;
    total?: number;
    reason?: string;
    endedAt?: string;
    expiresAt?: string;
    /** Somebody does not want it any more: it is gone for readers, and its files are to be removed. */
    deleted?: boolean;
    /** The form whose files are being written, how many there are of it, and behind which response to go on. */
    place?: { formId: string; files: number; after?: string };
  };

const keptSeconds = 30 * 24 * 3600;

export const exportStore = requestsOf<Export>({
  itemType: 'export',
  quota: 'exports',
  keptSeconds,
  isId: id => isIdOf('export', id),
});

/** An export as its record shows it. */
export function exportRecord(stored: Export): Shown {
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
 * Stores the end of an export. Due once more when its files are to go.
 *
 * @param reason why it failed; left out, it is done
 */
export function endExport(read: Export, reason?: string): Promise<Export | undefined> {
  const expires = Date.now() + keptMs;
  const change: Partial<Export> = {
    state: reason === undefined ? 'done' : 'failed',
    reason,
    endedAt: new Date().toISOString(),
    expiresAt: new Date(expires).toISOString(),
    place: undefined,
  };
  return exportStore.save(read, change, { due: expires, writes: [quotaWrite('exports', read, -1)] });
}

/** The export of the caller's environment with this id, unless it was deleted. */
export async function getExportOf(caller: Caller, id: string): Promise<Export | undefined> {
  const read = await exportStore.getOf(caller, id);
  return read?.deleted ? undefined : read;
}

/**
 * Takes an export away from its readers; its job removes the files. False when somebody else changed it since it was read.
 *
 * @param writes of the same transaction
 */
export async function markDeleted(read: Export, writes: readonly TransactItem[] = []): Promise<boolean> {
  const counted = read.endedAt === undefined ? [quotaWrite('exports', read, -1)] : [];
  // It leaves the list.
  const change = {
    deleted: true,
    endedAt: read.endedAt ?? new Date().toISOString(),
    gsi1pk: undefined,
    gsi1sk: undefined,
  };
  return (await exportStore.save(read, change, { due: Date.now(), writes: [...counted, ...writes] })) !== undefined;
}
