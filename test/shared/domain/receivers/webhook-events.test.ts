import { describe, expect, it } from '@jest/globals';
import {
  eventOfChange,
  eventsOfVisit,
  isTraceparent,
  payloadOf,
  type ResponseImage,
  type VisitImage,
} from '../../../../shared/domain/receivers/webhook-events.ts';

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

describe('what a write of a visit is', () => {
  const at = '2026-01-02T00:00:00.000Z';
  const visit = (events: object[], more: VisitImage = {}): VisitImage => ({
    events: JSON.stringify(events.map(event => ({ at, ...event }))),
    ...more,
  });
  const eventsOf = (after?: VisitImage, before?: VisitImage, sequence = '7') =>
    eventsOfVisit({ formId: 'form_1', visit: 'aa', sequence, before, after });
  const focus = (fieldId: string) => ({ type: 'focus', fieldId });

  it('is an event for each thing that happened, with its session, its field and its response, and none for errors', () => {
    const sent = [{ type: 'view' }, focus('name'), { type: 'error', fieldId: 'name', rule: 'x' }, { type: 'abandon' }];
    const events = eventsOf(visit(sent, { responseId: 'sub_1' })).map(
      ({ event }) => JSON.parse(payloadOf(event, '1')).event,
    );
    const nested = { response: { id: 'sub_1' }, form: { id: 'form_1' }, session: { id: 'aa' } };
    const attributes = { ...nested, 'response.id': 'sub_1', 'form.id': 'form_1', 'session.id': 'aa' };
    expect(events).toEqual([
      { name: 'event.view', timestamp: at, attributes },
      { name: 'event.focus', timestamp: at, attributes: { ...attributes, field: { id: 'name' }, 'field.id': 'name' } },
      { name: 'event.abandon', timestamp: at, attributes },
    ]);
  });

  it('tells of a field once, however often it is focused', () => {
    const before = { focused: new Set(['name']) };
    const names = eventsOf(visit([focus('name'), focus('email'), focus('email')]), before).map(
      ({ event }) => event.fieldId,
    );
    expect(names).toEqual(['email']);
  });

  it('is no abandonment when the form was submitted', () => {
    expect(eventsOf(visit([{ type: 'abandon' }], { completed: true }))).toEqual([]);
  });

  it('is nothing when it brought no events, or removed the visit', () => {
    expect([eventsOf({ responseId: 'sub_1' }), eventsOf(undefined, visit([focus('name')]))]).toEqual([[], []]);
  });

  it('is the same events when the record comes again, each its own, and others for another record', () => {
    const views = visit([{ type: 'view' }, { type: 'view' }]);
    expect(eventsOf(views)).toEqual(eventsOf(views));
    const identities = [...eventsOf(views), ...eventsOf(views, undefined, '8')].map(({ identity }) => identity);
    expect(new Set(identities).size).toBe(4);
  });
});
