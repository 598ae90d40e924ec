import { isHonest } from '../play.ts';
import type { Stage } from '../stage.ts';
import { type Answer, type Form, lostAndDoubled, type Visitors } from '../visitors.ts';

/** An event in a stage other than a failing service. */
export type Scenario = { readonly name: string; readonly play: (stage: Stage) => Promise<Played> };

export type Played = {
  readonly answers: readonly Answer[];
  readonly lost: number;
  readonly doubled: number;
  readonly recoversAfterMs: number;
  /** The observation, in one line. */
  readonly seen: string;
  /** The broken promises. */
  readonly broken: readonly string[];
};

/** Returns the lost and duplicate submissions, and the promises that the answers broke. */
export async function outcomeFor(form: Form, visitors: Visitors) {
  await visitors.allAnswered();
  const { lost, doubled, stored } = await lostAndDoubled(form, [...visitors.acknowledged.values()]);
  // A broken connection is fine, because a process that ends breaks them and clients retry.
  const dishonest = visitors.answers.filter(answer => answer.status !== 0 && !isHonest(answer));
  const broken = [
    ...(lost > 0 ? [`${lost} acknowledged submissions are lost`] : []),
    ...(doubled > 0 ? [`${doubled} submissions are stored twice`] : []),
    ...(dishonest.length > 0 ? [`${dishonest.length} answers were neither stored nor 503 with Retry-After`] : []),
    ...(visitors.givenUp.length > 0 ? [`${visitors.givenUp.length} visitors gave up`] : []),
  ];
  return { answers: visitors.answers, lost, doubled, stored, broken };
}

/** Returns the text as a broken promise unless it was kept. */
export const promise = (isKept: boolean, text: string): string[] => (isKept ? [] : [text]);
