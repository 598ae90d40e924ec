import { isHonest } from '../play.ts';
import type { Stage } from '../stage.ts';
import { type Answer, type Form, lostAndDoubled, type Visitors } from '../visitors.ts';

/** Something that happens to a stage beside a service that fails for a while. */
export type Scenario = { readonly name: string; readonly play: (stage: Stage) => Promise<Played> };

export type Played = {
  readonly answers: readonly Answer[];
  readonly lost: number;
  readonly doubled: number;
  readonly recoversAfterMs: number;
  /** What was seen, in one line. */
  readonly seen: string;
  /** What was promised, and did not hold. */
  readonly broken: readonly string[];
};

/** What became of visitors: lost and doubled, and answers that leave them at a loss. */
export async function outcomeFor(form: Form, visitors: Visitors) {
  await visitors.allAnswered();
  const { lost, doubled, stored } = await lostAndDoubled(form, [...visitors.acknowledged.values()]);
  // A connection that breaks is what a process that ends leaves behind: clients send again.
  const dishonest = visitors.answers.filter(answer => answer.status !== 0 && !isHonest(answer));
  const broken = [
    ...(lost > 0 ? [`${lost} acknowledged submissions are lost`] : []),
    ...(doubled > 0 ? [`${doubled} submissions are stored twice`] : []),
    ...(dishonest.length > 0 ? [`${dishonest.length} answers were neither stored nor 503 with Retry-After`] : []),
    ...(visitors.givenUp.length > 0 ? [`${visitors.givenUp.length} visitors gave up`] : []),
  ];
  return { answers: visitors.answers, lost, doubled, stored, broken };
}

/** What holds, or the promise as it is broken. */
export const promise = (isKept: boolean, text: string): string[] => (isKept ? [] : [text]);
