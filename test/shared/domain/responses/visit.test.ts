import { describe, expect, it } from '@jest/globals';
import { faultsOfEvent, groupsOf, type SentEvent, summaryOf } from '../../../../shared/domain/responses/visit.ts';

const now = Date.parse('2026-03-14T12:20:00.000Z');
const minute = 60_000;
const at = (minutes: number) => new Date(now + minutes * minute).toISOString();
const fields = new Set(['name', 'email']);
const event = (type: SentEvent['type'], more: Partial<SentEvent> = {}): SentEvent => ({
  type,
  sessionId: 's',
  ...more,
});
const focus = (fieldId: string, minutes = 0) => event('focus', { fieldId, at: at(minutes) });
const abandon = (minutes = 0, fieldId?: string) => event('abandon', { at: at(minutes), ...(fieldId && { fieldId }) });
const footprint = (...sent: SentEvent[]) => summaryOf(groupsOf(sent, fields, now)[0]?.events ?? []);

describe('an event', () => {
  it.each<[string, SentEvent, string[]]>([
    ['a view', event('view'), []],
    ['a view of a field', event('view', { fieldId: 'name' }), []],
    ['an abandonment without a field', event('abandon'), []],
    ['a time', event('view', { at: '2026-02-28T00:00:00Z' }), []],
    ['a focus without a field', event('focus'), ['fieldId required']],
    ['an error without a field', event('error', { rule: 'required' }), ['fieldId required']],
    ['an unknown field', event('focus', { fieldId: 'surprise' }), ['fieldId unknown']],
    ['a rule of another type', event('focus', { fieldId: 'name', rule: 'required' }), ['rule unknown']],
    ['the 30th of February', event('view', { at: '2026-02-30T00:00:00Z' }), ['at format']],
    ['the 25th hour', event('view', { at: '2026-02-03T25:00:00Z' }), ['at format']],
    [
      'several faults',
      event('abandon', { fieldId: '', rule: 'x', at: '2026-13-01T00:00Z' }),
      ['fieldId unknown', 'rule unknown', 'at format'],
    ],
  ])('has every fault that it has: %s', (_, sent, faults) => {
    expect(faultsOfEvent(sent, fields).map(({ field, rule }) => `${field} ${rule}`)).toEqual(faults);
  });
});

it('a fault of an event says what would be right', () => {
  const messages = (sent: SentEvent) => faultsOfEvent(sent, fields).map(({ message }) => message);
  expect(messages(event('focus'))).toEqual(['is required for an event of type focus']);
  expect(messages(event('view', { fieldId: 'x', rule: 'x', at: 'now' }))).toEqual([
    'The form has no field "x"; send the id of one of its fields',
    'belongs only to events of type error; remove it',
    'is not a valid date',
  ]);
});

describe('the events of a request', () => {
  it('are grouped by visit and quarter hour, and come in order of time', () => {
    const sent = [
      focus('email', 0),
      event('view', { sessionId: 'other' }),
      focus('name', -10),
      event('view', { at: at(-4) }),
    ];
    const groups = groupsOf(sent, fields, now).map(({ sessionId, events }) => [
      sessionId,
      ...events.map(each => each.at),
    ]);
    expect(groups).toEqual([
      ['s', at(-10)],
      ['s', at(-4), at(0)],
      ['other', at(0)],
    ]);
  });

  it.each([
    ['a day ago', -24 * 60, true],
    ['more than a day ago', -24 * 60 - 1, false],
    ['five minutes ahead', 5, true],
    ['more than five minutes ahead', 6, false],
  ])('count at the time they name, unless a clock must be wrong: %s', (_, minutes, honoured) => {
    const [group] = groupsOf([focus('name', minutes)], fields, now);
    expect(group?.events[0]?.at).toBe(at(honoured ? minutes : 0));
  });

  it('keep what they tell, and nothing else', () => {
    const sent = [event('error', { fieldId: 'name', rule: 'email' }), event('view', { at: at(0) })];
    const events = [
      { type: 'error', fieldId: 'name', rule: 'email', at: at(0) },
      { type: 'view', at: at(0) },
    ];
    expect(groupsOf(sent, fields, now)).toStrictEqual([{ sessionId: 's', events }]);
  });

  it('count when they arrive, if they name no time', () => {
    expect(groupsOf([event('view')], fields, now)[0]?.events).toEqual([{ type: 'view', at: at(0) }]);
  });

  it('are told without the fields that the form has lost, and not at all if they are about one', () => {
    const lost = { fieldId: 'lost' };
    const sent = [event('focus', lost), event('error', { ...lost, rule: 'email' }), event('abandon', lost)];
    expect(groupsOf(sent, fields, now).map(({ events }) => events)).toEqual([[{ type: 'abandon', at: at(0) }]]);
    expect(groupsOf(sent.slice(0, 2), fields, now)).toEqual([]);
  });
});

describe('what a group of events says of its visit', () => {
  it('is nothing, when a form was only shown or an answer refused', () => {
    const nothing = { startedAt: undefined, focused: [], last: undefined, abandonedAt: undefined };
    expect(footprint(event('view'), event('error', { fieldId: 'name' }))).toEqual(nothing);
  });

  it('is when it started, what was entered, and where the person was last', () => {
    expect(footprint(focus('email', 3), focus('name', 1), focus('name', 2))).toMatchObject({
      startedAt: at(1),
      focused: ['name', 'email'],
      last: 'email',
      abandonedAt: null,
    });
  });

  it('is that the person left, and from which field if that is known', () => {
    expect(footprint(focus('name', 1), abandon(2, 'email'))).toMatchObject({ last: 'email', abandonedAt: at(2) });
    expect(footprint(focus('name', 1), abandon(2))).toMatchObject({ last: 'name', abandonedAt: at(2) });
  });

  it('is that the person is back, after a focus that followed', () => {
    expect(footprint(abandon(1), focus('name', 2)).abandonedAt).toBeNull();
    expect(footprint(focus('name', 1), abandon(2), focus('name', 3)).abandonedAt).toBeNull();
  });
});
