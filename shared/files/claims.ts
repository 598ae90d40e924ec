import type { Form } from '../domain/forms/form.ts';
import type { Answers } from '../domain/responses/answers.ts';
import { fileChanges, fileIdsIn, filesMax } from '../domain/responses/file-changes.ts';
import { isStorageUnreachable } from '../errors.ts';
import type { Fault } from '../fault.ts';
import { fileAddress } from '../ids.ts';
import {
  claimFileWrite,
  type FileWrites,
  getUploads,
  releaseFileWrites,
  type Upload,
} from '../store/responses/uploads.ts';

/**
 * Checks the new files in answers: each must have been signed for this field, be uploaded, and belong to no response.
 * Returns the writes that claim them, and release files of `owner` that no answer names any more. They belong in the
 * transaction that stores the answers, and fail it when another response was faster.
 *
 * @param owner the response so far; undefined for a new one
 */
export async function moveFiles(
  form: Form,
  owner: { id: string; answers: Answers } | undefined,
  answers: Answers,
): Promise<{ writes: FileWrites | undefined } | { faults: Fault[] }> {
  const { id: formId, fields } = form;
  const { attached, dropped } = fileChanges(formId, fields, owner?.answers ?? {}, answers);
  if (attached.length === 0 && dropped.length === 0) return { writes: undefined };
  if (attached.length > 0 && fileIdsIn(formId, answers).length > filesMax) return { faults: [tooMany] };
  const own = attached.filter(({ fileId }) => fileAddress(fileId)?.formId === formId);
  const uploads = await getUploads([...new Set(own.map(({ fileId }) => fileId))]);
  const faults = await Promise.all(
    attached.map(async ({ fieldId, fileId }) => {
      const message = await faultOf(uploads.get(fileId), fieldId);
      return message === undefined ? [] : [{ field: fieldId, rule: 'file', message }];
    }),
  );
  if (faults.flat().length > 0) return { faults: faults.flat() };
  const releases = owner ? await releaseFileWrites(dropped, owner.id) : [];
  return {
    writes: responseId => [
      ...[...uploads.values()].map(upload => claimFileWrite(upload, responseId, { form })),
      ...releases,
    ],
  };
}

/**
 * The answers of a submission, with the writes of their files. `leftOut` has the faults of answers that were left out.
 */
type ClaimedFiles = { answers: Answers; leftOut: readonly Fault[]; writes: FileWrites | undefined };

/** Moves the files of a submission. A partial one is stored without the answers whose files it cannot claim. */
export async function moveSubmittedFiles(
  form: Form,
  owner: { id: string; answers: Answers } | undefined,
  { answers, leftOut }: Omit<ClaimedFiles, 'writes'>,
  { partial }: { partial: boolean },
): Promise<ClaimedFiles | { faults: readonly Fault[] }> {
  const moved = await moveFiles(form, owner, answers);
  if (!('faults' in moved)) return { answers, leftOut, ...moved };
  const faults = [...leftOut, ...moved.faults];
  const faulty = new Set(moved.faults.map(({ field }) => field));
  const kept = Object.entries(owner?.answers ?? {}).filter(([id]) => faulty.has(id));
  const good = Object.fromEntries([...Object.entries(answers).filter(([id]) => !faulty.has(id)), ...kept]);
  if (!partial || faulty.has('') || Object.keys(good).length === 0) return { faults };
  return moveSubmittedFiles(form, owner, { answers: good, leftOut: faults }, { partial });
}

const tooMany: Fault = { field: '', rule: 'maxFiles', message: `A response can have at most ${filesMax} files` };

/** The size in a bucket that denies access. Its files may exist, so the response is accepted. */
const unknown = -1;

async function faultOf(upload: Upload | undefined, fieldId: string): Promise<string | undefined> {
  if (upload?.fieldId !== fieldId) {
    return 'Must be a fileId that POST /uploads/sign returned for this field of this form';
  }
  if (upload.state === 'claimed') return 'This file already belongs to a response; upload it again';
  if (upload.state === 'deleting') return 'This file was removed; upload it again';
  // Loaded only here, because the S3 client would delay the many submissions without files.
  const { storedBytes } = await import('../aws/s3/files.ts');
  const bytes = await storedBytes(upload).catch(error => {
    if (isStorageUnreachable(error)) return unknown;
    throw error;
  });
  if (bytes === unknown || bytes === upload.size) return undefined;
  return 'This file has not been uploaded; PUT it to its uploadUrl before you submit it';
}
