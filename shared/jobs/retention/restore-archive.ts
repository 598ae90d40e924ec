import { deleteArchiveObject } from '../../aws/s3/archive-objects.ts';
import { expiredBefore, removalTime } from '../../domain/forms/retention.ts';
import { policedFields } from '../../domain/responses/policed-fields.ts';
import { inParallel } from '../../in-parallel.ts';
import {
  type Archive,
  beginRestoration,
  deleteArchive,
  getArchive,
  withdrawArchive,
} from '../../store/forms/archives.ts';
import { addExtraNames, formExistsCheck, getForm, type StoredForm } from '../../store/forms/forms.ts';
import { followRestored, retainRestored } from '../../store/forms/restored-range.ts';
import { startSealingWrite } from '../../store/forms/sealing.ts';
import { type ArchivedRow, itemOfRow } from '../../store/responses/archived-rows.ts';
import { pointersOf } from '../../store/responses/moved-responses.ts';
import { answersMoveOf } from '../../store/responses/responses.ts';
import { batchPut, createItem, writeIfUnchanged } from '../../store/table.ts';
import { readArchive } from './archive-content.ts';

const atOnce = 25;

/**
 * Restores the responses of an archive unchanged with their IDs, and then removes the archive. They are in the table,
 * or in the archive, or for a while in both. Nobody is notified of new responses, and reports count none. If it is
 * killed, it is run again. Returns the number of responses in the archive.
 *
 * @throws Error that says what to do first
 */
export async function restoreArchive(address: { formId: string; id: string }): Promise<number> {
  const archive = await getArchive(address);
  const stored = await getForm(address.formId);
  if (!archive || !stored) throw new Error(`There is no archive ${address.id} of a form ${address.formId}`);
  if (archive.state === 'complete' || archive.state === 'restoring') {
    await retain(stored, archive);
    if (archive.state === 'complete') await begin(stored, archive);
    await putRows((await getForm(address.formId)) as StoredForm, archive);
    await followRestored(stored);
    await sealRestored(stored);
    await withdrawArchive(archive);
  } else if (archive.state === 'deleting') {
    throw new Error(`The archive ${archive.id} is being deleted`);
  } else if (archive.state !== 'restored') {
    throw new Error(`The archive ${archive.id} is not complete yet; try again in a few minutes`);
  }
  await deleteArchiveObject(archive);
  await deleteArchive(archive);
  return archive.count ?? 0;
}

async function retain(stored: StoredForm, archive: Archive): Promise<void> {
  const { retention } = stored.form;
  const bound = expiredBefore({ form: { retention } }, Date.now()) ?? 0;
  if (archive.from < bound) {
    throw new Error(
      `The form keeps responses for ${retention?.days} days, these are older: set retention.days to more, or retention to null`,
    );
  }
  if (!(await retainRestored(stored, archive))) {
    throw new Error(
      'The retention of the form is being carried out, or the form was changed; try again in a few minutes',
    );
  }
}

async function begin({ organizationId, form: { environment } }: StoredForm, archive: Archive): Promise<void> {
  if (await beginRestoration(archive, { organizationId, environment })) return;
  throw new Error(
    'A request about a data subject is being carried out in the environment; try again when GET /data-subjects shows that it has ended',
  );
}

/** Seals answers that were archived before a policy, once they are back. */
async function sealRestored(stored: StoredForm): Promise<void> {
  if (policedFields(stored).size === 0) return;
  await writeIfUnchanged([formExistsCheck(stored.form.id), startSealingWrite(stored)]);
}

async function putRows(stored: StoredForm, archive: Archive): Promise<void> {
  const restoredAt = new Date().toISOString();
  let rows: ArchivedRow[] = [];
  const put = async () => {
    await addExtraNames(stored, Object.assign({}, ...rows.map(({ answers }) => answers)));
    await inParallel(rows, atOnce, row => putRow(stored, row, restoredAt));
    rows = [];
  };
  for await (const row of readArchive(archive)) if (rows.push(row) === 10 * atOnce) await put();
  await put();
}

/** Stores a row. One that already exists was restored by a killed run. */
async function putRow(stored: StoredForm, row: ArchivedRow, restoredAt: string): Promise<void> {
  const removal = removalTime(stored, Date.parse(row.submittedAt));
  // `restoredAt` shows that it is not new.
  const item = { ...itemOfRow(row, stored.environmentId), restoredAt, ...answersMoveOf(stored) };
  const ttl = removal && Math.ceil(removal / 1000);
  // The pointer is stored first, so every existing response can be found by its ID.
  await batchPut(pointersOf(item, ttl));
  return createItem({ ...item, ...(ttl !== undefined && { ttl }) });
}
