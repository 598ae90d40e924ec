import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import { workOf } from '../../../shared/delivery/record-work.ts';
import { newId, responseAddress, responseId, timeKey } from '../../../shared/ids.ts';
import { dueKeys, keyOf, keysOf } from '../../../shared/store/keys.ts';

const now = Date.parse('2026-03-14T12:00:00.000Z');
const at = new Date(now).toISOString();
const formId = newId('form');
const environmentId = newId('environment');
const sequence = '100';

type Image = Readonly<Record<string, unknown>>;

/** A record of the stream: an item before and after a write, either of which may be missing. */
function recordOf(before: Image | undefined, after: Image | undefined): DynamoDBRecord {
  const image = (item: Image | undefined) => item && (marshall(item, { removeUndefinedValues: true }) as never);
  const { pk, sk } = (after ?? before) as { pk: string; sk: string };
  return {
    dynamodb: {
      Keys: marshall({ pk, sk }) as never,
      OldImage: image(before),
      NewImage: image(after),
      SequenceNumber: sequence,
    },
  };
}

const trace = { traceId: expect.stringMatching(/^[0-9a-f]{32}$/), spanId: expect.stringMatching(/^[0-9a-f]{16}$/) };
const nothing = { due: undefined, moving: undefined, left: undefined, occurrences: [] };
const workWith = (before: Image | undefined, after: Image | undefined) => {
  const record = recordOf(before, after);
  const { record: same, ...work } = workOf(record, now);
  expect(same).toBe(record);
  return work;
};

const sortKey = `${timeKey(now)}${'0'.repeat(16)}`;
const id = responseId(formId, sortKey);
const place = keysOf('response', { form: formId, shard: '0', sortKey, environmentId, indexShard: '0' });
const completed = { ...place, status: 'completed', answers: '{}', notes: '[]' };

describe('the work that a new response makes', () => {
  it('is its event for receivers', () => {
    expect(responseAddress(id)).toEqual({ formId, shard: '0', sortKey });
    expect(workWith(undefined, completed)).toEqual({
      ...nothing,
      occurrences: [
        {
          identity: id,
          environmentId,
          event: { name: 'response.created', timestamp: at, formId, responseId: id, status: 'completed', ...trace },
          completes: true,
          wasSpam: false,
        },
      ],
    });
  });

  it('is none when it is removed, or when the item is no response', () => {
    expect(workWith(completed, undefined)).toEqual(nothing);
    expect(workWith(undefined, { ...completed, gsi1pk: undefined })).toEqual(nothing);
    expect(workWith(undefined, { ...completed, pk: `SPAM#${formId}#0` })).toEqual(nothing);
  });

  it('is an event of its silence beside that of its change', () => {
    const before = { ...completed, status: 'partial', updatedAt: '2026-03-13T12:00:00.000Z' };
    const after = { ...before, status: 'abandoned', updatedAt: at, silentAt: at };
    const { occurrences } = workWith(before, after);
    expect(occurrences.map(({ event: { name }, environmentId: owner }) => [name, owner])).toEqual([
      ['response.updated', environmentId],
      ['event.abandon', environmentId],
    ]);
  });
});

describe('an item that is due', () => {
  const key = keyOf('job', { job: 'recount-1' });

  it('is worked off at once when its time has come', () => {
    const due = dueKeys(now, environmentId);
    expect(workWith(undefined, { ...key, ...due })).toEqual({ ...nothing, due: { ...key, duesk: due.duesk } });
  });

  it('waits for the sweep before its time, and when it is gone', () => {
    expect(workWith(undefined, { ...key, ...dueKeys(now + 1, environmentId) })).toEqual(nothing);
    expect(workWith({ ...key, ...dueKeys(now, environmentId) }, undefined)).toEqual(nothing);
    expect(workWith(undefined, key)).toEqual(nothing);
  });
});

describe('answers that are to leave the table', () => {
  const moving = { pk: place.pk, sk: place.sk, environmentId };
  const movingOf = (before: Image | undefined, after: Image | undefined) => workWith(before, after).moving;

  it('move once the response has ended', () => {
    expect(movingOf(undefined, { ...completed, answersMove: 1 })).toEqual(moving);
    expect(movingOf(completed, { ...completed, answersMove: 1 })).toEqual(moving);
    const partial = { ...completed, ...dueKeys(now + 1, environmentId), status: 'partial', answersMove: 1 };
    expect(movingOf(undefined, partial)).toBeUndefined();
    expect(movingOf(partial, { ...completed, answersMove: 1 })).toEqual(moving);
  });

  it('move again when they change, and not with another write', () => {
    const before = { ...completed, answersMove: 1 };
    expect(movingOf(before, { ...before, notes: '[1]' })).toBeUndefined();
    expect(movingOf(before, { ...before, answers: '{"a":1}' })).toEqual(moving);
    expect(movingOf(before, completed)).toBeUndefined();
    expect(movingOf(before, undefined)).toBeUndefined();
  });

  it('move from the folder of spam too, and from no other item', () => {
    const spam = keysOf('spam', { form: formId, shard: '0', sortKey, environmentId, indexShard: '0' });
    const inSpam = { pk: spam.pk, sk: spam.sk, environmentId };
    expect(movingOf(undefined, { ...completed, ...spam, answersMove: 1 })).toEqual(inSpam);
    expect(movingOf(undefined, { ...completed, gsi1pk: 'ENV#1', answersMove: 1 })).toBeUndefined();
  });
});

describe('the work that a visit makes', () => {
  const visitKey = keyOf('visit', { form: formId, slice: '0', sha256: 'a'.repeat(64) });
  const visit = (events: object[], changes: Image = {}) => ({
    ...visitKey,
    environmentId,
    events: JSON.stringify(events),
    ...changes,
  });
  const abandon = { type: 'abandon', at };

  it('is an event for each of its own', () => {
    const work = workWith(undefined, visit([{ type: 'view', at }]));
    const identity = `${formId} ${'a'.repeat(64)} ${sequence} 0`;
    const event = { name: 'event.view', timestamp: at, formId, sessionId: 'a'.repeat(64), ...trace };
    expect(work).toEqual({
      ...nothing,
      occurrences: [{ identity, environmentId, event, completes: false, wasSpam: false }],
    });
  });

  it('is one event for the focus of a field, though it gets it again', () => {
    const focus = { type: 'focus', fieldId: 'name', at };
    expect(workWith(undefined, visit([focus, focus])).occurrences).toHaveLength(1);
    expect(workWith(visit([], { focused: new Set(['name']) }), visit([focus])).occurrences).toEqual([]);
  });

  it('is none when it is removed, or has no environment', () => {
    expect(workWith(visit([abandon]), undefined)).toEqual(nothing);
    expect(workWith(undefined, visit([abandon], { environmentId: undefined }))).toEqual(nothing);
  });

  it('tells which response a visitor has left, and when that was reported', () => {
    const left = { responseId: id, receivedAt: at };
    const leftOf = (changes: Image, events = [abandon]) => workWith(undefined, visit(events, changes)).left;
    expect(leftOf({ ...left, abandonedAt: at })).toEqual(left);
    expect(leftOf(left)).toBeUndefined();
    expect(leftOf({ ...left, abandonedAt: at }, [])).toBeUndefined();
    expect(leftOf({ receivedAt: at, abandonedAt: at })).toBeUndefined();
    expect(leftOf({ responseId: id, abandonedAt: at })).toBeUndefined();
  });
});

describe('the work that an erasure makes', () => {
  const foundKey = keyOf('foundResponses', { request: 'dsr_1', number: '0' });
  const found = { ...foundKey, formId, environmentId, erased: new Set([sortKey]) };

  it('is an event for each erased response, once all are gone', () => {
    expect(workWith(undefined, found)).toEqual(nothing);
    const event = { name: 'response.erased', timestamp: at, formId, responseId: id, ...trace };
    expect(workWith(found, { ...found, erasedAt: at })).toEqual({
      ...nothing,
      occurrences: [{ identity: `${id} erased`, environmentId, event, completes: false, wasSpam: false }],
    });
    expect(workWith({ ...found, erasedAt: at }, { ...found, erasedAt: at, more: 1 })).toEqual(nothing);
  });

  it('is none when it is removed, or has no environment', () => {
    expect(workWith({ ...found, erasedAt: at }, undefined)).toEqual(nothing);
    expect(workWith(found, { ...found, erasedAt: at, environmentId: undefined })).toEqual(nothing);
  });
});
