import { partsOf, prefixOf } from '../../store/keys.ts';
import type { CounterDelta, ImageChange } from './counter-delta.ts';
import { deltaOfDelivery } from './delivery-delta.ts';
import { deltaOfForm } from './form-delta.ts';
import { deltaOfRefusals } from './refusals-delta.ts';
import { deltaOfResponse, deltaOfSpam } from './response-delta.ts';
import { deltaOfVisit } from './visit-delta.ts';

/**
 * Returns the effect of a change on the counters, or undefined when there is none. It depends only on the images of the
 * change.
 */
export function deltaOf(change: ImageChange): CounterDelta | undefined {
  const delta = deltaOfItem(change);
  return delta && (delta.additions.length > 0 || delta.newest) ? delta : undefined;
}

function deltaOfItem(change: ImageChange): CounterDelta | undefined {
  const { pk, sk } = change.key;
  const form = partsOf('form', 'pk', pk)?.form;
  if (form !== undefined) return sk === 'FORM' ? deltaOfForm(form, change) : undefined;
  const response = partsOf('response', 'pk', pk);
  if (response) return deltaOfResponse(response, change);
  const spam = partsOf('spam', 'pk', pk);
  if (spam) return deltaOfSpam(spam, change);
  const slice = partsOf('visit', 'pk', pk);
  if (slice && sk.startsWith(prefixOf('visit'))) return deltaOfVisit(slice, change);
  if (slice && sk.startsWith(prefixOf('refusals'))) return deltaOfRefusals(slice, change);
  const delivery = partsOf('delivery', 'pk', pk);
  return delivery && deltaOfDelivery(delivery, change);
}
