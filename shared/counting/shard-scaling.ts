import { timeOf } from '../ids.ts';
import { addIndexShards, getIndexShards } from '../store/accounts/environments.ts';
import { addShards, getForm } from '../store/forms/forms.ts';
import { partsOf } from '../store/keys.ts';
import type { ImageChange } from './counter-deltas/counter-delta.ts';

/** A partition takes 1,000 writes a second. Responses are spread long before they reach that. */
const rowsPerSecondMax = 300;

/**
 * Spreads the forms and environment indexes whose responses, in this batch of the stream, arrive faster than one
 * partition should take.
 */
export async function scaleHotPartitions(changes: readonly ImageChange[]): Promise<void> {
  const created = changes.filter(({ key, before }) => !before && partsOf('response', 'pk', key.pk));
  const ofForms = hotOnes(created, ({ key }) => ({ partition: key.pk, owner: formOf(key.pk) }));
  for (const { form, wide } of ofForms) {
    const stored = await getForm(form);
    if (stored && isWideFor(stored.shards, wide)) await addShards(stored);
  }
  const ofIndexes = hotOnes(created, ({ after }) => {
    const { gsi1pk: partition = '' } = after ?? {};
    return { partition, owner: partsOf('response', 'gsi1pk', partition)?.environmentId ?? '' };
  });
  for (const { form, wide } of ofIndexes) {
    const stored = await getForm(form);
    if (!stored) continue;
    const place = { organizationId: stored.organizationId, environment: stored.form.environment };
    const known = await getIndexShards(place);
    if (isWideFor(known, wide)) await addIndexShards(place, known);
  }
}

/**
 * Whether the partitions are already spread enough. Late reports about old partitions are no reason to spread again.
 */
const isWideFor = (shards: number, hotPartitions: number): boolean => hotPartitions * 2 > shards;

const formOf = (pk: string): string => partsOf('response', 'pk', pk)?.form ?? '';

/**
 * Returns the forms with hot partitions, and the environments with one of their forms that have them, with the number
 * of partitions.
 */
function hotOnes(
  created: readonly ImageChange[],
  placeOf: (change: ImageChange) => { partition: string; owner: string },
): { form: string; wide: number }[] {
  const partitions = Map.groupBy(created, change => placeOf(change).partition);
  const hot = [...partitions.values()].filter(isHot).flatMap(([first]) => first ?? []);
  return [...Map.groupBy(hot, change => placeOf(change).owner).values()].map(ofOwner => ({
    form: formOf(ofOwner[0]?.key.pk ?? ''),
    wide: ofOwner.length,
  }));
}

function isHot(created: readonly ImageChange[]): boolean {
  const times = created.map(({ key }) => timeOf(key.sk));
  const seconds = Math.max((Math.max(...times) - Math.min(...times)) / 1000, 1);
  return times.length > rowsPerSecondMax * seconds;
}
