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

  it('tells of spam, of whoever read it, and of replies', () => {
    const spam = { at: at(3), reason: 'rate' } as never;
    const reply = { authorId: 'usr_1', createdAt: at(6), subject: 'Hello', body: 'Dear Ada', fieldId: 'email' };
    const replies = { rep_1: { id: 'rep_1', ...reply, state: 'sent' } } as never;
    const readings = [
      { actorId: 'usr_2', actorName: 'Grace', at: at(4) },
      { actorId: 'usr_3', actorName: undefined, at: at(5) },
    ];
    expect(timelineOf({ ...response, spam }, [], [], replies, readings).slice(2)).toEqual([
      { type: 'spam', at: at(3) },
      { type: 'read', at: at(4), actorId: 'usr_2', actorName: 'Grace' },
      { type: 'read', at: at(5), actorId: 'usr_3' },
      {
        ...{ type: 'reply', at: at(6), actorId: 'usr_1', replyId: 'rep_1' },
        ...{ subject: 'Hello', body: 'Dear Ada', fieldId: 'email', replyState: 'sent' },
      },
    ]);
  });

  it('has each delivery with its attempts, and what it waits for', () => {
    const receiver = { kind: 'webhook' as const, id: 'wh_1', name: 'hooks.example.com' };
    const attempts = [
      { at: at(3), latencyMs: 1, error: 'timeout' as const },
      { at: at(4), latencyMs: 1, status: 500 },
    ];
    const entry = (each: Delivery) => timelineOf(response, [], [{ delivery: each, receiver }]).at(-1);
    const tried = { ...delivery('scheduled', attempts), nextAttemptAt: at(9) };
    const common = { type: 'delivery', receiver, event: 'response.created', deliveryId: 'dlv_1', state: 'waiting' };
    expect(entry(tried)).toEqual({
      ...{ ...common, at: at(3), nextAttemptAt: at(9) },
      attempts: [
        { at: at(3), error: 'timeout' },
        { at: at(4), status: 500 },
      ],
    });
    const waiting = { ...delivery('scheduled', []), waitingFor: 'receiver' as const };
    expect(entry(waiting)).toEqual({ ...common, at: at(2), attempts: [], waitingFor: 'receiver' });
    expect(entry(delivery('scheduled', []))).not.toHaveProperty('nextAttemptAt');
    expect(entry(delivery('scheduled', []))).not.toHaveProperty('waitingFor');
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
    const types = (changed: object) => timelineOf({ ...response, ...changed }, [], []).map(({ type }) => type);
    expect(types({ startedAt: at(2) })).toEqual(['submitted']);
    expect(types({ status: 'abandoned' })).toEqual(['started', 'submitted']);
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
    const ten = spansOfEvents(times, Date.parse(at(0)), many.slice(0, 7));
    expect([ten.spans.length, ten.isWhole]).toEqual([10, true]);
  });

  it('has one span for what happened close together, however it is ordered', () => {
    const late = (seconds: number) => new Date(Date.parse(at(2)) + seconds * 1000).toISOString();
    const spansOf = (...createdAt: string[]) =>
      spansOfEvents(
        { submittedAt: at(2), updatedAt: at(2) },
        Date.parse(at(2)),
        createdAt.map(each => ({ createdAt: each, actor: by })),
      ).spans;
    expect(spansOf(late(3), late(7))).toEqual([{ from: Date.parse(late(-2)), to: Date.parse(late(7)) + 1 }]);
    // It begins where the one before ends.
    expect(spansOf(late(5.001))).toEqual([{ from: Date.parse(at(2)), to: Date.parse(late(5.001)) + 1 }]);
    expect(spansOf(late(5.002))).toHaveLength(2);
  });
});
