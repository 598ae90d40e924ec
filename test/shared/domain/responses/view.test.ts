import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { areTooMany, changedView, newView, viewsMax } from '../../../../shared/domain/responses/view.ts';

const now = '2026-01-31T09:00:00.000Z';

describe('a saved view', () => {
  beforeEach(() => void jest.useFakeTimers({ now: Date.parse(now) }));
  afterEach(() => void jest.useRealTimers());
  const of = { formId: 'form_1', createdBy: 'usr_1' };

  it('shows all columns of all responses, newest first, unless it says otherwise', () => {
    expect(newView({ name: 'Open' }, of)).toEqual({
      ...{ id: expect.stringMatching(/^view_/), ...of, name: 'Open', columns: null, filters: {}, order: 'desc' },
      ...{ createdAt: now, updatedAt: now },
    });
    const sent = { name: 'Done', columns: ['name'], filters: { handling: 'done' as const }, order: 'asc' as const };
    expect(newView(sent, of)).toMatchObject(sent);
  });

  it('is replaced in all that can change', () => {
    const view = newView({ name: 'Done', columns: ['name'], filters: { q: 'x' }, order: 'asc' }, of);
    jest.advanceTimersByTime(1000);
    const updatedAt = '2026-01-31T09:00:01.000Z';
    const sent = { name: 'All', filters: {}, order: 'desc' as const };
    expect(changedView(view, sent)).toEqual({ ...view, ...sent, columns: null, updatedAt });
    expect(changedView(view, { ...sent, columns: ['age'] })).toMatchObject({ columns: ['age'] });
  });

  it('is one of fifty, which fit into one item', () => {
    const view = newView({ name: 'a' }, of);
    const views = (count: number) => Array.from({ length: count }, () => view);
    expect([areTooMany(views(50)), areTooMany(views(51))]).toEqual([false, true]);
    // A name in bytes that are not characters.
    const ofSize = (bytes: number) => {
      const left = bytes - Buffer.byteLength(JSON.stringify([{ ...view, name: '' }]));
      return [{ ...view, name: 'é'.repeat(left / 2) + 'a'.repeat(left % 2) }];
    };
    expect([areTooMany(ofSize(viewsMax.bytes)), areTooMany(ofSize(viewsMax.bytes + 1))]).toEqual([false, true]);
  });
});
