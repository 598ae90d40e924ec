import { describe, expect, it, jest } from '@jest/globals';
import type { Caller } from '../../../shared/domain/accounts/caller.ts';
import type { FieldPolicy } from '../../../shared/domain/forms/logic/effective-policies.ts';
import { eventsOfChange, type ResponseImage } from '../../../shared/domain/receivers/webhook-events.ts';
import { isSealed } from '../../../shared/domain/responses/stored-answers.ts';
import { newId } from '../../../shared/ids.ts';
import { applyFieldPolicies, sealEnvironment } from '../../../shared/jobs/field-policies.ts';
import { rotateDataKey } from '../../../shared/store/data-keys.ts';
import { deleteForm, getForm, replaceForm, type StoredForm } from '../../../shared/store/forms/forms.ts';
import { getSealingOf } from '../../../shared/store/forms/sealing.ts';
import { type SealEnvironmentJob, sealEnvironmentItem, startOfSealEnvironment } from '../../../shared/store/jobs.ts';
import { type Key, keyOf } from '../../../shared/store/keys.ts';
import { getResponse, replaceResponse, responseKey } from '../../../shared/store/responses/responses.ts';
import { openResponse } from '../../../shared/store/responses/sealed-answers.ts';
import { getItem, type Item, putItem } from '../../../shared/store/table.ts';
import { itInAll } from '../../support/in-all.ts';
import { formWithFields, readForm, submitAnswers } from '../../support/records/records.ts';
import { killedAt } from '../../support/table/killed-at.ts';
import { useKms } from '../../support/table/kms.ts';
import { readStream, useTable } from '../../support/table/table.ts';

useTable({ stream: true });
useKms();

const newCaller = (): Caller => ({
  kind: 'secretKey',
  id: newId('key'),
  role: 'owner',
  organizationId: newId('organization'),
  environmentId: newId('environment'),
  environment: 'production',
});
const later = Number.POSITIVE_INFINITY;
const answersOf = (number: number) => ({ name: `Name ${number}`, iban: `DE${number}` });

async function formWithResponses(policies: Record<string, FieldPolicy> | undefined, caller = newCaller()) {
  const fields = ['name', 'iban'].map(id => ({ id, type: 'text' as const }));
  const form = await formWithFields(caller, { fields, fieldPolicies: policies });
  const responses = [];
  for (const number of [1, 2, 3, 4, 5]) responses.push(await submitAnswers(form, answersOf(number)));
  return { form, ids: responses.map(({ id }) => id) };
}

async function setPolicies(
  { form: { id } }: StoredForm,
  fieldPolicies: Record<string, FieldPolicy>,
): Promise<StoredForm> {
  const read = await readForm(id);
  expect(await replaceForm(read, { ...read.form, fieldPolicies })).toBe(true);
  return { ...read, form: { ...read.form, fieldPolicies } };
}

const keyOfWork = ({ form, environmentId }: StoredForm) => keyOf('sealing', { environmentId, form: form.id });
const run = (form: StoredForm, deadline = later) => applyFieldPolicies(keyOfWork(form), deadline);
const item = async (id: string): Promise<Item> => (await getItem(responseKey(id))) ?? { pk: '', sk: '' };
const stored = async (id: string) => JSON.parse(String((await item(id)).answers)) as Record<string, unknown>;
const sealedOnes = async (ids: readonly string[]) =>
  (await Promise.all(ids.map(stored))).map(answers =>
    Object.keys(answers)
      .filter(id => isSealed(answers[id]))
      .join(),
  );
async function opened(form: StoredForm, id: string) {
  const read = await getResponse(id, form);
  return read && (await openResponse(form, read.response)).answers;
}

describe('a policy that is added later', () => {
  it('has the answers sealed that are stored, which stay what they were', async () => {
    const { form, ids } = await formWithResponses(undefined);
    const before = await Promise.all(ids.map(item));
    const changed = await setPolicies(form, { iban: 'masked' });
    expect(await getSealingOf(changed)).toMatchObject({ pass: 1, rewritten: 0 });
    await run(changed);
    expect(await getSealingOf(changed)).toMatchObject({ pass: 2, rewritten: 5 });
    await run(changed);
    expect(await getSealingOf(changed)).toMatchObject({ rewritten: 5, finishedAt: expect.any(String) });
    expect(await sealedOnes(ids)).toEqual(Array(5).fill('iban'));
    for (const [index, id] of ids.entries()) {
      expect(await opened(changed, id)).toEqual(answersOf(index + 1));
      const { answers: _, stamp: __, revision: ___, rewrites, ...rest } = await item(id);
      const { answers: ____, ...same }: Partial<Item> = before[index] ?? {};
      expect({ ...rest, rewrites }).toEqual({ ...same, kinds: 't-', rewrites: 1 });
    }
  });

  itInAll('goes on where it was killed, and seals nothing twice', async () => {
    const sealedBefore = new Set<number>();
    let n = 0;
    for (let wasKilled = true; wasKilled; ) {
      const { form, ids } = await formWithResponses(undefined);
      const changed = await setPolicies(form, { iban: 'masked' });
      n += 1;
      wasKilled = await killedAt(n, () => run(changed));
      const before = (await Promise.all(ids.map(stored))).filter(({ iban }) => isSealed(iban));
      sealedBefore.add(before.length);
      await Promise.all([run(changed), run(changed)]);
      const after = await Promise.all(ids.map(stored));
      expect(after.filter(({ iban }) => isSealed(iban))).toHaveLength(5);
      expect(after).toEqual(expect.arrayContaining(before));
      for (const [index, id] of ids.entries()) expect(await opened(changed, id)).toEqual(answersOf(index + 1));
    }
    // Killed at its first call, at its first write, and not at all. Writes are made at once: what lies between may be skipped.
    expect([...sealedBefore]).toEqual(expect.arrayContaining([0, 1, 5]));
  });

  it('is carried out a piece at a time', async () => {
    const { form, ids } = await formWithResponses(undefined);
    const changed = await setPolicies(form, { iban: 'masked' });
    await run(changed, Date.now() - 1);
    expect(await sealedOnes(ids)).toEqual(Array(5).fill(''));
    expect(await getSealingOf(changed)).toMatchObject({ pass: 1, from: (await item(ids[0] ?? '')).sk });
    await run(changed);
    expect(await sealedOnes(ids)).toEqual(Array(5).fill('iban'));
  });

  it('meets at its second pass what was on its way by the policies of before', async () => {
    const { form, ids } = await formWithResponses(undefined);
    const changed = await setPolicies(form, { iban: 'masked' });
    await run(changed);
    const late = await submitAnswers(form, answersOf(6));
    expect(await sealedOnes([late.id])).toEqual(['']);
    await run(changed);
    expect(await sealedOnes([...ids, late.id])).toEqual(Array(6).fill('iban'));
  });

  it('loses no change that is made at the same moment', async () => {
    const { form, ids } = await formWithResponses(undefined);
    const changed = await setPolicies(form, { iban: 'masked' });
    const read = await getResponse(ids[0] ?? '', changed);
    if (!read) throw new Error('The response is not stored');
    await run(changed);
    const opened = await openResponse(changed, read.response);
    // It was read before its answers were sealed: whoever writes by that has to read again.
    expect(await replaceResponse(read, { ...opened, answers: { name: 'New' } })).toBe(false);
    const again = await getResponse(ids[0] ?? '', changed);
    expect(again && (await replaceResponse(again, { ...opened, answers: { name: 'New' } }))).toBe(true);
  });
});

it('begins anew with the next change, and opens what has no policy any more', async () => {
  const { form, ids } = await formWithResponses({ iban: 'masked' });
  expect(await getSealingOf(form)).toBeUndefined();
  const first = await setPolicies(form, { iban: 'masked', name: 'encrypted' });
  const before = await getSealingOf(first);
  const second = await setPolicies(form, { name: 'encrypted' });
  expect((await getSealingOf(second))?.run).not.toBe(before?.run);
  await run(second);
  expect(await sealedOnes(ids)).toEqual(Array(5).fill('name'));
  expect((await stored(ids[2] ?? '')).iban).toBe('DE3');
});

it('follows a rotated data key, on every form that has sealed answers', async () => {
  const caller = newCaller();
  const sealed = await formWithResponses({ iban: 'masked' }, caller);
  const plain = await formWithResponses(undefined, caller);
  await rotateDataKey(caller);
  jest.useFakeTimers({ now: Date.now() + 301_000, doNotFake: ['nextTick', 'setImmediate', 'setTimeout'] });
  const job = { kind: 'sealEnvironment' as const, environmentId: caller.environmentId, step: 0 };
  const key = keyOf('job', { job: newId('job') });
  await putItem({ ...key, ...job });
  await sealEnvironment(key, job);
  expect(await getItem(key)).toBeUndefined();
  expect(await getSealingOf(plain.form)).toBeUndefined();
  await run(sealed.form);
  jest.useRealTimers();
  for (const [index, id] of sealed.ids.entries()) {
    expect((await stored(id)).iban).toEqual([expect.any(Number), 2, expect.any(String)]);
    expect(await opened(sealed.form, id)).toEqual(answersOf(index + 1));
  }
});

it('leaves the job of a later rotation alone', async () => {
  const { environmentId } = newCaller();
  const [first, second] = [1, 2].map(time => sealEnvironmentItem(environmentId, time));
  await putItem(second as Item);
  await sealEnvironment(first as Key, first as SealEnvironmentJob & Key);
  expect(await startOfSealEnvironment(environmentId)).toBe(new Date(2).toISOString());
  await sealEnvironment(second as Key, second as SealEnvironmentJob & Key);
  expect(await startOfSealEnvironment(environmentId)).toBeUndefined();
});

it('ends with its form', async () => {
  const { form } = await formWithResponses(undefined);
  const changed = await setPolicies(form, { iban: 'masked' });
  const read = await getForm(form.form.id);
  expect(read && (await deleteForm(read))).toBe(true);
  expect(await getSealingOf(changed)).toBeUndefined();
  await run(changed);
  expect(await getItem(keyOfWork(changed))).toBeUndefined();
});

it('is told to nobody', async () => {
  const changes = (await readStream()).map(({ before, after }) => ({
    before: before as ResponseImage | undefined,
    after: after as ResponseImage | undefined,
  }));
  const rewritten = changes.filter(({ before, after }) => before && after?.rewrites !== undefined);
  const isRewrite = ({ before, after }: (typeof changes)[number]) => before?.rewrites !== after?.rewrites;
  const eventOf = (images: (typeof changes)[number]) =>
    eventsOfChange({ formId: 'form_1', responseId: 'sub_1', createdAt: 0, sequence: '1', ...images })[0]?.event.name;
  const rewrites = rewritten.filter(isRewrite).map(eventOf);
  expect(rewrites.length).toBeGreaterThanOrEqual(25);
  expect(new Set(rewrites)).toEqual(new Set([undefined]));
  // The correction that came behind one is.
  expect(rewritten.filter(images => !isRewrite(images)).map(eventOf)).toEqual(['response.updated']);
});
