import type { FromSchema } from 'json-schema-to-ts';
import type { createEvents } from '../../contracts/responses/events.ts';
import { dayMs, minuteMs } from '../../durations.ts';
import type { Fault } from '../../fault.ts';
import { isDate } from '../time/calendar.ts';
import { quarterStart } from '../time/quarters.ts';

export type SentEvent = FromSchema<typeof createEvents.body>;

/** An event as its visit stores it. `at` is the time that counts. */
export type VisitEvent = Pick<SentEvent, 'type' | 'fieldId' | 'rule'> & { at: string };

/** Events of one visit in one quarter hour (UTC), earliest first, as one write. */
export type EventGroup = { sessionId: string; events: VisitEvent[] };

/** The facts about a visit that a group of events contains. */
export type VisitSummary = {
  startedAt?: string;
  /** The fields that got the focus. */
  focused: string[];
  /** The last field of the person. */
  last?: string;
  /** When the person left; `null` when they are back. */
  abandonedAt?: string | null;
};

/** How long after its last save a partial response counts as abandoned. */
export const inactivityTimeoutMs = dayMs;

/** How wrong a browser's clock may be before the time of arrival is used instead. */
const lateMsMax = dayMs;
const earlyMsMax = 5 * minuteMs;

const ofField: ReadonlySet<string> = new Set(['focus', 'error'] satisfies SentEvent['type'][]);

/**
 * Returns faults that the schema cannot check: which parts belong to which type, fields of this form, calendar times.
 */
export function faultsOfEvent({ type, fieldId, rule, at }: SentEvent, knownFields: ReadonlySet<string>): Fault[] {
  const faults: Fault[] = [];
  if (fieldId === undefined && ofField.has(type)) {
    faults.push({ field: 'fieldId', rule: 'required', message: `is required for an event of type ${type}` });
  }
  if (fieldId !== undefined && !knownFields.has(fieldId)) {
    const message = `The form has no field "${fieldId}"; send the id of one of its fields`;
    faults.push({ field: 'fieldId', rule: 'unknown', message });
  }
  if (rule !== undefined && type !== 'error') {
    faults.push({ field: 'rule', rule: 'unknown', message: 'belongs only to events of type error; remove it' });
  }
  if (at !== undefined && !(isDate(at.slice(0, 10)) && Number.isFinite(Date.parse(at)))) {
    faults.push({ field: 'at', rule: 'format', message: 'is not a valid date' });
  }
  return faults;
}

/**
 * Returns the events by visit and quarter hour, those of a visit in order of time. A page may still show a field that
 * the form no longer has. An event that concerns only such a field is dropped; another one loses its field.
 */
export function groupsOf(sent: readonly SentEvent[], fields: ReadonlySet<string>, now: number): EventGroup[] {
  const kept = sent
    .map(event => ({ event, time: timeOf(event, now), fieldId: fieldOf(event, fields) }))
    .filter(({ event, fieldId }) => fieldId !== undefined || !ofField.has(event.type))
    .sort((one, other) => one.time - other.time);
  const groups = Map.groupBy(kept, ({ event, time }) => `${quarterStart(time)} ${event.sessionId}`);
  return [...groups.values()].map(group => ({
    sessionId: group[0]?.event.sessionId ?? '',
    events: group.map(({ event: { type, rule }, time, fieldId }) => ({
      type,
      ...(fieldId !== undefined && { fieldId }),
      ...(rule !== undefined && { rule }),
      at: new Date(time).toISOString(),
    })),
  }));
}

const fieldOf = ({ fieldId }: SentEvent, fields: ReadonlySet<string>): string | undefined =>
  fieldId !== undefined && fields.has(fieldId) ? fieldId : undefined;

function timeOf({ at }: SentEvent, now: number): number {
  const time = Date.parse(at ?? '');
  return time >= now - lateMsMax && time <= now + earlyMsMax ? time : now;
}

export function summaryOf(events: readonly VisitEvent[]): VisitSummary {
  const focuses = events.filter(({ type }) => type === 'focus');
  const moves = events.filter(({ type }) => type === 'focus' || type === 'abandon');
  const final = moves.at(-1);
  return {
    startedAt: focuses[0]?.at,
    focused: [...new Set(focuses.flatMap(({ fieldId }) => fieldId ?? []))],
    last: moves.findLast(({ fieldId }) => fieldId !== undefined)?.fieldId,
    abandonedAt: final && (final.type === 'abandon' ? final.at : null),
  };
}
