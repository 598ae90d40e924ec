import { describe, expect, it } from '@jest/globals';
import { spansOfEvents, timelineOf } from '../../../../shared/domain/receivers/response-timeline.ts';
import type { Delivery } from '../../../../shared/domain/receivers/webhook.ts';

const at = (minute: number) => new Date(Date.parse('2026-01-31T09:00:00.000Z') + minute * 60_000).toISOString();

const response = { startedAt: at(0), submittedAt: at(2), status: 'completed' as const, notes: [] };
const by = { id: 'usr_1' };

const delivery = (status: Delivery['status'], attempts: Delivery['attempts']): Delivery => ({
  ...{ id: 'dlv_1', receiverId: 'wh_1', owner: 'env_1', status, attempts, attemptCount: attempts.length },
  ...{ attemptsBefore: 0, createdAt: at(2) },
  event: { name: 'response.created', timestamp: at(2), formId: 'form_1', traceId: 't', spanId: 's' },
});

describe('the timeline of a response', () => {
  it('has what happened in order, and each note once', () => {
    const notes = [{ id: 'note_1', body: 'Call back', authorId: 'usr_1', createdAt: at(5) }];
    const changes = [
      { createdAt: at(5), actor: by, changes: { notes: 1 } },
      { createdAt: at(4), actor: by, changes: { handling: 'done' as const, notes: 1 } },
    ];
    expect(timelineOf({ ...response, notes }, changes, [])).toEqual([
      { type: 'started', at: at(0) },
      { type: 'submitted', at: at(2) },
      { type: 'changed', at: at(4), actorId: 'usr_1', changes: { handling: 'done' } },
      { type: 'note', at: at(5), actorId: 'usr_1', noteId: 'note_1', body: 'Call back' },
    ]);
  });

  it('tells what was sent from what was delivered', () => {
    const attempts = [{ at: at(3), latencyMs: 1, status: 200 }];
    const stateOf = (kind: 'webhook' | 'integration', status: Delivery['status']) => {
      const receiver = { kind, id: 'wh_1', name: 'hooks.example.com' };
      return timelineOf(response, [], [{ delivery: delivery(status, attempts), receiver }]).at(-1)?.state;
    };
    expect(stateOf('webhook', 'succeeded')).toBe('delivered');
    expect(stateOf('integration', 'succeeded')).toBe('sent');
    expect(stateOf('webhook', 'scheduled')).toBe('waiting');
    expect(stateOf('webhook', 'dead')).toBe('failed');
    expect(stateOf('integration', 'cancelled')).toBe('cancelled');
  });

  it('says that a response was only saved', () => {
    const saved = { ...response, startedAt: at(2), status: 'partial' as const };
    expect(timelineOf(saved, [], []).map(({ type }) => type)).toEqual(['saved']);
  });

  it('is looked for in the few spans that had events, the first and the newest of many', () => {
    const times = { submittedAt: at(2), updatedAt: at(4) };
    const { spans, isWhole } = spansOfEvents(times, Date.parse(at(2)), [{ createdAt: at(4), actor: by }]);
    expect(spans).toHaveLength(2);
    expect(spans[1]).toEqual({ from: Date.parse(at(4)) - 5000, to: Date.parse(at(4)) + 1 });
    expect(isWhole).toBe(true);
    const many = Array.from({ length: 30 }, (_, index) => ({ createdAt: at(10 + index), actor: by }));
    const bounded = spansOfEvents(times, Date.parse(at(0)), many);
    expect(bounded.isWhole).toBe(false);
    expect(bounded.spans).toHaveLength(10);
    expect(bounded.spans[0]?.from).toBe(Date.parse(at(0)));
    expect(bounded.spans.at(-1)?.to).toBe(Date.parse(at(39)) + 1);
  });
});
