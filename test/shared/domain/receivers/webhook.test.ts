import { describe, expect, it } from '@jest/globals';
import {
  type Delivery,
  deliveryRecord,
  deliverySummary,
  digestEvent,
  faultsOfContent,
  isDigest,
  nameOfEntry,
  testEvent,
} from '../../../../shared/domain/receivers/webhook.ts';
import { newId } from '../../../../shared/ids.ts';

const webhook = { formId: 'form_01ARZ3NDEKTSV4RRFFQ69G5FAV', events: ['response.updated' as const] };
const noUlid = '0'.repeat(26);

describe('a test of a webhook', () => {
  it('is an event of its form that names nothing', () => {
    expect(testEvent(webhook, undefined, undefined)).toEqual({
      ...{ name: 'response.updated', formId: webhook.formId, status: 'completed' },
      responseId: `sub_${noUlid}01ARZ3NDEKTSV4RRFFQ69G5FAV`,
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
  });

  it('is of no form where the webhook is of none, and of the event that is asked for', () => {
    const event = testEvent({ ...webhook, formId: null }, 'event.view', undefined);
    expect(event).toMatchObject({ name: 'event.view', formId: `form_${noUlid}`, sessionId: 'test' });
    expect(event).not.toHaveProperty('responseId');
    expect(event).not.toHaveProperty('fieldId');
    expect(testEvent(webhook, 'event.focus', undefined)).toMatchObject({ sessionId: 'test', fieldId: 'test' });
    expect(testEvent({ ...webhook, events: [] }, undefined, undefined).name).toBe('response.created');
    expect(testEvent(webhook, 'response.erased', undefined)).not.toHaveProperty('status');
  });

  it('continues the trace of the request, in a span of its own', () => {
    const trace = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const [one, other] = [testEvent(webhook, undefined, trace), testEvent(webhook, undefined, trace)];
    expect(one.traceId).toBe('4bf92f3577b34da6a3ce929d0e0e4736');
    expect(one.spanId).not.toBe(other.spanId);
  });
});

describe('a delivery', () => {
  const delivery: Delivery = {
    ...{ id: 'dlv_1', receiverId: 'wh_1', owner: 'env_1', status: 'scheduled', attemptCount: 0, attemptsBefore: 0 },
    ...{ event: testEvent(webhook, undefined, undefined), attempts: [], createdAt: '2026-01-31T09:30:00.000Z' },
  };
  const { owner: _, attemptsBefore: __, attempts, receiverId: ___, ...shown } = delivery;

  it('is shown with its receiver under the name of its kind, and without its attempts in lists', () => {
    expect(deliverySummary(delivery)).toEqual({ ...shown, webhookId: 'wh_1', nextAttemptAt: null });
    expect(deliveryRecord(delivery)).toEqual({ ...deliverySummary(delivery), attempts });
    const integrationId = newId('integration');
    const waiting = { ...delivery, receiverId: integrationId, nextAttemptAt: '2026-02-01T00:00:00.000Z' };
    expect(deliverySummary(waiting)).toEqual({ ...shown, integrationId, nextAttemptAt: waiting.nextAttemptAt });
  });

  it('says for what it waits, and whether it is in a digest', () => {
    const digest = '2026-02-01T00:00:00.000Z';
    expect(deliverySummary({ ...delivery, waitingFor: 'receiver', digest })).toMatchObject({
      waitingFor: 'receiver',
      digest,
    });
    expect(deliverySummary(delivery)).not.toHaveProperty('waitingFor');
    expect(deliverySummary(delivery)).not.toHaveProperty('digest');
  });

  it('is the digest itself where it is in one and has no response', () => {
    const digest = '2026-02-01T00:00:00.000Z';
    const event = digestEvent(null, Date.parse(digest));
    expect(event).toEqual({
      ...{ name: 'response.created', timestamp: digest, formId: `form_${noUlid}` },
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
    expect(digestEvent(webhook.formId, 0).formId).toBe(webhook.formId);
    expect(isDigest({ digest, event })).toBe(true);
    expect(isDigest({ digest, event: { ...event, responseId: 'sub_1' } })).toBe(false);
    expect(isDigest({ event })).toBe(false);
  });
});

it('the entries of a form are told apart by event and url', () => {
  const entry = { event: 'response.created', url: 'https://a.example' };
  expect(nameOfEntry(entry)).not.toBe(nameOfEntry({ ...entry, event: 'response.updated' }));
  expect(nameOfEntry(entry)).not.toBe(nameOfEntry({ ...entry, url: 'https://b.example' }));
});

it('refuses answers of a webhook that gets erasures alone, because an erased response has none', () => {
  expect(faultsOfContent(['response.erased'], { includeAnswers: true }, 'webhooks[0].')).toEqual([
    {
      ...{ field: 'webhooks[0].includeAnswers', rule: 'events' },
      message: 'works with response.created and response.updated only: add one of those events, or leave this out',
    },
  ]);
  expect(faultsOfContent(['event.view'], { partials: true, includeAnswers: false })).toMatchObject([
    { field: 'partials' },
  ]);
  expect(faultsOfContent(['response.erased', 'response.created'], { includeAnswers: true })).toEqual([]);
});
