import { call } from '../../../api/client.ts';
import type { Input, Output } from '../../../api/operations.ts';

export type ExportBody = Input<'POST /exports'>['body'];
type Job = Output<'GET /exports/{id}'>;
export type ExportFile = Output<'GET /exports/{id}/files'>['items'][number];

type FileOptions = { readonly signal: AbortSignal; readonly onJob: (job: Job) => void };

/** How long a tab waits before it checks the progress again, in milliseconds. */
const pauseMs = 2000;

/** Starts an export, and returns its files once all are written. Aborting the signal only stops the waiting. */
export async function writeFiles(body: ExportBody, { signal, onJob }: FileOptions): Promise<readonly ExportFile[]> {
  let job: Job = await call('POST /exports', { body, signal });
  const params = { id: job.id };
  onJob(job);
  while (job.state !== 'done') {
    if (job.state === 'failed') throw new Error(job.reason ?? undefined);
    await new Promise(resolve => setTimeout(resolve, pauseMs));
    job = await call('GET /exports/{id}', { params, signal });
    onJob(job);
  }
  const { items } = await call('GET /exports/{id}/files', { params, query: { order: 'asc', limit: 1000 }, signal });
  return items;
}
