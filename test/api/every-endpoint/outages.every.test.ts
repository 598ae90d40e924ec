import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Endpoints } from '../../../local/cloud.ts';
import { api } from '../../../shared/contracts/index.ts';
import { statusOf } from '../../support/cloud/calls/valid-calls.ts';
import type { Call, Operation } from '../../support/cloud/client.ts';
import {
  type CallAttempt,
  type FaultProxy,
  type ProxyFault,
  startFaultProxy,
} from '../../support/cloud/fault-proxy.ts';
import { filesInMemory } from '../../support/cloud/files-in-memory.ts';
import { fullAccess } from '../../support/cloud/full-access.ts';
import type { Reply } from '../../support/cloud/http.ts';
import { startedService } from '../../support/cloud/service.ts';
import { contracts } from './contracts.ts';

type Service = keyof Endpoints;
const dataDir = mkdtempSync(join(filesInMemory(), 'outages-'));
const proxies = new Map<Service, FaultProxy>();

/** Of the calls that an operation makes: which one fails, and all after it. */
let plan: { readonly from: number; readonly fault: ProxyFault } | undefined;
let calls: string[] = [];
let met: Service[] = [];

const decide =
  (service: Service) =>
  ({ operation, attempt }: CallAttempt): ProxyFault | undefined => {
    if (!plan) return undefined;
    if (attempt === 1) calls.push(`${service} ${operation}`);
    if (calls.length < plan.from) return undefined;
    met.push(service);
    return plan.fault;
  };

const service = startedService({
  ...{ alone: true, dataDir },
  async between(endpoints) {
    for (const name of ['dynamodb', 's3', 'sqs', 'kms', 'ses'] as const) {
      proxies.set(name, await startFaultProxy(endpoints[name], decide(name)));
    }
    return Object.fromEntries([...proxies].map(([name, { endpoint }]) => [name, endpoint]));
  },
});
const { full, validCall } = fullAccess(service);

// Their calls are not those of the operation.
beforeAll(() => service.cloud().stopWorkers());
afterAll(async () => {
  await Promise.all([...proxies.values()].map(proxy => proxy.close()));
  rmSync(dataDir, { recursive: true, force: true });
});

/** Workers send the mails that these need the links of. */
const mailed: ReadonlySet<Operation> = new Set(['getMailLink', 'confirmAddress']);

/** A call that succeeds. */
async function nextCall(operation: Operation): Promise<Call> {
  if (mailed.has(operation)) await service.cloud().startWorkers();
  const call = await validCall(operation, full);
  if (mailed.has(operation)) await service.cloud().stopWorkers();
  // The session that it may need begins before anything fails.
  await service.session()('getMe');
  if (operation !== 'login') return call;
  // A failed login counts as an attempt.
  const { email, password } = await service.newUser({ role: 'viewer' });
  return { body: { email, password } };
}

/** Calls an operation while this call of it and all after it fail. */
async function callWith(operation: Operation, from: number, fault: ProxyFault): Promise<Reply> {
  const call = await nextCall(operation);
  [calls, met] = [[], []];
  plan = { from, fault };
  try {
    return await full(operation, call);
  } finally {
    plan = undefined;
    for (const proxy of proxies.values()) await proxy.reopen();
  }
}

type Line = { readonly level: string; readonly operation: string; readonly call?: string; readonly reason?: string };

/** Whether it names a call, and what the service said. */
const isAboutCall = (line: Line | undefined): boolean =>
  line?.level === 'WARN' && /^(DynamoDB|S3|SQS|KMS|SESv2) \w+$/.test(line.call ?? '') && Boolean(line.reason);

let bytesRead = 0;

/** An import creates its form by another operation, which says what failed. */
const callsOther: Partial<Record<Operation, Operation>> = { importForm: 'createForm' };

/** The last new line of the log that says which call of an operation failed. */
function unavailableLine(operation: Operation): Line | undefined {
  const log = readFileSync(join(dataDir, 'functions.log')).subarray(bytesRead);
  bytesRead += log.length;
  const lines: Line[] = log
    .toString()
    .split('\n')
    .flatMap(line => (line.includes('"unavailable"') ? [JSON.parse(line.slice(line.indexOf('{')))] : []));
  const names = [api[operation], api[callsOther[operation] ?? operation]].map(
    ({ method, path }) => `${method} ${path}`,
  );
  return lines.findLast(line => names.includes(line.operation));
}

const faults: readonly ProxyFault[] = ['failure', 'throttle', 'cut', 'gone'];
/** Of a list of all forms, the first calls; most operations make fewer. */
const callsMax = 20;

/** What an operation answers when each of its calls fails, until none is left to fail. */
async function* outcomesOf(operation: Operation) {
  for (let from = 1; from < callsMax; from++) {
    // All kinds at the first call, and one at each of the others by turns.
    for (const fault of from === 1 ? faults : [faults[from % faults.length] ?? 'failure']) {
      const { status, headers } = await callWith(operation, from, fault);
      yield { fault, call: calls[from - 1], status, retryAfter: headers['retry-after'] };
      if (met.length === 0) return;
    }
  }
}

/** Workers catch up when they start: later, they would do the work that all other operations leave. */
const mailedFirst = contracts.toSorted(([one], [other]) => Number(mailed.has(other)) - Number(mailed.has(one)));

describe.each(mailedFirst)('%s', operation => {
  it('says when to try again, and logs what failed, whichever of its calls fails', async () => {
    let [refusals, logged] = [0, 0];
    for await (const outcome of outcomesOf(operation)) {
      const { status } = outcome;
      // It may do without the call: a count, a mail.
      const isUsual = status < 400 || status === statusOf(operation);
      const expected = isUsual ? {} : { status: 503, retryAfter: expect.stringMatching(/^\d+$/) };
      expect(outcome).toEqual({ ...outcome, ...expected });
      if (status === 503) refusals += 1;
      const line = unavailableLine(operation);
      if (status === 503 && isAboutCall(line)) logged += 1;
    }
    expect(logged).toBe(refusals);
  });
});
