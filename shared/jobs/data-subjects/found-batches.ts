import { type DataSubjectRequest, saveRequest } from '../../store/responses/data-subject-requests.ts';
import { type FoundBatch, readBatches } from '../../store/responses/found-responses.ts';

/** How many batches of found responses are in memory at a time, a thousand in each at most. */
const batchesAtOnce = 10;

/** What has come of a request; undefined when its run is to stop: it is due again, or another run is at it. */
export type Outcome = Promise<DataSubjectRequest | undefined>;

/** Works through the batches, some at a time, from where on an earlier run stopped. */
export async function eachBatches(
  request: DataSubjectRequest,
  work: (current: DataSubjectRequest, batches: readonly FoundBatch[]) => Outcome,
): Outcome {
  const batches = await readBatches(request.id, request.batch, batchesAtOnce);
  const last = batches.at(-1);
  if (!last) return request;
  const worked = await work(request, batches);
  const saved = worked && (await saveRequest(worked, { batch: last.number + 1, place: undefined }));
  return saved && eachBatches(saved, work);
}
