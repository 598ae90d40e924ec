import { setTimeout as sleep } from 'node:timers/promises';
import type { Failure, Service } from './failures.ts';
import { type Answer, countedSubmissions, type Form, lostAndDoubled, submit, Visitors } from './visitors.ts';

const failingSeconds = 8;
const answerMsMax = 3000;

export type Outcome = {
  readonly name: string;
  readonly answers: readonly Answer[];
  readonly slowestMs: number;
  readonly acknowledged: number;
  readonly lost: number;
  readonly doubled: number;
  /** From the end of the failure until a submission is stored, and until all are counted. */
  readonly storesAfterMs: number;
  readonly countsAfterMs: number;
  /** What was promised, and did not hold. */
  readonly broken: readonly string[];
};

type Stage = {
  readonly form: Form;
  readonly behaviour: Record<Service, Failure['decide']>;
  /** The slowest answer when nothing failed: what the machine itself takes. */
  readonly slowestBefore: number;
};

/** Has visitors come while a service fails, and sees what they were told, and what is kept when it is over. */
export async function play(failure: Failure, stage: Stage): Promise<Outcome> {
  const { form, behaviour } = stage;
  // Functions begin, and caches are filled, before it counts.
  for (let n = 0; n < 3; n++) await submit(form, `warm ${n}`);
  await sleep(1500);

  const none = () => undefined;
  behaviour[failure.service] = failure.decide;
  const visitors = new Visitors();
  await visitors.arrive(form, failure.perSecond ?? 4, failingSeconds);
  behaviour[failure.service] = none;

  const endedAt = performance.now();
  while ((await submit(form, 'after'))?.status !== 201) await sleep(100);
  const storesAfterMs = performance.now() - endedAt;
  await visitors.allAnswered();
  const { stored, ...kept } = await lostAndDoubled(form, visitors.acknowledged);
  while ((await countedSubmissions(form)) < stored) {
    if (performance.now() - endedAt > 120_000) break;
    await sleep(200);
  }
  const countsAfterMs = performance.now() - endedAt;
  const { answers, acknowledged, givenUp } = visitors;
  const slowestMs = Math.max(...answers.map(({ ms }) => ms));
  const outcome = { ...kept, answers, slowestMs, storesAfterMs, countsAfterMs };
  return {
    ...{ name: failure.name, ...outcome, acknowledged: acknowledged.length },
    broken: brokenPromises(outcome, givenUp.length, stage.slowestBefore),
  };
}

type Figures = Pick<Outcome, 'answers' | 'slowestMs' | 'lost' | 'doubled' | 'countsAfterMs'>;

function brokenPromises(figures: Figures, givenUp: number, slowestBefore: number): string[] {
  const { answers, slowestMs, lost, doubled, countsAfterMs } = figures;
  const isHonest = ({ status, retryAfter }: Answer) =>
    status === 200 || status === 201 || ((status === 503 || status === 409 || status === 429) && retryAfter);
  const dishonest = answers.filter(answer => !isHonest(answer));
  return [
    ...(lost > 0 ? [`${lost} acknowledged submissions are lost`] : []),
    ...(doubled > 0 ? [`${doubled} submissions are stored twice`] : []),
    ...(dishonest.length > 0 ? [`${dishonest.length} answers were neither stored nor 503 with Retry-After`] : []),
    ...(givenUp > 0 ? [`${givenUp} visitors gave up`] : []),
    ...(slowestMs > answerMsMax + slowestBefore ? [`an answer took ${Math.round(slowestMs)} ms`] : []),
    ...(countsAfterMs > 120_000 ? ['counters were not right after two minutes'] : []),
  ];
}
