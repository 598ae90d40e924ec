import { describe, expect, it } from '@jest/globals';
import { newForm } from '../../../../shared/domain/forms/stored-form.ts';
import type { Response } from '../../../../shared/domain/responses/response.ts';
import {
  decideSubmission,
  faultsOfPartial,
  receiptOf,
  savedResponse,
} from '../../../../shared/domain/responses/submission.ts';
import { withoutProofs } from '../../../../shared/domain/spam/spam-signals.ts';

const fields = ['name', 'city'].map(id => ({ id, type: 'text' as const, required: id === 'name' }));
const spamProtection = { honeypot: { enabled: true, fieldName: 'website' } };
const form = newForm({ title: 'Contact', status: 'live', fields, spamProtection }, 'production');
const submittedAt = '2026-01-01T00:00:00.000Z';

const visitOf = (status: Response['status'], answers: Record<string, string>) => ({
  read: {
    response: {
      ...{ id: 'rsp', formId: form.id, formVersion: 0, environment: form.environment, status, answers, notes: [] },
      ...{ meta: { source: 'browser' as const }, startedAt: submittedAt, submittedAt, updatedAt: submittedAt },
    },
  },
});
const decide = (visit: ReturnType<typeof visitOf> | { read: undefined } | undefined, body: object, partial = false) =>
  decideSubmission(form, visit, { ...body }, { partial, fromPage: true });

describe('a submission', () => {
  it('is created without a session, and in one whose response was deleted', () => {
    const create = { act: 'create', answers: { name: 'Ada' }, leftOut: [] };
    expect(decide(undefined, { name: 'Ada', website: '' })).toEqual(create);
    expect(decide({ read: undefined }, { name: 'Ada' })).toEqual(create);
  });

  it.each(['partial', 'abandoned'] as const)('is saved into the %s response of its session', status => {
    const visit = visitOf(status, { name: 'Ada', city: 'Rome' });
    const answers = { name: 'Ada', city: 'London' };
    expect(decide(visit, { city: 'London' })).toEqual({ act: 'save', visit, answers, leftOut: [] });
  });

  it('repeats a completed response that it adds nothing to, and is a new one otherwise', () => {
    const visit = visitOf('completed', { name: 'Ada', city: 'London' });
    const repeat = { act: 'repeat', response: visit.read.response, leftOut: [] };
    expect(decide(visit, { name: 'Ada', city: 'London' })).toEqual(repeat);
    expect(decide(visit, { city: 'London' }, true)).toEqual(repeat);
    expect(decide(visit, { name: 'Ada' })).toMatchObject({ act: 'create', answers: { name: 'Ada' } });
    expect(decide(visit, { name: 'Grace', city: 'London' })).toMatchObject({ act: 'create' });
  });

  it('is refused by the rules of the form, to which an earlier save counts', () => {
    const refuse = { act: 'refuse', faults: [expect.objectContaining({ field: 'name', rule: 'required' })] };
    expect(decide(undefined, { city: 'London' })).toEqual(refuse);
    expect(decide(visitOf('partial', { name: 'Ada' }), { name: null })).toEqual(refuse);
    expect(decide(visitOf('completed', { name: 'Ada' }), { city: 'London' })).toEqual(refuse);
  });
});

describe('a partial save of a page', () => {
  const unsaved = new Set(['city']);
  const save = (body: object) =>
    decideSubmission(form, undefined, { ...body }, { partial: true, fromPage: true, unsaved });
  const early = expect.objectContaining({ field: 'city', rule: 'unsaved' });

  it('is stored without personal and sealed answers, and says so', () => {
    expect(save({ name: 'Ada', city: 'London' })).toEqual({
      act: 'create',
      answers: { name: 'Ada' },
      leftOut: [early],
    });
    const fault = { rule: 'minAnswers' };
    expect(save({ city: 'London' })).toMatchObject({ act: 'refuse', faults: [early, fault] });
    const options = { partial: true, fromPage: true, unsaved };
    const { response } = visitOf('partial', { name: 'Ada' }).read;
    expect(faultsOfPartial(form, response, { name: 'Ada', city: 'London' }, options)).toEqual([early]);
  });
});

describe('a saved response', () => {
  const { response } = visitOf('abandoned', { name: 'Ada' }).read;
  const now = Date.parse(submittedAt) + 1500;
  const answers = { name: 'Grace' };
  const saved = { ...response, answers, formVersion: form.version, updatedAt: '2026-01-01T00:00:01.500Z' };

  it('is partial again until it is completed, which is timed', () => {
    expect(savedResponse(response, form, answers, { partial: true, now })).toEqual({ ...saved, status: 'partial' });
    const meta = { source: 'browser', durationMs: 1500 };
    expect(savedResponse(response, form, answers, { partial: false, now })).toEqual({
      ...saved,
      ...{ status: 'completed', meta, submittedAt: saved.updatedAt },
    });
  });

  it('keeps the time of its first completion', () => {
    const completion = { partial: false, now, wasCompleted: true };
    expect(savedResponse(response, form, answers, completion)).toMatchObject({ submittedAt });
    const before = { ...response, submittedAt: '2026-01-02T00:00:00.000Z' };
    expect(savedResponse(before, form, answers, { partial: false, now })).toMatchObject({
      submittedAt: before.submittedAt,
    });
  });
});

it('tells a browser of its submission what it brought itself, and no more', () => {
  const { response } = visitOf('completed', { name: 'Ada', city: 'London' }).read;
  const { environment: _, notes, meta, ...shown } = response;
  expect(receiptOf(form, response, { name: 'Ada', city: 'Rome' })).toEqual({ ...shown, answers: { name: 'Ada' } });
  expect(receiptOf(form, { ...response, answers: { constructor: Object as never } }, {}).answers).toEqual({});
});

it('tells of a partial submission what it goes without, the honeypot being no answer', () => {
  const { response } = visitOf('partial', { name: 'Ada' }).read;
  const options = { partial: true, fromPage: true };
  const told = faultsOfPartial(form, response, { website: 'x', city: 1 }, options);
  expect(told).toMatchObject([{ field: 'city', rule: 'type' }]);
});

describe('the honeypot', () => {
  const bodyOf = (honeypot: object | undefined, body: object) =>
    withoutProofs({ ...form, spamProtection: honeypot && { honeypot } } as typeof form, { ...body });

  it('is left out of a body, by the name that the form gives it, whether it is on or off', () => {
    const body = { website: '', name: 'Ada' };
    expect(bodyOf({ enabled: true, fieldName: 'website' }, body)).toEqual({ name: 'Ada' });
    expect(bodyOf({ enabled: true, fieldName: 'url' }, body)).toEqual(body);
    expect(bodyOf({ enabled: false, fieldName: 'website' }, body)).toEqual({ name: 'Ada' });
    expect(bodyOf({ enabled: true }, body)).toEqual({ name: 'Ada' });
    expect(bodyOf(undefined, body)).toEqual(body);
  });
});
