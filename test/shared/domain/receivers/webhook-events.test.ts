import { describe, expect, it } from '@jest/globals';
import {
  completionOf,
  eventOfErasure,
  eventOfSilence,
  eventsOfChange,
  eventsOfErasure,
  eventsOfVisit,
  isTraceparent,
  payloadOf,
  type ResponseImage,
  traceparentOf,
  type VisitImage,
} from '../../../../shared/domain/receivers/webhook-events.ts';
import { newId, newResponseId, responseAddress } from '../../../../shared/ids.ts';

const image: ResponseImage = { status: 'partial', answers: '{"name":"Ada"}', updatedAt: '2026-01-02T00:00:00.000Z' };
const completed: ResponseImage = { ...image, status: 'completed' };
const changes = (before?: ResponseImage, after?: ResponseImage, sequence = '1') =>
  eventsOfChange({ formId: 'form_1', responseId: 'sub_1', createdAt: 0, sequence, before, after });
const change = (...args: Parameters<typeof changes>) => changes(...args)[0];
/** The names of the events that a webhook hears of, without and with `partials`. */
const heard = (before?: ResponseImage, after?: ResponseImage) =>
  [false, true].map(wanted =>
    changes(before, after)
      .filter(({ partials = wanted }) => partials === wanted)
      .map(({ event }) => event.name),
  );

describe('what a write of a response is', () => {
  const [created, updated] = ['response.created', 'response.updated'] as const;
  const abandoned = { ...image, status: 'abandoned' };
  const reopened = { ...image, wasCompleted: true };
  it.each<[string, ResponseImage | undefined, ResponseImage | undefined, string[], string[]]>([
    ['complete at once', undefined, completed, [created], [created]],
    ['a first save', undefined, image, [], [created]],
    ['a further save', image, { ...image, answers: '{}' }, [], [updated]],
    ['a completion', image, completed, [created], [updated]],
    ['a completion after it was given up', abandoned, completed, [created], [updated]],
    ['a completion that moves it', undefined, { ...completed, completes: 'partial' }, [created], [updated]],
    [
      'a change after that',
      { ...completed, completes: 'partial' },
      { ...completed, answers: '{}' },
      [updated],
      [updated],
    ],
    ['that it was given up', image, abandoned, [updated], [updated]],
    ['somebody who comes back', abandoned, image, [], [updated]],
    ['other answers', completed, { ...completed, answers: '{}' }, [updated], [updated]],
    ['a note', image, { ...image, notes: '[{}]' }, [updated], [updated]],
    ['taken back by hand', completed, reopened, [updated], [updated]],
    ['completed again', reopened, { ...reopened, status: 'completed' }, [updated], [updated]],
    ['nothing new', image, { ...image, notes: '[]', updatedAt: 'later' }, [], []],
    ['a removal', image, undefined, [], []],
    ['restored', undefined, { ...completed, restoredAt: 'now' }, [], []],
    ['imported', undefined, { ...completed, meta: { source: 'import' } }, [], []],
    ['sent by a page', undefined, { ...completed, meta: { source: 'page' } }, [created], [created]],
    [
      'a completion of what was restored',
      undefined,
      { ...completed, completes: 'partial', restoredAt: 'now' },
      [created],
      [updated],
    ],
    ['answers that were sealed', completed, { ...completed, answers: '{}', rewrites: 1 }, [], []],
    ['answers that moved', completed, { ...completed, answers: undefined, answersAt: { key: 'a' } }, [], []],
    ['answers that came back', { ...completed, answers: undefined, answersAt: {} }, completed, [], []],
    ['spam that was none', { ...image, status: 'spam' }, abandoned, [updated], [updated]],
    ['a save of what is given up', abandoned, { ...abandoned, answers: '{}' }, [], [updated]],
  ])('is told by its images: %s', (_, before, after, ofWhole, ofPartial) => {
    expect(heard(before, after)).toEqual([ofWhole, ofPartial]);
  });

  it('tells a webhook that asks for complete responses alone after it was told of a partial one, of its completion too', () => {
    const [first, completion] = [changes(undefined, image), changes(image, completed)].map(
      ([event]) => event?.identity,
    );
    expect(completion).not.toBe(first);
    // By the code of before, the first save was told of under the id alone.
    expect([first, completion]).not.toContain('sub_1');
  });

  it('is the same event when the record comes again, and another for another record', () => {
    const updated = { ...completed, notes: '[{}]' };
    expect(change(completed, updated)).toEqual(change(completed, updated));
    expect(change(image, completed)).toEqual(change(image, completed));
    expect(change(completed, updated, '2')?.identity).not.toBe(change(completed, updated)?.identity);
  });

  it('says whether it was marked as spam before', () => {
    expect(change(undefined, { ...completed, was: 'spam' })?.wasSpam).toBe(true);
    expect(change(undefined, { ...completed, was: 'partial' })?.wasSpam).toBe(false);
    expect(change(undefined, completed)?.wasSpam).toBe(false);
    expect(change(image, { ...completed, was: 'spam' })?.wasSpam).toBe(false);
  });

  it('is for all webhooks, or for those that ask for partial responses', () => {
    expect(change(undefined, completed)).not.toHaveProperty('partials');
    expect(changes(image, completed).map(({ partials }) => partials)).toEqual([false, true]);
  });

  it('holds no answer', () => {
    const event = change(undefined, image)?.event;
    expect(event && payloadOf(event, '1')).not.toContain('Ada');
  });
});

describe('the event of a response', () => {
  it('has the time and the status of the write; of a new one, of when the response was made', () => {
    expect(change(undefined, image)).toMatchObject({
      identity: 'sub_1 partial',
      event: { timestamp: '1970-01-01T00:00:00.000Z', formId: 'form_1', responseId: 'sub_1', status: 'partial' },
    });
    const later = { ...completed, updatedAt: '2026-01-03T00:00:00.000Z' };
    expect(change(image, later)).toMatchObject({
      identity: 'sub_1 completed',
      event: { timestamp: '2026-01-03T00:00:00.000Z', status: 'completed' },
    });
    expect(change(completed, { ...later, notes: '[{}]' })?.identity).toBe('sub_1 1');
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
    expect(JSON.parse(payloadOf(event, '1', { name: 'Ada' })).event.attributes.answers).toEqual({ name: 'Ada' });
    expect(JSON.parse(payloadOf(event, '1')).event.attributes).not.toHaveProperty('answers');
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
  const madeAt = '2026-01-02T03:04:05.678Z';
  const responseId = newResponseId(formId, 1, Date.parse(madeAt));
  const completionBy = (before: ResponseImage | undefined, after: ResponseImage, id = responseId) => {
    const events = eventsOfChange({
      formId,
      responseId: id,
      createdAt: Date.parse(madeAt),
      sequence: '1',
      before,
      after,
    });
    return events.flatMap(event => completionOf(event) ?? []);
  };

  it('is told once, with the time at which it was complete, however it came about', () => {
    const told = (timestamp: string) => [{ identity: responseId, event: { name: 'response.created', timestamp } }];
    expect(completionBy(undefined, completed)).toMatchObject(told(madeAt));
    expect(completionBy(image, completed)).toMatchObject(told(String(completed.updatedAt)));
  });

  it('is no other write, and of no other thing', () => {
    expect(completionBy(undefined, image)).toEqual([]);
    expect(completionBy(completed, { ...completed, notes: '[{}]' })).toEqual([]);
    expect(completionBy({ ...image, wasCompleted: true }, completed)).toEqual([]);
    expect(completionBy(undefined, completed, 'sub_1')).toEqual([]);
  });
});

describe('a silence that makes a response abandoned', () => {
  const at = '2026-01-03T00:00:00.000Z';
  const abandoned = { ...image, status: 'abandoned', updatedAt: at, silentAt: at };
  const silence = (before?: ResponseImage, after?: ResponseImage) =>
    eventOfSilence({ formId: 'form_1', responseId: 'sub_1', createdAt: 0, sequence: '1', before, after });

  it('is told as the leaving that nobody sent an event of', () => {
    expect(silence(image, abandoned)).toMatchObject({
      ...{ identity: 'sub_1 1 silence', completes: false, wasSpam: false },
      event: { name: 'event.abandon', timestamp: at, formId: 'form_1', responseId: 'sub_1', status: 'abandoned' },
    });
  });

  it.each<[string, ResponseImage | undefined, ResponseImage | undefined]>([
    ['that was written before', image, { ...abandoned, updatedAt: '2026-01-04T00:00:00.000Z' }],
    ['of a visit that sent its leaving', image, { ...abandoned, silentAt: undefined }],
    ['that was written without a time', image, { ...abandoned, updatedAt: undefined, silentAt: undefined }],
    ['of a response that is abandoned already', { ...image, status: 'abandoned' }, abandoned],
    ['of one that is completed', image, { ...abandoned, status: 'completed' }],
    ['of a new response', undefined, abandoned],
    ['of one that was removed', image, undefined],
  ])('is none %s', (_, before, after) => expect(silence(before, after)).toBeUndefined());
});

describe('an erasure', () => {
  const formId = newId('form');
  const ids = [newResponseId(formId, 1, 0), newResponseId(formId, 1, 0)];
  const [one = '', other = ''] = ids.map(id => responseAddress(id)?.sortKey ?? '').sort();
  const erasedAt = '2026-01-03T00:00:00.000Z';
  const found = { formId, erased: new Set([other, one]) };

  it('is an event of each response once all are gone', () => {
    const events = eventsOfErasure(found, { ...found, erasedAt });
    expect(events).toEqual([one, other].map(sortKey => eventOfErasure(formId, sortKey, erasedAt)));
    expect(events.map(({ event }) => event.responseId).sort()).toEqual([...ids].sort());
    const [first] = events;
    expect(first).toMatchObject({
      ...{ identity: `${first?.event.responseId} erased`, completes: false, wasSpam: false },
      event: { name: 'response.erased', timestamp: erasedAt, formId },
    });
    expect(new Set(events.map(({ event }) => event.traceId)).size).toBe(2);
  });

  it('is none before that, again, or of nothing', () => {
    expect(eventsOfErasure(undefined, found)).toEqual([]);
    expect(eventsOfErasure({ ...found, erasedAt }, { ...found, erasedAt })).toEqual([]);
    expect(eventsOfErasure(undefined, { ...found, erasedAt })).toHaveLength(2);
    expect(eventsOfErasure(found, { formId, erasedAt })).toEqual([]);
  });
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
