import type { TimelineDelivery, TimelineReceiver } from '../../domain/receivers/response-timeline.ts';
import { timeKey } from '../../ids.ts';
import { inParallel } from '../../in-parallel.ts';
import type { StoredForm } from '../forms/forms.ts';
import { partitionOf } from '../keys.ts';
import { queryPage } from '../query.ts';
import { fromItem } from './deliveries.ts';
import { addressOf, isAutoresponder, isIntegration, type Receiver, receiversOf, recordOf } from './receivers.ts';

type Span = { readonly from: number; readonly to: number };

/** The maximum number of queries for a response, and of deliveries that one query reads. */
const queriesMax = 200;
const rowsMax = 100;
const atOnce = 20;

/** The deliveries of a response, and the active receivers of its form that have none. */
type ResponseDeliveries = { deliveries: TimelineDelivery[]; enabled: TimelineReceiver[]; isWhole: boolean };

/** Returns the webhooks, integrations and automatic replies of a form and its environment. */
export async function receiversOfForm({ form, environmentId }: StoredForm): Promise<Receiver[]> {
  const owned = await Promise.all([environmentId, form.id].map(receiversOf));
  return owned.flatMap(each => each.receivers).filter(receiver => isFor(receiver, form.id));
}

/**
 * Finds the deliveries of a response to these receivers. They are stored by receiver and time of their event, so each
 * receiver's are read in the spans of time (ms since the epoch) in which the response had events.
 */
export async function deliveriesOfResponse(
  receivers: readonly Receiver[],
  responseId: string,
  spans: readonly Span[],
): Promise<ResponseDeliveries> {
  const queries = receivers.flatMap(receiver => spans.map(span => ({ receiver, span })));
  const pages = await inParallel(queries.slice(0, queriesMax), atOnce, async ({ receiver, span }) => {
    const { owner, receiverId } = addressOf(receiver);
    const partition = partitionOf('delivery', 'pk', { owner, webhook: receiverId });
    const times = { low: timeKey(span.from), high: timeKey(span.to) };
    const { items, lastKey } = await queryPage({ partition, span: times, consistent: false }, rowsMax);
    const own = items.flatMap(item => fromItem(item) ?? []).filter(({ event }) => event.responseId === responseId);
    const deliveries = own.map(delivery => ({ delivery, receiver: shownReceiver(receiver) }));
    return { deliveries, isWhole: lastKey === undefined };
  });
  const deliveries = pages.flatMap(page => page.deliveries);
  const told = new Set(deliveries.map(({ receiver }) => receiver.id));
  const enabled = receivers.filter(receiver => recordOf(receiver).active).map(shownReceiver);
  return {
    deliveries,
    enabled: enabled.filter(({ id }) => !told.has(id)),
    isWhole: queries.length <= queriesMax && pages.every(({ isWhole }) => isWhole),
  };
}

function isFor(receiver: Receiver, form: string): boolean {
  const { formId } = recordOf(receiver);
  return formId === null || formId === form;
}

/** Returns a receiver by a name without path or query, which may contain secrets. */
export function shownReceiver(receiver: Receiver): TimelineReceiver {
  const { id } = recordOf(receiver);
  if (isAutoresponder(receiver)) return { kind: 'automatic_reply', id, name: 'email' };
  if (isIntegration(receiver)) return { kind: 'integration', id, name: receiver.integration.type };
  return { kind: 'webhook', id, name: URL.parse(receiver.webhook.url)?.host ?? id };
}
