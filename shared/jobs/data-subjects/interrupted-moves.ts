import { responseIn } from '../../domain/responses/moved-answers.ts';
import { responseId, uploadSlices } from '../../ids.ts';
import { expression } from '../../store/expression.ts';
import { partitionOf } from '../../store/keys.ts';
import { type DataSubjectRequest, saveRequest } from '../../store/responses/data-subject-requests.ts';
import { type FoundBatch, putExportedFiles } from '../../store/responses/found-responses.ts';
import { dropUpload, type Upload, uploadOf } from '../../store/responses/uploads.ts';
import { wholeSpan } from '../../store/timeline.ts';
import { eachBatches, type RequestProgress } from './found-batches.ts';
import { pagesFrom } from './pages.ts';

/**
 * Notes the objects that interrupted moves of the found responses' answers have left in owners' buckets, and has them
 * removed now. No response names such an object, so this looks through the files of the forms.
 */
export async function noteInterruptedMoves(request: DataSubjectRequest, deadline: number): RequestProgress {
  const noted = await eachBatches(request, (current, batches) => noteThoseOf(current, batches, deadline));
  return noted && saveRequest(noted, { step: noted.step + 1, batch: 0 });
}

async function noteThoseOf(
  request: DataSubjectRequest,
  batches: readonly FoundBatch[],
  deadline: number,
): RequestProgress {
  const ids = new Set(batches.flatMap(idsIn));
  for await (const { items, place } of pagesFrom(walksOf(batches), request.place)) {
    const left = items.map(uploadOf).filter(({ objectKey = '' }) => ids.has(responseIn(objectKey) ?? ''));
    await putExportedFiles(
      request.id,
      left.map(({ fileId }) => fileId),
    );
    for (const upload of left) await dropUpload(upload);
    if (Date.now() < deadline) continue;
    await saveRequest(request, { place }, { due: Date.now() });
    return undefined;
  }
  return request;
}

const idsIn = ({ formId, responses }: FoundBatch): string[] =>
  responses.map(({ sortKey }) => responseId(formId, sortKey));

/** Returns the partitions with files of the forms, in order of name. A claimed file belongs to its response. */
function walksOf(batches: readonly FoundBatch[]) {
  const forms = [...new Set(batches.map(({ formId }) => formId))];
  const partitions = forms.flatMap(form => uploadSlices.map(slice => partitionOf('upload', 'pk', { form, slice })));
  const filter = expression`attribute_exists(objectKey) AND #state <> ${'claimed' satisfies Upload['state']}`;
  return partitions.sort().map(partition => ({ partition, span: wholeSpan, filter }));
}
