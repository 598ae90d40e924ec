import type { Failure } from './failures.ts';
import type { Stage } from './stage.ts';
import { type Form, submit } from './visitors.ts';

/** The most calls that one request made to the failing service, and the most of them that failed. */
export type CallsPerRequest = { readonly all: number; readonly failed: number };

const probes = 3;

/** Sends requests one at a time, while nothing else calls the services. */
export async function callsPerRequest(failure: Failure, stage: Stage, form: Form): Promise<CallsPerRequest> {
  const most = { all: 0, failed: 0 };
  stage.begin(failure);
  try {
    for (let probe = 0; probe < probes; probe++) {
      stage.calls = { all: 0, failed: 0 };
      await submit(form, `probe ${probe}`);
      most.all = Math.max(most.all, stage.calls.all);
      most.failed = Math.max(most.failed, stage.calls.failed);
    }
  } finally {
    await stage.end();
  }
  return most;
}
