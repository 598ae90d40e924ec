import { describe, expect, it } from '@jest/globals';
import { newForm } from '../../../../shared/domain/forms/stored-form.ts';
import { changedAnswers, correctedResponse, inAnswers } from '../../../../shared/domain/responses/correction.ts';
import type { Response } from '../../../../shared/domain/responses/response.ts';
import { spamChange, withItsMark } from '../../../../shared/domain/responses/spam-change.ts';
import type { SpamMark } from '../../../../shared/domain/spam/spam-signals.ts';

const at = '2026-01-01T00:00:00.000Z';
const fields = [
  { id: 'name', type: 'text' as const, required: true },
  { id: 'age', type: 'number' as const },
];
const form = newForm({ title: 'Contact', status: 'live', fields }, 'production');
const before: Response = {
  ...{ id: 'sub_1', formId: form.id, formVersion: 1, environment: 'production' as const, status: 'completed' as const },
  ...{ answers: { name: 'Ada' }, notes: [], meta: {}, startedAt: at, submittedAt: at, updatedAt: at },
};
const options = { authorId: 'usr_1', now: '2026-01-02T00:00:00.000Z', wasCompleted: true };

describe('a correction', () => {
  it('changes answers, notes and status, and nothing else', () => {
    const correction = { status: 'abandoned' as const, answers: { age: 36 }, notes: 'Called' };
    const corrected = correctedResponse(form, before, correction, options);
    expect(corrected).toEqual({
      response: {
        ...before,
        status: 'abandoned',
        answers: { name: 'Ada', age: 36 },
        notes: [{ id: expect.any(String), body: 'Called', authorId: 'usr_1', createdAt: options.now }],
        updatedAt: options.now,
      },
    });
  });

  it('gives it to somebody, takes it away, or completes it now', () => {
    const corrected = (of: Response, correction: object, wasCompleted = true) =>
      correctedResponse(form, of, { status: 'completed', answers: {}, notes: [], ...correction } as never, {
        ...options,
        wasCompleted,
      });
    const assigned = corrected(before, { handling: 'in_progress', assigneeId: 'usr_2' });
    expect(assigned).toMatchObject({ response: { handling: 'in_progress', assigneeId: 'usr_2', submittedAt: at } });
    const free = corrected({ ...before, assigneeId: 'usr_2' }, { handling: 'open' });
    expect(free).toMatchObject({ response: { handling: 'open' } });
    expect('response' in free && free.response).not.toHaveProperty('assigneeId');
    const partial: Response = { ...before, status: 'partial' };
    expect(corrected(partial, {}, false)).toMatchObject({
      response: { status: 'completed', submittedAt: options.now },
    });
  });

  it('is refused for its answers alone, and for its notes alone', () => {
    const faultsOf = (correction: object) => {
      const corrected = correctedResponse(
        form,
        before,
        { status: 'completed', answers: {}, ...correction } as never,
        options,
      );
      return 'faults' in corrected ? corrected.faults.map(({ field }) => field) : [];
    };
    expect(faultsOf({ answers: { age: 'old' }, notes: [] })).toEqual(['answers.age']);
    expect(faultsOf({ notes: [{ id: 'note_unknown', body: 'x' }] })).toEqual(['notes[0].id']);
    expect(inAnswers({ field: '', rule: 'maxExtraFields', message: '' }).field).toBe('answers');
  });

  it('is refused with the faults of its answers, and of its notes', () => {
    const notes = [{ id: 'note_unknown', body: 'x' }];
    const corrected = correctedResponse(form, before, { status: 'completed', answers: { age: 'old' }, notes }, options);
    const faults = 'faults' in corrected ? corrected.faults : [];
    expect(faults.map(({ field }) => field)).toEqual(['answers.age', 'notes[0].id']);
  });

  it('takes what is sent back as it was shown for no change', () => {
    expect(changedAnswers(before, { name: 'Ada', age: 36 })).toEqual({ age: 36 });
  });
});

describe('an update of `spam`', () => {
  const spam: SpamMark = { score: 1, reasons: ['marked'], at };

  it.each([
    ['leaves a response', {}, undefined, { moves: false }],
    ['leaves spam whose mark is sent back', { spam }, { ...spam }, { moves: false }],
    ['marks a response', {}, true, { moves: true, mark: { score: 1, reasons: ['marked'], at: expect.any(String) } }],
    ['takes spam back', { spam }, false, { moves: true, mark: undefined }],
    ['refuses another mark', { spam }, { ...spam, score: 2 }, { faults: [expect.objectContaining({ field: 'spam' })] }],
  ])('%s', (_, response, sent, expected) => {
    expect(spamChange(response, sent)).toEqual(expected);
  });

  it('keeps the mark of spam that is marked once more', () => {
    expect(withItsMark({ spam: true }, { spam })).toEqual({ spam });
    expect(withItsMark({ spam: true }, {})).toEqual({ spam: true });
  });
});
