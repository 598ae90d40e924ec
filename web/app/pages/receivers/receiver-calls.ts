import { call } from '../../api/client.ts';
import type { Page } from '../../api/load.ts';
import type { ItemOf, Output } from '../../api/operations.ts';

export type Delivery = Omit<ItemOf<'GET /webhooks/{id}/deliveries'>, 'webhookId'>;
export type DeliveryDetail = Omit<Output<'GET /webhooks/{id}/deliveries/{deliveryId}'>, 'webhookId'>;
export type DeliveryStatus = Delivery['status'];

type DeliveryQuery = { status?: DeliveryStatus; since?: string; until?: string; cursor?: string };

/** The operations on a webhook or integration and its deliveries. */
export type ReceiverCalls = {
  /** The page that lists them all. */
  readonly listed: string;
  readonly test: (id: string) => Promise<unknown>;
  readonly remove: (id: string) => Promise<unknown>;
  readonly list: (id: string, query: DeliveryQuery, signal?: AbortSignal) => Promise<Page<Delivery>>;
  readonly get: (id: string, deliveryId: string, signal: AbortSignal) => Promise<DeliveryDetail>;
  readonly retry: (id: string, deliveryId: string) => Promise<unknown>;
  readonly redrive: (id: string, body: { from?: string; to?: string }) => Promise<unknown>;
};

export const ofWebhook: ReceiverCalls = {
  listed: '/webhooks',
  test: id => call('POST /webhooks/{id}/test', { params: { id } }),
  remove: id => call('DELETE /webhooks/{id}', { params: { id } }),
  list: (id, query, signal) =>
    call('GET /webhooks/{id}/deliveries', { params: { id }, query, ...(signal && { signal }) }),
  get: (id, deliveryId, signal) =>
    call('GET /webhooks/{id}/deliveries/{deliveryId}', { params: { id, deliveryId }, signal }),
  retry: (id, deliveryId) => call('POST /webhooks/{id}/deliveries/{deliveryId}/retry', { params: { id, deliveryId } }),
  redrive: (id, body) => call('POST /webhooks/{id}/redrive', { params: { id }, body }),
};

export const ofIntegration: ReceiverCalls = {
  listed: '/integrations',
  test: id => call('POST /integrations/{id}/test', { params: { id } }),
  remove: id => call('DELETE /integrations/{id}', { params: { id } }),
  list: (id, query, signal) =>
    call('GET /integrations/{id}/deliveries', { params: { id }, query, ...(signal && { signal }) }),
  get: (id, deliveryId, signal) =>
    call('GET /integrations/{id}/deliveries/{deliveryId}', { params: { id, deliveryId }, signal }),
  retry: (id, deliveryId) =>
    call('POST /integrations/{id}/deliveries/{deliveryId}/retry', { params: { id, deliveryId } }),
  redrive: (id, body) => call('POST /integrations/{id}/redrive', { params: { id }, body }),
};
