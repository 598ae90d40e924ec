import { randomUUID } from 'node:crypto';
import { log } from '../../shared/log.ts';
import { fc } from '../support/properties.ts';
import { type Case, cases, forgedHost } from './cases.ts';
import { type Answer, callPatiently, type Endpoint, loadEndpoints } from './endpoints.ts';
import { actAs, refusedAccesses, writtenTexts } from './roles.ts';
import { newTenant, type Tenant } from './tenant.ts';

/** What a request came to that none may come to. */
type Finding = {
  readonly seed: number;
  readonly operation: string;
  readonly what: string;
  readonly sent: string;
};
export type FuzzReport = {
  readonly findings: Finding[];
  /** How many answers each operation gave, and how many of them were a success. */
  readonly answers: Map<string, { success: number; all: number }>;
  slowestMs: number;
};

type FuzzOptions = {
  readonly cases: number;
  readonly seed: number;
  /** Told of each finding, and how far it has come. */
  readonly tell?: (line: string) => void;
};

type TimedAnswer = { readonly answer: Answer | Error; readonly cpuMs: number };

/** Of the processor, not of the clock: other programs on the machine do not slow a request down. */
const cpuMsMax = 2000;

/** A tenant whose records were changed by so many requests has few of them left. */
const casesOfTenants = 250;

/**
 * Sends made-up requests, one after the other. Each has a seed of its own, the next number: one that was found is made again
 * by `{ cases: 1, seed }`, as far as it does not depend on those before it.
 */
export async function fuzz({ cases: count, seed: first, tell }: FuzzOptions): Promise<FuzzReport> {
  log.setLogLevel('SILENT');
  const endpoints = await loadEndpoints();
  const byName = new Map(endpoints.map(endpoint => [endpoint.operation, endpoint]));
  const outcome: FuzzReport = { findings: [], answers: new Map(), slowestMs: 0 };
  let told = 0;
  for (let start = first; start < first + count; start += casesOfTenants) {
    const tenants = await newTenants(byName);
    const requests = cases(endpoints, tenants);
    for (let seed = start; seed < Math.min(start + casesOfTenants, first + count); seed++) {
      const [request] = fc.sample(requests, { numRuns: 1, seed });
      if (request) note(outcome, seed, request, tenants, await send(request));
    }
    for (const { seed, operation, what, sent } of outcome.findings.slice(told))
      tell?.(`${seed} ${operation} ${what}\n  ${sent}`);
    told = outcome.findings.length;
    tell?.(`${Math.min(start + casesOfTenants, first + count) - first} of ${count}`);
  }
  return outcome;
}

function note(
  outcome: FuzzReport,
  seed: number,
  request: Case,
  tenants: readonly Tenant[],
  { answer, cpuMs }: TimedAnswer,
): void {
  const { operation } = request.endpoint;
  const { success, all } = outcome.answers.get(operation) ?? { success: 0, all: 0 };
  const isSuccess = 'status' in answer && answer.status < 300;
  outcome.answers.set(operation, { success: success + (isSuccess ? 1 : 0), all: all + 1 });
  outcome.slowestMs = Math.max(outcome.slowestMs, cpuMs);
  const faults = faultsOf(request, tenants, answer, cpuMs);
  outcome.findings.push(...faults.map(what => ({ seed, operation, what, sent: shown(request) })));
}

const newSecret = () => `secret${randomUUID().replaceAll('-', '')}`;

const newTenants = async (endpoints: ReadonlyMap<string, Endpoint>): Promise<[Tenant, Tenant]> => [
  await newTenant(endpoints, newSecret()),
  await newTenant(endpoints, newSecret()),
];

async function send({ endpoint, sent }: Case): Promise<TimedAnswer> {
  actAs(endpoint.operation);
  const before = process.cpuUsage();
  const answer = await callPatiently(endpoint, sent).catch((error: Error) => error);
  const { user, system } = process.cpuUsage(before);
  return { answer, cpuMs: (user + system) / 1000 };
}

function faultsOf(
  { endpoint, caller, sent }: Case,
  tenants: readonly Tenant[],
  answer: Answer | Error,
  cpuMs: number,
): string[] {
  const refused = refusedAccesses().map(access => `asks for what its role denies: ${JSON.stringify(access)}`);
  if (answer instanceof Error) return [`throws ${answer.stack}`];
  const { status, body } = answer;
  // What anybody may read has no tenant; what a request itself says may come back.
  const strangers = endpoint.contract.auth.length === 0 ? [] : tenants.filter(tenant => tenant !== caller);
  const isForged = [body, JSON.stringify(answer.headers), ...writtenTexts()].some(each => each.includes(forgedHost));
  const leaks = strangers.some(({ secret }) => body.includes(secret) && !JSON.stringify(sent).includes(secret));
  return [
    ...refused,
    ...(status >= 500 ? [`is answered ${status}: ${body}`] : []),
    ...(status >= 400 && status < 500 && !isPage(body) && typeof parsed(body)?.code !== 'string'
      ? [`refuses without a code: ${body}`]
      : []),
    ...(/\\ud[89a-f]/.test(body) ? [`answers half a character: ${body.slice(0, 500)}`] : []),
    ...(cpuMs > cpuMsMax ? [`takes ${cpuMs} ms`] : []),
    ...(isForged ? ['takes the host that a header says'] : []),
    ...(leaks ? [`shows a stranger's: ${body.slice(0, 500)}`] : []),
    ...(prototypes() === untouched ? [] : ['changes a prototype']),
  ];
}

/** What people see says it in words. */
const isPage = (body: string): boolean => body.startsWith('<!doctype html>');

function parsed(body: string): { code?: unknown } | undefined {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

const prototypes = (): string =>
  [Object, Array, String, Number, Function, Promise, Map, Buffer]
    .map(each => Reflect.ownKeys(each.prototype).map(String).join(' '))
    .join('\n');

const untouched = prototypes();

const shown = ({ sent }: Case): string => {
  const whole = JSON.stringify(sent);
  return whole.length > 1500 ? `${whole.slice(0, 1500)}…` : whole;
};
