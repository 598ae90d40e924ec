import { describe, expect, it } from '@jest/globals';
import {
  archiveRemovalTime,
  expiredAfter,
  expiredBefore,
  expiryOf,
  isRetained,
  type Keeping,
  partialRemovalTime,
  policyOf,
  removalTime,
} from '../../../../shared/domain/forms/retention.ts';
import { itInAll } from '../../../support/in-all.ts';
import { fc } from '../../../support/properties.ts';

const day = 24 * 3600_000;
const start = Date.parse('2026-03-01T00:00:00Z');

const retention = fc.option(
  fc.record({ days: fc.integer({ min: 1, max: 60 }), policy: fc.constantFrom(undefined, 'delete', 'archive') }),
  { nil: undefined },
);
const changes = fc.array(fc.record({ after: fc.integer({ min: 0, max: 40 * day }), retention }), { maxLength: 8 });

/** Those that readers see, and those that they do not. */
const parted = (times: readonly number[], keeping: Keeping, now: number): [number[], number[]] => [
  times.filter(time => isRetained(keeping, time, now)),
  times.filter(time => !isRetained(keeping, time, now)),
];

describe('the retention of a form', () => {
  it('hides what is as old as its days, to the millisecond', () => {
    const keeping: Keeping = { form: { retention: { days: 30 } } };
    const submitted = start + 5;
    expect(isRetained(keeping, submitted, submitted + 30 * day)).toBe(true);
    expect(isRetained(keeping, submitted, submitted + 30 * day + 1)).toBe(false);
    expect(isRetained({ form: {} }, 0, start)).toBe(true);
    expect(expiredBefore({ form: {} }, start)).toBeUndefined();
  });

  it('removes a day after that what it deletes, and leaves alone what it archives', () => {
    expect(removalTime({ form: { retention: { days: 30 } } }, start, start)).toBe(start + 31 * day);
    expect(removalTime({ form: { retention: { days: 30 } } }, start, start + 90 * day)).toBe(start + 90 * day);
    expect(removalTime({ form: { retention: { days: 30, policy: 'archive' } } }, start, start)).toBeUndefined();
    expect(removalTime({ form: {} }, start, start)).toBeUndefined();
  });

  itInAll('never brings back what was hidden, nor removes what is shown, however often it is changed', () => {
    fc.assert(
      fc.property(changes, fc.array(fc.integer({ min: -90, max: 300 })), (all, ages) => {
        const submitted = ages.map(age => start + age * day);
        let keeping: Keeping = { form: {} };
        let now = start;
        let hidden: number[] = [];
        const look = () => {
          const [shown, gone] = parted(
            submitted.filter(time => time <= now),
            keeping,
            now,
          );
          expect(shown.filter(time => hidden.includes(time))).toEqual([]);
          expect(shown.filter(time => (removalTime(keeping, time, now) ?? now + 1) <= now)).toEqual([]);
          const removals = gone.map(time => removalTime(keeping, time, now));
          expect(removals.filter(time => (time === undefined) === (policyOf(keeping) === 'delete'))).toEqual([]);
          expect(removals.filter(time => (time ?? now) > now + day)).toEqual([]);
          hidden = gone;
        };
        for (const change of all) {
          now += change.after;
          look();
          const form = { retention: change.retention };
          keeping = { form, expired: expiredAfter(keeping, form, now) };
          look();
        }
      }),
    );
  });

  it('gives what had expired to the new policy, and to the former one where it is taken away', () => {
    const archived: Keeping = { form: { retention: { days: 10, policy: 'archive' } } };
    const before = start - 10 * day;
    expect(expiredAfter(archived, { retention: { days: 90 } }, start)).toEqual({ before, policy: 'delete' });
    expect(expiredAfter(archived, {}, start)).toEqual({ before, policy: 'archive' });
    expect(expiredAfter({ form: {} }, { retention: { days: 10 } }, start)).toBeUndefined();
  });
});

describe('what is removed on its own', () => {
  const days = (retention: Keeping['form']['retention']): Keeping => ({ form: { retention } });

  it('is a response, days after it was submitted', () => {
    expect(expiryOf(days({ days: 30 }), start)).toBe(start + 30 * day);
    expect(expiryOf(days({}), start)).toBeUndefined();
    expect(expiryOf(days(undefined), start)).toBeUndefined();
  });

  it('is an abandoned response, 30 days after its latest change unless the form says otherwise', () => {
    expect(partialRemovalTime(days(undefined), start)).toBe(start + 30 * day);
    expect(partialRemovalTime(days({ days: 90 }), start)).toBe(start + 30 * day);
    expect(partialRemovalTime(days({ partialDays: 7 }), start)).toBe(start + 7 * day);
    expect(partialRemovalTime(days({ partialDays: 0 }), start)).toBeUndefined();
  });

  it('is an archive, if the form says so', () => {
    const createdAt = new Date(start).toISOString();
    expect(archiveRemovalTime(days({ archiveDays: 365 }), createdAt)).toBe(start + 365 * day);
    expect(archiveRemovalTime(days({ days: 30 }), createdAt)).toBeUndefined();
    expect(archiveRemovalTime(days(undefined), createdAt)).toBeUndefined();
  });

  it('is at once what had expired before the retention changed', () => {
    const expired = { before: start, policy: 'delete' } as const;
    const keeping: Keeping = { form: { retention: { days: 30 } }, expired };
    expect(removalTime(keeping, start - 1, start + day)).toBe(start + day);
    expect(removalTime(keeping, start, start + day)).toBe(start + 31 * day);
    expect(removalTime({ form: {}, expired }, start - 1, start + day)).toBe(start + day);
    expect(removalTime({ form: {}, expired }, start, start + day)).toBeUndefined();
  });
});
