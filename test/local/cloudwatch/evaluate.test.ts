import { describe, expect, it } from '@jest/globals';
import { isOn } from '../../../local/cloudwatch/evaluate.ts';
import { parseExpression } from '../../../local/cloudwatch/expression.ts';
import { type Metric, Metrics } from '../../../local/cloudwatch/metrics.ts';
import type { AlarmResource } from '../../../local/template/alarms.ts';

const minute = 60_000;
const metric: Metric = { namespace: 'Fixture', name: 'Things', dimensions: {} };

/** Values by the minutes in which they were measured. */
function measured(values: Readonly<Record<number, readonly number[]>>): Metrics {
  const metrics = new Metrics();
  for (const [at, all] of Object.entries(values))
    for (const value of all) metrics.put(metric, value, Number(at) * minute);
  return metrics;
}

const alarm = (more: Partial<AlarmResource> = {}): AlarmResource => ({
  constructId: 'Fixture',
  description: '',
  queries: { things: { metric, statistic: 'Sum' } },
  expression: parseExpression('things'),
  periodSeconds: 300,
  periods: 2,
  periodsBreaching: 2,
  comparison: 'GreaterThanThreshold',
  threshold: 5,
  missingIsBreaching: false,
  neverRings: false,
  ...more,
});

const at = (minutes: number, since = 0) => ({ now: minutes * minute + 1, since: since * minute });

describe('an alarm', () => {
  it('goes off when each of its periods breaches, those that end with the last full minute', () => {
    const metrics = measured({ 100: [3], 104: [3], 107: [6] });
    expect(isOn(alarm(), metrics, at(110))).toBe(true);
    expect(isOn(alarm(), metrics, at(109))).toBe(false);
    expect(isOn(alarm({ threshold: 6 }), metrics, at(110))).toBe(false);
  });

  it('goes off for some of its periods where it says how many', () => {
    expect(isOn(alarm({ periods: 3, periodsBreaching: 1 }), measured({ 100: [6] }), at(110))).toBe(true);
  });

  it('takes silence for what the template says, but for the time before the start', () => {
    expect(isOn(alarm(), measured({}), at(110))).toBe(false);
    expect(isOn(alarm({ missingIsBreaching: true }), measured({}), at(110))).toBe(true);
    expect(isOn(alarm({ missingIsBreaching: true }), measured({}), at(110, 101))).toBe(false);
  });
});

describe('an expression', () => {
  it.each([
    ['FILL(a, 0) + b * 2', { b: 3 }, 6],
    ['(a + b) / 2 - 1', { a: 4, b: 2 }, 2],
    ['a / b', { a: 1 }, undefined],
    ['a / b', { a: 1, b: 0 }, undefined],
  ])('%s of %j is %s', (text, values: Record<string, number>, expected) => {
    expect(parseExpression(text)(id => values[id])).toBe(expected);
  });

  it.each(['SEARCH(a, 1)', 'a + ', 'a b', 'FILL(a)', '(a', 'a > 1', 'm1 + ANOMALY'])('%s is refused', text => {
    expect(() => parseExpression(text)).toThrow();
  });
});
