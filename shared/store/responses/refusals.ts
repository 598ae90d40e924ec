import { randomUUID } from 'node:crypto';
import { GatheredRefusals, type Refusals } from '../../domain/analytics/refusals.ts';
import type { Fault } from '../../fault.ts';
import { log } from '../../log.ts';
import type { StoredForm } from '../forms/forms.ts';
import { keyOf } from '../keys.ts';
import { type Item, putItem } from '../table.ts';

/** How long the stream may take to deliver a record, plus a day. */
const keptSeconds = 2 * 24 * 3600;

/** The timeout of the write in ms, which must not delay the reply. */
const patienceMs = 500;

/**
 * The refusals gathered in this process. Those that are left when it ends are lost: at most those since the last second
 * with a refusal.
 */
const gathered = new GatheredRefusals();

/** Counts a refused submission. Never fails. */
export async function countRefusal({ form, environmentId }: StoredForm, faults: readonly Fault[]): Promise<void> {
  gathered.add(form, environmentId, faults, Date.now());
  await writeRefusals();
}

/** Writes the gathered refusals when it is time. Never fails. */
export async function writeRefusals(): Promise<void> {
  const results = await Promise.allSettled(gathered.take(Date.now()).map(put));
  const failed = results.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') log.error('refused submissions were not counted', failed.reason as Error);
}

/** Stores refusals. Written twice it is the same item, and counts once. */
async function put({ formId, environmentId, at, broken }: Refusals): Promise<void> {
  const Item = { ...newItem({ formId, environmentId, at }), counts: JSON.stringify(broken) };
  await putItem(Item, { abortSignal: AbortSignal.timeout(patienceMs) });
}

/** Returns the item that counts a submission taken for spam. */
export const blockedItem = ({ form, environmentId }: StoredForm, at: number): Item => ({
  ...newItem({ formId: form.id, environmentId, at }),
  blocked: 1,
});

function newItem({ formId, environmentId, at }: Omit<Refusals, 'broken'>): Item {
  // Picks a random partition of the form, so a flood does not overload one.
  const slice = Math.floor(Math.random() * 16).toString(16);
  return {
    ...keyOf('refusals', { form: formId, slice, refusals: randomUUID() }),
    environmentId,
    at: new Date(at).toISOString(),
    ttl: Math.floor(Date.now() / 1000) + keptSeconds,
  };
}
