import { log } from '../log.ts';
import { markSlow } from '../store/receivers/receiver-health.ts';
import { addressOf, type Receiver } from '../store/receivers/receivers.ts';
import { type LanePace, patienceWith } from './next-step.ts';

/**
 * Waits for an attempt. A receiver that is silent meanwhile for longer than it usually is, is slow from then on, for all
 * runs: they do not wait until the deadline shows it. Gives the receiver as the attempt leaves it.
 */
export async function watchSilence<T>(
  receiver: Receiver,
  { onSilence }: LanePace,
  attempt: Promise<T>,
): Promise<{ result: T; watched: Receiver }> {
  if (!onSilence || receiver.health.slow) return { result: await attempt, watched: receiver };
  let marked: Promise<void> | undefined;
  const timer = setTimeout(() => {
    onSilence();
    marked = markSilent(receiver);
  }, patienceWith(receiver.health));
  const result = await attempt.finally(() => clearTimeout(timer));
  if (!marked) return { result, watched: receiver };
  await marked;
  return { result, watched: { ...receiver, health: { ...receiver.health, slow: true } } };
}

/** What became of the attempt is worth more than the mark. */
async function markSilent(receiver: Receiver): Promise<void> {
  try {
    await markSlow(receiver);
  } catch (error) {
    log.warn('a receiver was not marked as slow', { ...addressOf(receiver), error: error as Error });
  }
}
