import { type DataSubjectRequest, saveRequest } from '../../store/responses/data-subject-requests.ts';
import { type FoundBatch, readBatches } from '../../store/responses/found-responses.ts';

/** The number of batches of found responses in memory at a time, with at most a thousand responses each. */
const batchesAtOnce = 10;

/** The request after a step; undefined when the run must stop, because it is due again or another run has it. */
export type RequestProgress = Promise<DataSubjectRequest | undefined>;

/** Works through the batches, some at a time, from where an earlier run stopped. */
export async function eachBatches(
  request: DataSubjectRequest,
  work: (current: DataSubjectRequest, batches: readonly FoundBatch[]) => RequestProgress,
): RequestProgress {
  const batches = await readBatches(request.id, request.batch, batchesAtOnce);
  const last = batches.at(-1);
  if (!last) return request;
  const worked = await work(request, batches);
  const saved = worked && (await saveRequest(worked, { batch: last.number + 1, place: undefined }));
  return saved && eachBatches(saved, work);
}
