import { describe, expect, it } from '@jest/globals';
import type { DeliveryMessage } from '../../../shared/delivery/delivery-queue.ts';
import {
  afterFailure,
  endOfSchedule,
  healthAfterSuccess,
  nextStep,
  retryTimes,
  routeFor,
  slowRoute,
  type Task,
} from '../../../shared/delivery/next-step.ts';
import { type Delivery, digestEvent } from '../../../shared/domain/receivers/webhook.ts';
import { newWebhookId } from '../../../shared/ids.ts';
import { deliveryKey, newDelivery } from '../../../shared/store/receivers/deliveries.ts';
import type { Receiver } from '../../../shared/store/receivers/receivers.ts';
import { eventAt } from '../../support/records/records.ts';

const now = Date.parse('2026-03-14T12:00:00Z');
const pace = { deadlineMs: 5000, retryDelays: [5, 30] };
const healthy = { failures: 0, probes: 0, slow: false };

const receiver: Receiver = {
  webhook: {
    id: newWebhookId(),
    formId: null,
    url: 'https://hooks.example.com/',
    events: ['response.created'],
    active: true,
    partials: false,
    includeAnswers: false,
    disabledReason: null,
    environment: 'production',
    secretLast4: 'abcd',
    createdAt: new Date(now).toISOString(),
    updatedAt: new Date(now).toISOString(),
  },
  owner: 'env_1',
  organizationId: 'org_1',
  environmentId: 'env_1',
  secret: '',
  revision: 1,
  health: healthy,
};

const fresh: Delivery = {
  ...newDelivery({ owner: 'env_1', receiverId: receiver.webhook.id }, eventAt(now), 'event 1'),
  createdAt: new Date(now).toISOString(),
};
/** Stored after its first attempt, and due again now. */
const due: Delivery = { ...fresh, attemptCount: 1, nextAttemptAt: new Date(now).toISOString() };

const stepOf = (message: Partial<DeliveryMessage>, stored?: Delivery, changes: Partial<Task> = {}) =>
  nextStep(
    { message: { ...deliveryKey(fresh), ...message }, stored, receiver, form: undefined, formGone: false, ...changes },
    pace,
    now,
  ).kind;

describe('what is done for a message', () => {
  it.each<[string, Partial<DeliveryMessage>, Delivery | undefined, string]>([
    ['a new delivery is attempted', { delivery: fresh }, undefined, 'attempt'],
    ['one that is stored already is not', { delivery: fresh }, due, 'nothing'],
    ['a retry is attempted', { attempts: 1 }, due, 'attempt'],
    ['one that is due by the index is attempted', {}, due, 'attempt'],
    ['the message of an attempt that was made is passed over, due or not', { attempts: 0 }, due, 'nothing'],
    ['so is that of an attempt that is yet to come', { attempts: 2 }, due, 'nothing'],
    ['nothing is attempted early', {}, { ...due, nextAttemptAt: new Date(now + 1001).toISOString() }, 'nothing'],
    [
      'a dead letter makes a dead delivery due again',
      { deadAfter: 3 },
      { ...due, status: 'dead', attemptCount: 3 },
      'redrive',
    ],
    ['but not once it was redriven', { deadAfter: 2 }, { ...due, status: 'dead', attemptCount: 3 }, 'nothing'],
    ['nothing is known of a delivery that is gone', {}, undefined, 'nothing'],
  ])('%s', (_, message, stored, kind) => {
    expect(stepOf(message, stored)).toBe(kind);
  });

  it.each([
    [{ receiver: undefined }, 'cancel'],
    [{ formGone: true }, 'remove'],
    [{ receiver: undefined, formGone: true }, 'remove'],
  ])('of a stored delivery with %j nothing is sent: %s', (changes, kind) => {
    expect(stepOf({}, due, changes)).toBe(kind);
    expect(stepOf({ delivery: fresh }, undefined, changes)).toBe('nothing');
  });

  it.each([
    [24 * 3600_000, 'attempt'],
    [24 * 3600_000 + 1, 'store'],
  ])('a new delivery that has waited in its lane for %i ms leads to: %s', (waitedMs, kind) => {
    const delivery = { ...fresh, createdAt: new Date(now - waitedMs).toISOString() };
    expect(stepOf({ delivery })).toBe(kind);
    expect(stepOf({}, { ...due, createdAt: delivery.createdAt })).toBe('attempt');
  });

  it.each([
    [now + 1, 0, 'wait'],
    [now, 0, 'probe'],
    [now + 1, 1, 'attempt'],
  ])('follows the breaker, which is open until %i, unless the retry was made by hand', (openUntil, before, kind) => {
    const failing = { ...receiver, health: { ...healthy, failures: 5, openUntil } };
    expect(stepOf({}, { ...due, attemptsBefore: before }, { receiver: failing })).toBe(kind);
  });
});

describe('what a step says', () => {
  const stepsOf = (stored: Delivery | undefined, changes: Partial<Task> = {}, message: Partial<DeliveryMessage> = {}) =>
    nextStep(
      {
        message: { ...deliveryKey(fresh), ...message },
        stored,
        receiver,
        form: undefined,
        formGone: false,
        ...changes,
      },
      pace,
      now,
    );
  const withHealth = (health: Partial<Receiver['health']>): Receiver => ({
    ...receiver,
    health: { ...healthy, ...health },
  });

  it('names the receiver and the delivery of an attempt', () => {
    expect(stepsOf(undefined, {}, { delivery: fresh })).toEqual({ kind: 'attempt', receiver, delivery: fresh });
  });

  it('has a probe end at a round time that leaves ten seconds after the deadline', () => {
    const probed = withHealth({ openUntil: now });
    const until = now + 20_000;
    expect(stepsOf(due, { receiver: probed })).toEqual({ kind: 'probe', receiver: probed, delivery: due, until });
  });

  it('has a delivery wait until the breaker closes', () => {
    const open = withHealth({ openUntil: now + 1 });
    expect(stepsOf(due, { receiver: open })).toEqual({ kind: 'wait', receiver: open, delivery: due, until: now + 1 });
  });

  it('stores a new delivery that has waited for a day until the next full hour', () => {
    const delivery = { ...fresh, createdAt: new Date(now - 24 * 3600_000 - 1).toISOString() };
    const task = [undefined, {}, { delivery }] as const;
    expect(stepsOf(...task)).toEqual({ kind: 'store', receiver, delivery, until: now });
  });

  it('makes nothing of a delivery to an inactive receiver but its end', () => {
    const inactive = { ...receiver, webhook: { ...receiver.webhook, active: false } } as Receiver;
    expect(stepsOf(due, { receiver: inactive })).toEqual({ kind: 'cancel', delivery: due });
    expect(stepsOf(due, { formGone: true })).toEqual({ kind: 'remove', delivery: due });
  });

  it('passes over what a dead letter asks of a delivery that waits', () => {
    expect(stepsOf(due, {}, { deadAfter: 1 })).toEqual({ kind: 'nothing' });
    const dead: Delivery = { ...due, status: 'dead' };
    expect(stepsOf(dead, {}, { deadAfter: 1 })).toEqual({ kind: 'redrive', delivery: dead });
  });

  it('makes an attempt a second early, and no earlier', () => {
    const at = (time: number) => stepsOf({ ...due, nextAttemptAt: new Date(time).toISOString() }).kind;
    expect([at(now + 1000), at(now + 1001)]).toEqual(['attempt', 'nothing']);
  });
});

describe('how a retry waits', () => {
  it('has the index come two minutes after its message, when the message waits for 15 minutes or less', () => {
    for (const wait of [5000, 900_000]) {
      const times = { nextAttemptAt: now + wait, dueAt: now + wait + 120_000, environmentId: 'env_1' };
      expect(retryTimes(receiver, now + wait, now)).toEqual(times);
    }
  });

  it('has the index alone bring it back after a longer wait', () => {
    const nextAttemptAt = now + 900_001;
    expect(retryTimes(receiver, nextAttemptAt, now)).toEqual({
      nextAttemptAt,
      dueAt: nextAttemptAt,
      environmentId: 'env_1',
    });
  });
});

describe('the end of the schedule', () => {
  const lastsMs = 43_000;
  const digest = { event: digestEvent(null, now), digest: new Date(now).toISOString() };
  const first = { at: new Date(now).toISOString(), latencyMs: 1 };
  it.each<[string, Partial<Delivery>]>([
    ['when the delivery was made', { createdAt: new Date(now).toISOString() }],
    ['when a retry by hand began it again', { attempts: [first], attemptCount: 2, attemptsBefore: 1 }],
    ['the end of a digest, which is made with its first response', digest],
  ])('counts from %s', (_, changes) => {
    const delivery = { ...fresh, createdAt: new Date(now - 24 * 3600_000).toISOString(), ...changes };
    expect(endOfSchedule(delivery, pace.retryDelays) - now).toBe(lastsMs);
  });
});

describe('what follows a failed attempt', () => {
  const conclusion = (attempts: number, status: number, lastStatus?: number) => {
    const last = lastStatus === undefined ? [] : [{ at: '', status: lastStatus, latencyMs: 1 }];
    const delivery = { ...due, attemptCount: attempts, attempts: last };
    return afterFailure(delivery, { succeeded: false, status, latencyMs: 1 }, pace.retryDelays, now, () => 0);
  };

  it('is the next of the schedule, and after the last one nothing', () => {
    expect(conclusion(0, 500)).toEqual({ isGone: false, nextAttemptAt: now + 5000 });
    expect(conclusion(1, 500)).toEqual({ isGone: false, nextAttemptAt: now + 30_000 });
    expect(conclusion(2, 500)).toEqual({ isGone: false });
  });

  it('comes to an end after five retries when a person must mend something first', () => {
    const delays = [1, 2, 3, 4, 5, 6];
    const refused = { succeeded: false, latencyMs: 1, refused: true };
    const next = (attemptCount: number) =>
      afterFailure({ ...due, attemptCount }, refused, delays, now, () => 0).nextAttemptAt;
    expect([next(4), next(5)]).toEqual([now + 5000, undefined]);
  });

  it('counts the attempts since a retry by hand', () => {
    const delivery = { ...due, attemptCount: 4, attemptsBefore: 3 };
    const { nextAttemptAt } = afterFailure(delivery, { succeeded: false, latencyMs: 1 }, [5, 30], now, () => 0);
    expect(nextAttemptAt).toBe(now + 30_000);
  });

  it('is that a receiver is gone when it says so twice, or at last', () => {
    expect(conclusion(0, 410)).toEqual({ isGone: false, nextAttemptAt: now + 5000 });
    expect(conclusion(1, 410, 410)).toEqual({ isGone: true });
    expect(conclusion(1, 410, 500)).toEqual({ isGone: false, nextAttemptAt: now + 30_000 });
    expect(conclusion(2, 410, 500)).toEqual({ isGone: true });
  });
});

describe('the health of a receiver that has taken a delivery', () => {
  const slow = { ...healthy, slow: true };
  const silent = { ...healthy, silentUntil: now + 1 };
  const patientUntil = now + 60_000;
  const known = { patientUntil: now + 1 };

  it.each([
    ['is as it was when it was well', healthy, 10, undefined],
    ['is as it was although it took long, where nobody waited', healthy, 1000, undefined],
    ['forgets the failures', { ...healthy, failures: 3 }, 3000, healthy],
    ['forgets that it was slow when it was quick', { ...slow, failures: 1 }, 300, healthy],
    ['is waited for from now on when that was late', slow, 999, { ...healthy, patientUntil }],
    ['remembers that it is slow when it was', { failures: 1, probes: 1, slow: true }, 1000, slow],
    ['needs no write to stay slow', slow, 1000, undefined],
    ['forgets a silence that was not its own', silent, 300, healthy],
    ['is waited for when it was late once', silent, 301, { ...healthy, patientUntil }],
    ['is waited for when it was very late once', silent, 4000, { ...healthy, patientUntil }],
    ['is slow when it was waited for, and very late', { ...silent, ...known }, 1000, { ...slow, ...known }],
    ['is not slow when that was long ago', { ...silent, patientUntil: now }, 1000, { ...healthy, patientUntil }],
    ['needs no write while it is waited for', { ...healthy, ...known }, 999, undefined],
  ])('%s', (_, before, latencyMs, health) => {
    expect(healthAfterSuccess(before, latencyMs, now)).toEqual(health);
  });
});

describe('the way of what is for a receiver', () => {
  const slowLane = { lane: 'slow', delaySeconds: 0 };

  it('is the slow lane at once where a run has no time left', () => {
    expect(slowRoute).toEqual(slowLane);
  });

  const silentUntil = now + 5700;

  it.each([
    ['is the fast lane', healthy, { lane: 'fast', delaySeconds: 0 }],
    ['has it wait while the receiver is silent', { ...healthy, silentUntil }, { lane: 'fast', delaySeconds: 1 }],
    ['has it wait no more when a silence is over', { ...healthy, silentUntil: now }, { lane: 'fast', delaySeconds: 0 }],
    ['is the slow lane for one that is slow', { ...healthy, slow: true, silentUntil }, slowLane],
    ['is the slow lane while the breaker is open', { ...healthy, openUntil: now + 1, silentUntil }, slowLane],
    ['is the slow lane for a probe', { ...healthy, openUntil: now }, slowLane],
  ])('%s', (_, health, route) => {
    expect(routeFor(health, now)).toEqual(route);
  });
});
