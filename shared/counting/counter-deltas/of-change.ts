import { partsOf, prefixOf } from '../../store/keys.ts';
import type { Change, Effect } from './counter-delta.ts';
import { effectOfDelivery } from './of-delivery.ts';
import { effectOnForms } from './of-form.ts';
import { effectOfRefusals } from './of-refusals.ts';
import { effectOfResponse } from './of-response.ts';
import { effectOfVisit } from './of-visit.ts';

/** What a change does to the counters; undefined when it is nothing. It follows from the images of the change alone. */
export function effectOf(change: Change): Effect | undefined {
  const effect = effectOnCounters(change);
  return effect && (effect.additions.length > 0 || effect.newest) ? effect : undefined;
}

function effectOnCounters(change: Change): Effect | undefined {
  const { pk, sk } = change.key;
  const form = partsOf('form', 'pk', pk)?.form;
  if (form !== undefined) return sk === 'FORM' ? effectOnForms(form, change) : undefined;
  const response = partsOf('response', 'pk', pk);
  if (response) return effectOfResponse(response, change);
  const slice = partsOf('visit', 'pk', pk);
  if (slice && sk.startsWith(prefixOf('visit'))) return effectOfVisit(slice, change);
  if (slice && sk.startsWith(prefixOf('refusals'))) return effectOfRefusals(slice, change);
  const delivery = partsOf('delivery', 'pk', pk);
  return delivery && effectOfDelivery(delivery, change);
}
