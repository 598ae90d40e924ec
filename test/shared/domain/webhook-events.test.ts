import { describe, expect, it } from '@jest/globals';
import { eventOfChange, isTraceparent, payloadOf, type ResponseImage } from '../../../shared/domain/webhook-events.ts';

const image: ResponseImage = { status: 'partial', answers: '{"name":"Ada"}', updatedAt: '2026-01-02T00:00:00.000Z' };
const change = (before?: ResponseImage, after?: ResponseImage, sequence = '1') =>
  eventOfChange({ formId: 'form_1', responseId: 'sub_1', createdAt: 0, sequence, before, after });

describe('what a write of a response is', () => {
  it.each<[string, ResponseImage | undefined, ResponseImage | undefined, string | undefined]>([
    ['a new one', undefined, image, 'response.created'],
    ['another status', image, { ...image, status: 'completed' }, 'response.updated'],
    ['other answers', image, { ...image, answers: '{}' }, 'response.updated'],
    ['a note', image, { ...image, notes: '[{}]' }, 'response.updated'],
    ['nothing new', image, { ...image, notes: '[]', updatedAt: 'later' }, undefined],
    ['a removal', image, undefined, undefined],
  ])('is told by its images: %s', (_, before, after, name) => {
    expect(change(before, after)?.event.name).toBe(name);
  });

  it('is the same event when the record comes again, and another for another record', () => {
    const updated = { ...image, status: 'completed' };
    expect(change(image, updated)).toEqual(change(image, updated));
    expect(change(image, updated, '2')?.identity).not.toBe(change(image, updated)?.identity);
  });

  it('holds no answer', () => {
    const event = change(undefined, image)?.event;
    expect(event && payloadOf(event, '1')).not.toContain('Ada');
  });
});

describe('the trace of an event', () => {
  const parent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

  it('continues the one that the request named', () => {
    expect(change(undefined, { ...image, trace: parent })?.event.traceId).toBe(parent.slice(3, 35));
  });

  it.each([
    `ff${parent.slice(2)}`,
    `${parent}-more`,
    parent.replace(/-4.{31}-/, `-${'0'.repeat(32)}-`),
    parent.toUpperCase(),
    '',
  ])('begins anew where that is no traceparent: "%s"', trace => {
    expect(isTraceparent(trace)).toBe(false);
    expect(change(undefined, { ...image, trace })?.event.traceId).toBe(change(undefined, image)?.event.traceId);
  });
});
