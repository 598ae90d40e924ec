import { setTimeout as sleep } from 'node:timers/promises';
import { mailsTo } from '../../test/support/cloud/mail.ts';
import type { CallsPerRequest } from './calls-per-request.ts';
import type { Failure } from './failures.ts';
import type { Stage } from './stage.ts';
import { type Answer, countedSubmissions, type Form, lostAndDoubled, submit, Visitors } from './visitors.ts';

const failingSeconds = 6;
const answerMsMax = 3000;
const callsMax = 3;
const recoveryMsMax = 180_000;

export type ScenarioOutcome = {
  readonly name: string;
  readonly answers: readonly Answer[];
  readonly slowestMs: number;
  readonly calls: CallsPerRequest;
  readonly acknowledged: number;
  readonly lost: number;
  readonly doubled: number;
  /** The time from the end of the failure until a submission is stored. */
  readonly storesAfterMs: number;
  /** The time until the report counts all submissions. */
  readonly countsAfterMs: number;
  /** The time until webhooks, and mails if they failed, have delivered all responses. */
  readonly deliversAfterMs: number;
  /** The time until an export that was requested during the failure is done. */
  readonly exportsAfterMs: number;
  /** The broken promises. */
  readonly broken: readonly string[];
};

type Conditions = {
  readonly stage: Stage;
  readonly calls: CallsPerRequest;
  /** The slowest answer without a failure, which shows how slow the machine itself is. */
  readonly slowestBefore: number;
};

/** Sends visitors while a service fails. Returns the answers that they got, and what is stored after the failure. */
export async function play(failure: Failure, { stage, calls, slowestBefore }: Conditions): Promise<ScenarioOutcome> {
  const form = await stage.newForm();
  const mailbox = failure.service === 'ses' ? await stage.newMailbox(form) : undefined;
  // Start the functions and fill their caches before measuring.
  for (let n = 0; n < 3; n++) await submit(form, `warm ${n}`);
  // Rotate the data key, so that the next response needs one that no function has cached.
  if (failure.service === 'kms') await stage.call('POST', '/data-keys');
  await sleep(1500);

  stage.begin(failure);
  const visitors = new Visitors();
  const asking = askForExport(stage, form);
  await visitors.arrive(form, failure.perSecond ?? 3, failingSeconds);
  await stage.end();

  const endedAt = performance.now();
  const since = () => performance.now() - endedAt;
  const until = async (isDone: () => Promise<boolean>): Promise<number> => {
    while (!(await isDone()) && since() < recoveryMsMax) await sleep(250);
    return since();
  };
  const storesAfterMs = await until(async () => (await submit(form, 'after'))?.status === 201);
  await visitors.allAnswered();
  const { stored, ...kept } = await lostAndDoubled(form, [...visitors.acknowledged.values()]);
  const exportId = await asking;
  const [countsAfterMs, deliversAfterMs, exportsAfterMs] = await Promise.all([
    until(async () => (await countedSubmissions(form)) >= stored),
    until(async () => isDelivered(stage, visitors, mailbox)),
    until(async () => (await stage.call('GET', `/exports/${exportId}`)).body.state === 'done'),
  ]);
  const { answers, acknowledged, givenUp } = visitors;
  const slowestMs = Math.max(...answers.map(({ ms }) => ms));
  const times = { storesAfterMs, countsAfterMs, deliversAfterMs, exportsAfterMs };
  const outcome = { ...kept, answers, slowestMs, calls, ...times };
  return {
    ...{ name: failure.name, ...outcome, acknowledged: acknowledged.size },
    broken: brokenPromises(outcome, givenUp.length, slowestBefore),
  };
}

/** Requests an export until it is accepted. */
async function askForExport(stage: Stage, { formId }: Form): Promise<string> {
  for (;;) {
    const { status, body } = await stage
      .call('POST', '/exports', { format: 'csv', formId })
      .catch(() => ({ status: 0, body: {} as Record<string, unknown> }));
    if (status === 202) return String(body.id);
    if (status !== 0 && status !== 503) throw new Error(`An export is answered ${status}: ${JSON.stringify(body)}`);
    await sleep(1000);
  }
}

function isDelivered(stage: Stage, { acknowledged }: Visitors, mailbox: string | undefined): boolean {
  const ids = [...acknowledged.keys()];
  if (!ids.every(id => stage.delivered.has(id))) return false;
  const mails =
    mailbox === undefined
      ? ''
      : mailsTo(stage.cloud, mailbox)
          .map(({ text }) => text)
          .join();
  return mailbox === undefined || ids.every(id => mails.includes(id));
}

type Figures = Omit<ScenarioOutcome, 'name' | 'acknowledged' | 'broken'>;

function brokenPromises(figures: Figures, givenUp: number, slowestBefore: number): string[] {
  const { answers, slowestMs, calls, lost, doubled } = figures;
  const dishonest = answers.filter(answer => !isHonest(answer));
  const late = Object.entries(figures).filter(
    ([name, value]) => name.endsWith('AfterMs') && Number(value) > recoveryMsMax,
  );
  return [
    ...(lost > 0 ? [`${lost} acknowledged submissions are lost`] : []),
    ...(doubled > 0 ? [`${doubled} submissions are stored twice`] : []),
    ...(dishonest.length > 0 ? [`${dishonest.length} answers were neither stored nor 503 with Retry-After`] : []),
    ...(givenUp > 0 ? [`${givenUp} visitors gave up`] : []),
    ...(slowestMs > answerMsMax + slowestBefore ? [`an answer took ${Math.round(slowestMs)} ms`] : []),
    ...(calls.failed > callsMax ? [`a request made ${calls.failed} calls that failed`] : []),
    ...late.map(([name]) => `${name} is more than three minutes`),
  ];
}

const retryable = new Set([503, 409, 429]);

/** Whether the answer tells a visitor what to do next. */
export const isHonest = ({ status, retryAfter }: Answer): boolean =>
  status === 200 || status === 201 || (retryable.has(status) && retryAfter);
