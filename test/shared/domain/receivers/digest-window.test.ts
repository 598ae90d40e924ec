import { describe, expect, it } from '@jest/globals';
import { digestEnd } from '../../../../shared/domain/receivers/digest-window.ts';
import type { ShownConfig } from '../../../../shared/domain/receivers/integration.ts';

const endOf = (config: Partial<ShownConfig>, now: string): string | undefined => {
  const end = digestEnd({ includePersonalData: false, ...config }, Date.parse(now));
  return end === undefined ? undefined : new Date(end).toISOString();
};

describe('the end of a digest', () => {
  it('is none where each response has its mail', () => {
    expect(endOf({ digest: 'immediately' }, '2026-03-28T09:30:00Z')).toBeUndefined();
    expect(endOf({}, '2026-03-28T09:30:00Z')).toBeUndefined();
  });

  it('is the next full hour, and at a full hour the one after it', () => {
    expect(endOf({ digest: 'hourly' }, '2026-03-28T09:59:59.999Z')).toBe('2026-03-28T10:00:00.000Z');
    expect(endOf({ digest: 'hourly' }, '2026-03-28T10:00:00.000Z')).toBe('2026-03-28T11:00:00.000Z');
  });

  it.each([
    ['UTC', 8, '2026-03-28T07:59:59.999Z', '2026-03-28T08:00:00.000Z'],
    ['UTC', 8, '2026-03-28T08:00:00.000Z', '2026-03-29T08:00:00.000Z'],
    ['Asia/Kathmandu', 0, '2026-03-28T18:00:00.000Z', '2026-03-28T18:15:00.000Z'],
    ['America/New_York', 17, '2026-03-07T23:00:00.000Z', '2026-03-08T21:00:00.000Z'],
    // On the 29th the clocks of Berlin go from two to three: it has no hour that is called two.
    ['Europe/Berlin', 2, '2026-03-28T02:00:00.000Z', '2026-03-30T00:00:00.000Z'],
    ['Europe/Berlin', 8, '2026-03-28T08:00:00.000Z', '2026-03-29T06:00:00.000Z'],
    // And on the 25th of October it has two of them.
    ['Europe/Berlin', 2, '2026-10-24T23:59:00.000Z', '2026-10-25T00:00:00.000Z'],
    ['Europe/Berlin', 2, '2026-10-25T00:00:00.000Z', '2026-10-25T01:00:00.000Z'],
  ])('is in %s when the clocks next show %i', (timeZone, digestHour, now, end) => {
    expect(endOf({ digest: 'daily', digestHour, timeZone }, now)).toBe(end);
  });
});
