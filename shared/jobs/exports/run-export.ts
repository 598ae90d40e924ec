import { hourMs } from '../../durations.ts';
import { HttpError, isStorageUnreachable } from '../../errors.ts';
import { log } from '../../log.ts';
import { readForms } from '../../store/forms/form-lists.ts';
import { type Key, partsOf } from '../../store/keys.ts';
import { type Export, endExport, exportStore } from '../../store/responses/exports.ts';
import { deleteOnce } from '../../store/table.ts';
import { removeFiles } from '../purges/export-removal.ts';
import { failuresMax, interruptionBy, untilIndexed } from '../requests.ts';
import { type Limits, stopAt, totalOf, writeFilesOf } from './write-files.ts';

export const isExportKey = ({ pk, sk }: Key): boolean =>
  partsOf('export', 'pk', pk) !== undefined && partsOf('export', 'sk', sk) !== undefined;

const failedOften =
  'It failed several times in a row, as it does where memory or time runs out. Ask again for less at a time: one form (formId), fewer columns, or a shorter time (from, to). The log of the service says more.';

/**
 * Carries out an export, as far as time allows, and removes the files of an ended one. It may be killed at any point
 * and run twice: only what is stored with the progress counts, and no file is overwritten.
 *
 * @param deadline when to stop and become due again, in ms since the epoch
 * @param fileEnd where a file ends, if not as usual
 */
export async function runExport(key: Key, deadline: number, fileEnd?: Limits['fileEnd']): Promise<void> {
  const read = await exportStore.get(key);
  if (!read) return;
  if (read.endedAt !== undefined) return removeEnded(read, key);
  if (read.failures >= failuresMax) return giveUp(read, failedOften);
  // A run that is killed for lack of memory or time cannot report it. So each counts as failed until it stores its
  // result.
  const failures = await exportStore.noteFailure(key);
  try {
    await writeExport({ ...read, failures }, { deadline, fileEnd });
  } catch (error) {
    if (error instanceof HttpError && error.status === 400) return giveUp(read, error.message);
    if (isStorageUnreachable(error)) return giveUp((await exportStore.get(key)) ?? read, error.message);
    await noteFault(read, error);
    throw error;
  }
}

/** Records an obstacle. The export waits until it is gone, or fails. */
async function noteFault(read: Export, error: unknown): Promise<void> {
  const failed = await exportStore.get(exportStore.key(read.id));
  if (!failed) return;
  const interruption = interruptionBy(error, failed);
  if (interruption !== undefined) await exportStore.noteInterruption(read, interruption);
  else if (failed.failures >= failuresMax) await giveUp(failed, failed.interruption?.reason ?? failedOften);
}

async function writeExport(read: Export, limits: Limits): Promise<void> {
  await untilIndexed(read);
  let current = read.state === 'running' ? read : await begin(read);
  if (!current) return;
  for await (const formId of formsOf(current)) {
    const isFirst = !current.place || current.place.formId === formId;
    if (!isFirst && Date.now() >= limits.deadline) return stopAt(current, { formId, files: 0 });
    current = await writeFilesOf(current, formId, limits);
    if (!current) return;
  }
  await endExport(current);
}

async function begin(read: Export): Promise<Export | undefined> {
  return exportStore.save(read, { state: 'running', total: await totalOf(read), failures: read.failures });
}

/** Reads the forms whose files are not all written, in order of ID. */
async function* formsOf({ options, environmentId, place }: Export): AsyncGenerator<string> {
  if (options.formId !== undefined) {
    yield options.formId;
    return;
  }
  if (place) yield place.formId;
  for await (const { form } of readForms(environmentId, { order: 'asc', position: place?.formId })) yield form.id;
}

async function giveUp(read: Export, reason: string): Promise<void> {
  if (read.endedAt !== undefined) return;
  log.error('an export was given up', { request: read.id, reason });
  await endExport(read, reason);
}

/** Removes an export that was deleted or has expired. A message may arrive twice, the second time too early. */
async function removeEnded(read: Export, key: Key): Promise<void> {
  const isOver = read.deleted || Date.parse(read.expiresAt ?? '') <= Date.now();
  if (!isOver) {
    await exportStore.save(read, {}, { due: Date.parse(read.expiresAt ?? '') });
    return;
  }
  const left = await removeFiles(read.id);
  // The items name what is still in a bucket, so they stay until it is gone.
  if (left.length > 0) await exportStore.save(read, {}, { due: Date.now() + hourMs, isKept: true });
  else if (read.deleted) await deleteOnce(key);
  else await exportStore.save(read, { files: 0, bytes: 0 }, { due: 'never' });
}
