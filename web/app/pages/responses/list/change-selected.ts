import { call } from '../../../api/client.ts';
import { ApiError } from '../../../api/errors.ts';
import { type BatchOutcome, forEach, type Progress } from '../../../api/for-each.ts';
import type { Input, Output } from '../../../api/operations.ts';

type BulkBody = Input<'POST /responses/bulk'>['body'];

/** The change to make to each response. */
export type SelectedChange = Omit<BulkBody, 'ids'>;

/** The number of responses that the service takes at a time. */
const batchMax = 100;

type ChangeOptions = { readonly signal: AbortSignal; readonly onProgress: (progress: Progress) => void };

/** Makes a change to all these responses. One that is gone counts as changed. */
export async function changeSelected(
  ids: readonly string[],
  change: SelectedChange,
  { signal, onProgress }: ChangeOptions,
): Promise<BatchOutcome> {
  const batches = new Map<string, string[]>();
  for (let from = 0; from < ids.length; from += batchMax) batches.set(String(from), ids.slice(from, from + batchMax));
  const succeeded: string[] = [];
  let refusal: unknown;
  const send = async (name: string) => {
    const body = { ...change, ids: batches.get(name) ?? [] };
    const { results } = await call('POST /responses/bulk', { body });
    succeeded.push(...results.filter(({ result }) => result !== 'failed').map(({ id }) => id));
    refusal ??= refusalIn(results);
    onProgress({ done: succeeded.length, total: ids.length });
  };
  const outcome = await forEach([...batches.keys()], send, { signal, onProgress: () => {} });
  const tried = new Set([...outcome.succeeded, ...outcome.failed].flatMap(name => batches.get(name) ?? []));
  const failed = [...tried].filter(id => !succeeded.includes(id));
  const error = outcome.error ?? refusal;
  return { succeeded, failed, ...(error !== undefined && { error }) };
}

/** Returns the error of the first response that could not be changed. */
function refusalIn(results: Output<'POST /responses/bulk'>['results']): ApiError | undefined {
  const error = results.find(({ result }) => result === 'failed')?.error;
  return error && new ApiError(400, error);
}
