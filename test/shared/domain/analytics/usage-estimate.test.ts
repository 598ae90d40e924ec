import { expect, it } from '@jest/globals';
import { estimateUsage } from '../../../../shared/domain/analytics/usage-estimate.ts';

const nothing = { submissions: 0, partial: 0, views: 0, deliveries: 0, stored: 0 };

it('comes to nothing where nothing is done, and to the sum of its parts otherwise', () => {
  expect(estimateUsage(nothing)).toEqual({ submissions: 0, visits: 0, deliveries: 0, storage: 0, total: 0 });
  const { submissions, visits, deliveries, storage, total } = estimateUsage({
    submissions: 1e6,
    partial: 0,
    views: 1e6,
    deliveries: 1e6,
    stored: 1e6,
  });
  expect(total).toBeCloseTo(submissions + visits + deliveries + storage, 10);
});

it('counts a partial response as a submission, and each view', () => {
  const { submissions } = estimateUsage({ ...nothing, submissions: 3 });
  expect(estimateUsage({ ...nothing, submissions: 1, partial: 2 }).submissions).toBe(submissions);
  expect(estimateUsage({ ...nothing, views: 3 }).visits).toBeCloseTo(
    3 * estimateUsage({ ...nothing, views: 1 }).visits,
    10,
  );
});

it('says of a million submissions what docs/cost.md does, within a sixth', () => {
  const { total } = estimateUsage({ ...nothing, submissions: 1e6, stored: 1e6 });
  expect(total).toBeGreaterThan(7.2 * (5 / 6));
  expect(total).toBeLessThan(7.2 * (7 / 6));
});

it('puts a million deliveries between what docs/cost.md says of them under load and alone', () => {
  const { total } = estimateUsage({ ...nothing, deliveries: 1e6 });
  expect(total).toBeGreaterThan(2);
  expect(total).toBeLessThan(10);
});

it('knows what a gigabyte in the table costs in a month, with its backup', () => {
  expect(estimateUsage({ ...nothing, stored: 1024 ** 2 }).storage).toBeCloseTo(0.45, 10);
});
