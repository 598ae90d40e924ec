import { describe, expect, it } from '@jest/globals';
import { timesOf, timesOfBody, timesSince } from '../../../../shared/http/lists/times.ts';

const utc = (text: string) => Date.parse(text);
const refusal = (code: string, ...faults: [field: string, rule: string, message: string][]) =>
  expect.objectContaining({ code, details: faults.map(([field, rule, message]) => ({ field, rule, message })) });

describe('a period', () => {
  it('is open where nothing is said', () => {
    expect(timesOf({})).toEqual({});
    expect(timesSince({})).toEqual({});
  });

  it('takes in the whole of a day that it ends with, and no more than a time', () => {
    expect(timesOf({ from: '2026-01-31', to: '2026-01-31' })).toEqual({
      ...{ from: utc('2026-01-31T00:00:00Z'), to: utc('2026-02-01T00:00:00Z') },
    });
    const to = '2026-01-31T09:30:00+01:00';
    expect(timesOf({ from: '2026-01-31', to })).toEqual({ from: utc('2026-01-31'), to: utc(to) });
  });

  it('ends with the year 9999, behind which times would no longer compare as texts', () => {
    expect(timesOf({ to: '9999-12-31' })).toEqual({ to: utc('9999-12-31T23:59:59.999Z') });
  });

  it.each([['2026-02-30'], ['2026-02-30T00:00:00Z'], ['2026-01-31T25:00:00Z']])(
    'has no bound that is none: %s',
    from => {
      const fault = ['from', 'format', 'is not a valid date'] as const;
      expect(() => timesOf({ from, to: '2026-03-01' })).toThrow(refusal('invalid_parameter', [...fault]));
    },
  );

  it.each(['2026-01-01', '2026-01-31T09:30:00Z'])('ends after it begins: not at %s', to => {
    const from = '2026-01-31T09:30:00Z';
    expect(() => timesOf({ from, to })).toThrow(
      refusal('invalid_parameter', ['to', 'minimum', 'must be later than from']),
    );
  });

  it('has the names that its request calls it by', () => {
    expect(timesSince({ since: '2026-01-31', until: '2026-02-01' })).toEqual({
      ...{ from: utc('2026-01-31'), to: utc('2026-02-02') },
    });
    expect(() => timesSince({ since: '2026-02-01', until: '2026-01-01' })).toThrow(
      refusal('invalid_parameter', ['until', 'minimum', 'must be later than since']),
    );
    const faults = [
      ['from', 'format', 'is not a valid date'],
      ['to', 'format', 'is not a valid date'],
    ] as const;
    expect(() => timesOfBody({ from: '2026-13-01', to: '2026-14-01' })).toThrow(
      refusal('validation_failed', [...faults[0]], [...faults[1]]),
    );
  });
});
