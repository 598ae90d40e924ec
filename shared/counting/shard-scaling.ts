import { timeOf } from '../ids.ts';
import { addShards, getForm } from '../store/forms/forms.ts';
import { partsOf } from '../store/keys.ts';
import type { Change } from './counter-deltas/counter-delta.ts';

/** A partition takes 1,000 writes a second; a form is spread long before one of its own gets there. */
const rowsPerSecondMax = 300;

/** Spreads the forms whose responses arrive faster, in this batch of the stream, than one partition should take. */
export async function scaleHotForms(changes: readonly Change[]): Promise<void> {
  const times = new Map<string, number[]>();
  for (const { key, before } of changes) {
    if (before || !partsOf('response', 'pk', key.pk)) continue;
    const of = times.get(key.pk) ?? [];
    times.set(key.pk, of);
    of.push(timeOf(key.sk));
  }
  const hot = [...times].filter(([, of]) => of.length > rowsPerSecondMax * secondsOf(of)).map(([pk]) => pk);
  for (const form of new Set(hot.map(pk => partsOf('response', 'pk', pk)?.form ?? ''))) {
    const stored = await getForm(form);
    const wide = hot.filter(pk => partsOf('response', 'pk', pk)?.form === form).length;
    // Reports of partitions that a spread form has left behind come late; they are no reason to spread it again.
    if (stored && wide * 2 > stored.shards) await addShards(stored);
  }
}

const secondsOf = (times: readonly number[]): number => Math.max((Math.max(...times) - Math.min(...times)) / 1000, 1);
