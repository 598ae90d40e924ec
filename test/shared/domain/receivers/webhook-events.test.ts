import { describe, expect, it } from '@jest/globals';
import {
  completionOf,
  eventOfChange,
  eventOfSilence,
  eventsOfVisit,
  isTraceparent,
  payloadOf,
  type ResponseImage,
  traceparentOf,
  type VisitImage,
} from '../../../../shared/domain/receivers/webhook-events.ts';
import { newId, newResponseId } from '../../../../shared/ids.ts';

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

describe('the event of a response', () => {
  it('has the time and the status of the write; of a new one, of when the response was made', () => {
    expect(change(undefined, image)).toMatchObject({
      identity: 'sub_1',
      event: { timestamp: '1970-01-01T00:00:00.000Z', formId: 'form_1', responseId: 'sub_1', status: 'partial' },
    });
    const later = { ...image, status: 'completed', updatedAt: '2026-01-03T00:00:00.000Z' };
    expect(change(image, later)).toMatchObject({
      identity: 'sub_1 1',
      event: { timestamp: '2026-01-03T00:00:00.000Z', status: 'completed' },
    });
    expect(change(undefined, {})?.event).not.toHaveProperty('status');
  });

  it('is sent as the same bytes, its attributes as objects and under dotted names', () => {
    const event = change(undefined, image)?.event;
    if (!event) throw new Error('There is no event');
    const { traceId, spanId, timestamp } = event;
    expect(JSON.parse(payloadOf(event, '1.2.3'))).toEqual({
      resource: {
        ...{ service: { name: 'formline', version: '1.2.3' }, form: { id: 'form_1' } },
        ...{ 'service.name': 'formline', 'service.version': '1.2.3', 'form.id': 'form_1' },
      },
      event: {
        ...{ name: 'response.created', timestamp },
        attributes: {
          ...{ response: { id: 'sub_1' }, form: { id: 'form_1' }, status: 'partial' },
          ...{ 'response.id': 'sub_1', 'form.id': 'form_1' },
        },
      },
      trace: { trace_id: traceId, span_id: spanId },
    });
    expect(traceparentOf(event)).toBe(`00-${traceId}-${spanId}-01`);
    expect([traceId, spanId]).toEqual([
      expect.stringMatching(/^[0-9a-f]{32}$/),
      expect.stringMatching(/^[0-9a-f]{16}$/),
    ]);
    expect(traceId).not.toContain(spanId);
  });
});

describe('the completion of a response', () => {
  const formId = newId('form');
  const responseId = newResponseId(formId, 1, Date.parse('2026-01-02T03:04:05.678Z'));
  const completionBy = (before: ResponseImage | undefined, after: ResponseImage, id = responseId) => {
    const event = eventOfChange({ formId, responseId: id, createdAt: 0, sequence: '1', before, after });
    return event && completionOf(event);
  };
  const completed = { ...image, status: 'completed' };

  it('is told once, as made when the response was, however it came about', () => {
    const told = { identity: responseId, event: { name: 'response.created', timestamp: '2026-01-02T03:04:05.678Z' } };
    expect(completionBy(undefined, completed)).toMatchObject(told);
    expect(completionBy(image, completed)).toMatchObject(told);
  });

  it('is no other write, and of no other thing', () => {
    expect(completionBy(undefined, image)).toBeUndefined();
    expect(completionBy(completed, { ...completed, notes: '[{}]' })).toBeUndefined();
    expect(completionBy(undefined, completed, 'sub_1')).toBeUndefined();
  });
});

describe('a silence that makes a response abandoned', () => {
  const at = '2026-01-03T00:00:00.000Z';
  const abandoned = { ...image, status: 'abandoned', updatedAt: at, silentAt: at };
  const silence = (before?: ResponseImage, after?: ResponseImage) =>
    eventOfSilence({ formId: 'form_1', responseId: 'sub_1', createdAt: 0, sequence: '1', before, after });

  it('is told as the leaving that nobody sent an event of', () => {
    expect(silence(image, abandoned)).toMatchObject({
      ...{ identity: 'sub_1 1 silence', completes: false },
      event: { name: 'event.abandon', timestamp: at, formId: 'form_1', responseId: 'sub_1', status: 'abandoned' },
    });
  });

  it.each<[string, ResponseImage | undefined, ResponseImage | undefined]>([
    ['that was written before', image, { ...abandoned, updatedAt: '2026-01-04T00:00:00.000Z' }],
    ['of a visit that sent its leaving', image, { ...abandoned, silentAt: undefined }],
    ['of a response that is abandoned already', { ...image, status: 'abandoned' }, abandoned],
    ['of one that is completed', image, { ...abandoned, status: 'completed' }],
    ['of a new response', undefined, abandoned],
    ['of one that was removed', image, undefined],
  ])('is none %s', (_, before, after) => expect(silence(before, after)).toBeUndefined());
});

describe('the trace of an event', () => {
  const parent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

  it('continues the one that the request named', () => {
    expect(change(undefined, { ...image, trace: parent })?.event.traceId).toBe(parent.slice(3, 35));
    const later = `01${parent.slice(2)}-more`;
    expect(change(undefined, { ...image, trace: later })?.event.traceId).toBe(parent.slice(3, 35));
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
    expect(eventsOf(visit([{ type: 'view' }], { completed: true }))).toHaveLength(1);
  });

  it('is nothing when it brought no events, or removed the visit', () => {
    expect([eventsOf({ responseId: 'sub_1' }), eventsOf(undefined, visit([focus('name')]))]).toEqual([[], []]);
  });

  it('is the same events when the record comes again, each its own, and others for another record', () => {
    const views = visit([{ type: 'view' }, { type: 'view' }]);
    expect(eventsOf(views)).toEqual(eventsOf(views));
    const identities = [...eventsOf(views), ...eventsOf(views, undefined, '8')].map(({ identity }) => identity);
    expect(new Set(identities).size).toBe(4);
    expect(new Set(eventsOf(views).map(({ event }) => event.spanId)).size).toBe(2);
    expect(eventsOf(views).map(({ completes }) => completes)).toEqual([false, false]);
  });
});
