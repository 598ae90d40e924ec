import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Endpoints } from '../../../local/cloud.ts';
import type { Contract } from '../../../shared/contracts/contract.ts';
import { statusOf } from '../../support/cloud/calls/valid-calls.ts';
import { type Call, type Operation, withHeaders } from '../../support/cloud/client.ts';
import {
  type CallAttempt,
  type FaultProxy,
  type ProxyFault,
  startFaultProxy,
} from '../../support/cloud/fault-proxy.ts';
import { filesInMemory } from '../../support/cloud/files-in-memory.ts';
import { fullAccess } from '../../support/cloud/full-access.ts';
import { serviceFor, startedService } from '../../support/cloud/service.ts';
import { contracts, needsCredential } from './contracts.ts';

type Service = keyof Endpoints;
const dataDir = mkdtempSync(join(filesInMemory(), 'outages-'));
const proxies = new Map<Service, FaultProxy>();

/** A request of which a call fails, and all after it. */
type FailingRequest = {
  readonly from: number;
  readonly fault: ProxyFault;
  readonly calls: string[];
  /** Whether a call has failed. */
  met: boolean;
};

/** By the trace that its calls belong to: those of other requests succeed meanwhile. */
const failing = new Map<string | undefined, FailingRequest>();

const decide =
  (service: Service) =>
  ({ operation, attempt, trace }: CallAttempt): ProxyFault | undefined => {
    const request = failing.get(trace);
    if (!request) return undefined;
    if (attempt === 1) request.calls.push(`${service} ${operation}`);
    if (request.calls.length < request.from) return undefined;
    request.met = true;
    return request.fault;
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

type Access = ReturnType<typeof accessTo>;
const accessTo = (own: typeof service | ReturnType<typeof serviceFor>) => ({ ...fullAccess(own), service: own });

/** Jest runs five tests at a time. Each has an organization to itself: they make room by deleting old records. */
const free: Access[] = [];

beforeAll(async () => {
  const others = await Promise.all(Array.from({ length: 4 }, () => service.newOrganization()));
  free.push(accessTo(service), ...others.map(credentials => accessTo(serviceFor(service, credentials))));
  // Their calls are not those of the operation.
  await service.cloud().stopWorkers();
});
afterAll(async () => {
  await Promise.all([...proxies.values()].map(proxy => proxy.close()));
  rmSync(dataDir, { recursive: true, force: true });
});

/** Workers send the mails that these need the links of. */
const mailed: ReadonlySet<Operation> = new Set(['getMailLink', 'confirmAddress']);
let mailing = Promise.resolve();

/** Makes a call while the workers run, one such call after the other. */
function whileWorkersRun(make: () => Promise<Call>): Promise<Call> {
  const made = mailing.then(async () => {
    await service.cloud().startWorkers();
    return await make().finally(() => service.cloud().stopWorkers());
  });
  mailing = made.then(
    () => {},
    () => {},
  );
  return made;
}

/** Returns a call that succeeds. */
async function nextCall(operation: Operation, { full, validCall, service: own }: Access): Promise<Call> {
  const make = () => validCall(operation, full);
  const call = mailed.has(operation) ? await whileWorkersRun(make) : await make();
  // The session that it may need begins before anything fails.
  await own.session()('getMe');
  if (operation !== 'login') return call;
  // A failed login counts as an attempt.
  const { email, password } = await own.newUser({ role: 'viewer' });
  return { body: { email, password } };
}

type Line = { readonly level: string; readonly call?: string; readonly reason?: string };

/** Whether it names a call, and what the service said. */
const isAboutCall = (line: Line | undefined): boolean =>
  line?.level === 'WARN' && /^(DynamoDB|S3|SQS|KMS|SESv2) \w+$/.test(line.call ?? '') && Boolean(line.reason);

let bytesRead = 0;
const logged = new Map<string, Line>();

/** The line of the log that says which call of a request failed. */
function unavailableLine(trace: string): Line | undefined {
  const log = readFileSync(join(dataDir, 'functions.log'));
  const end = log.lastIndexOf('\n') + 1;
  for (const line of log.subarray(bytesRead, end).toString().split('\n')) {
    if (!line.includes('"unavailable"')) continue;
    const parsed = JSON.parse(line.slice(line.indexOf('{')));
    logged.set(parsed.xray_trace_id, parsed);
  }
  bytesRead = end;
  return logged.get(trace);
}

type Outcome = {
  readonly fault: ProxyFault;
  readonly call: string | undefined;
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** Whether the log says which call failed. */
  readonly isLogged: boolean;
};

const newTrace = (): string => `1-00000000-${randomBytes(12).toString('hex')}`;

/** Makes a request of which calls fail. Returns undefined if it makes fewer. */
async function outcomeOf(
  operation: Operation,
  call: Call,
  { from, fault }: Pick<FailingRequest, 'from' | 'fault'>,
  { full }: Access,
): Promise<Outcome | undefined> {
  const trace = newTrace();
  const request: FailingRequest = { from, fault, calls: [], met: false };
  failing.set(trace, request);
  const { status, headers } = await full(operation, withHeaders(call, { 'x-amzn-trace-id': `Root=${trace}` }));
  failing.delete(trace);
  if (!request.met && from > 1) return undefined;
  const isLogged = isAboutCall(unavailableLine(trace));
  return { fault, call: request.calls[from - 1], status, retryAfter: headers['retry-after'], isLogged };
}

const faults: readonly ProxyFault[] = ['failure', 'throttle', 'cut'];
/** Of a list of all forms, the first calls; most operations make fewer. */
const callsMax = 20;
/** All kinds at the first call, and one at each of the others by turns. */
const steps = Array.from({ length: callsMax - 1 }, (_, index) => index + 1).flatMap(from =>
  (from === 1 ? faults : faults.slice(from % faults.length).slice(0, 1)).map(fault => ({ from, fault })),
);

/** The call of each operation whose first call failed, and with what access it was made. */
const refusedFirst = new Map<Operation, { readonly call: Call; readonly access: Access }>();

/** What an operation answers when each of its calls fails, until none is left to fail. */
async function outcomesOf(operation: Operation, contract: Contract, access: Access): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let call = await nextCall(operation, access);
  refusedFirst.set(operation, { call, access });
  for (const step of steps) {
    // A read changes nothing, and neither does the first call of others, which looks up the credential.
    const isUnchanged = contract.method === 'GET' || (step.from === 1 && needsCredential(contract));
    if (outcomes.length > 0 && !isUnchanged) call = await nextCall(operation, access);
    const outcome = await outcomeOf(operation, call, step, access);
    if (!outcome) break;
    outcomes.push(outcome);
  }
  return outcomes;
}

/** What is expected of an operation that may do without the call: a count, a mail. */
function expectUsualOrUnavailable(operation: Operation, outcome: Outcome): void {
  const isUsual = outcome.status < 400 || outcome.status === statusOf(operation);
  const unavailable = { status: 503, retryAfter: expect.stringMatching(/^\d+$/), isLogged: true };
  expect({ operation, ...outcome }).toEqual({ operation, ...outcome, ...(!isUsual && unavailable) });
}

/** Workers catch up when they start: later, they would do the work that all other operations leave. */
const mailedFirst = contracts.toSorted(([one], [other]) => Number(mailed.has(other)) - Number(mailed.has(one)));

it.concurrent.each(mailedFirst)(
  '%s says when to try again, and logs what failed, whichever of its calls fails',
  async (operation, contract) => {
    const access = free.pop();
    if (!access) throw new Error('More tests run at a time than there are organizations');
    const outcomes = await outcomesOf(operation, contract, access).finally(() => free.push(access));
    for (const outcome of outcomes) expectUsualOrUnavailable(operation, outcome);
  },
);

it('while nothing listens, every operation says when to try again, and logs what failed', async () => {
  expect(refusedFirst.size).toBe(contracts.length);
  // Others need the session that a logout ends: it comes last.
  const isLogout = (operation: Operation) => Number(operation === 'logout');
  const waiting = [...refusedFirst].toSorted(([one], [other]) => isLogout(other) - isLogout(one));
  const outcomes: [Operation, Outcome][] = [];
  const callAll = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [operation, { call, access }] = next;
      const outcome = await outcomeOf(operation, call, { from: 1, fault: 'cut' }, access);
      if (outcome) outcomes.push([operation, outcome]);
    }
  };
  for (const { service: own } of free) await own.session()('getMe');
  await Promise.all([...proxies.values()].map(proxy => proxy.stopListening()));
  try {
    await Promise.all([1, 2, 3, 4, 5].map(callAll));
  } finally {
    await Promise.all([...proxies.values()].map(proxy => proxy.reopen()));
  }
  expect(outcomes.filter(([, { status }]) => status === 503).length).toBeGreaterThan(contracts.length / 2);
  for (const [operation, outcome] of outcomes) expectUsualOrUnavailable(operation, outcome);
});
