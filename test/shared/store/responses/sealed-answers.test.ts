import { randomBytes } from 'node:crypto';
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import { isSealed, type SealedAnswer } from '../../../../shared/domain/responses/stored-answers.ts';
import { newId } from '../../../../shared/ids.ts';
import { log } from '../../../../shared/log.ts';
import { destroyDataKeys, rotateDataKey } from '../../../../shared/store/data-keys.ts';
import type { StoredForm } from '../../../../shared/store/forms/forms.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import { responsesOfForm } from '../../../../shared/store/responses/response-lists.ts';
import { getResponse, replaceResponse, responseKey } from '../../../../shared/store/responses/responses.ts';
import {
  openResponse,
  renewSeals,
  resealAnswers,
  sealAnswers,
  showResponse,
  showTo,
} from '../../../../shared/store/responses/sealed-answers.ts';
import { dynamodb, getItem } from '../../../../shared/store/table.ts';
import { formWithFields, submitAnswers } from '../../../support/records/records.ts';
import { useKms } from '../../../support/table/kms.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();
useKms();

const caller: Caller = {
  kind: 'secretKey',
  id: newId('key'),
  role: 'owner',
  organizationId: newId('organization'),
  environmentId: newId('environment'),
  environment: 'production',
};
const text = (id: string) => ({ id, type: 'text' as const });
const answers = { name: 'Ada', iban: 'DE89370400440532013000', diagnosis: 'hay fever' };

let form: StoredForm;
beforeAll(async () => {
  form = await formWithFields(caller, {
    fields: [text('name'), text('iban'), text('diagnosis')],
    fieldPolicies: { iban: 'masked', diagnosis: 'encrypted' },
  });
});

const storedItem = async (id: string) => String((await getItem(responseKey(id)))?.answers);
const storedAnswers = async (id: string) => JSON.parse(await storedItem(id)) as Record<string, unknown>;

async function setAnswers(id: string, changed: object): Promise<void> {
  const Key = responseKey(id);
  const values = { ':answers': JSON.stringify({ ...(await storedAnswers(id)), ...changed }) };
  const UpdateExpression = 'SET answers = :answers';
  await dynamodb.send(
    new UpdateCommand({ TableName: process.env.TABLE_NAME, Key, UpdateExpression, ExpressionAttributeValues: values }),
  );
}

async function listed(role: Caller['role'] = 'owner') {
  const list = await responsesOfForm({ ...caller, role }, form.form.id, {});
  const found = [];
  for await (const response of list?.read({ order: 'asc', offset: 0 }) ?? []) found.push(response);
  return found;
}

const read = async (id: string) => {
  const stored = await getResponse(id, form);
  if (!stored) throw new Error('The response is not stored');
  return stored;
};

describe('answers to fields with a policy', () => {
  it('are stored sealed, in the order of the form, and opened for who may see them', async () => {
    const { id } = await submitAnswers(form, answers);
    const item = await storedItem(id);
    for (const hidden of [answers.iban, '3000', answers.diagnosis]) expect(item).not.toContain(hidden);
    expect(Object.keys(JSON.parse(item))).toEqual(['name', 'iban', 'diagnosis']);
    const { response } = await read(id);
    expect(await showResponse(form, response, 'full')).toMatchObject({
      answers: { ...answers, iban: '••••3000' },
      concealed: { iban: 'masked' },
    });
    expect(await showResponse(form, response, 'limited')).toMatchObject({
      answers: { ...answers, iban: '••••3000', diagnosis: '••••' },
      concealed: { iban: 'masked', diagnosis: 'hidden' },
    });
    expect((await openResponse(form, response)).answers).toEqual(answers);
  });

  it('keep their seal through a change of others', async () => {
    const { id } = await submitAnswers(form, answers);
    const before = await storedAnswers(id);
    const opened = await openResponse(form, (await read(id)).response);
    const changed = { ...opened, answers: { ...answers, name: 'Grace', diagnosis: 'asthma' } };
    expect(await replaceResponse(await read(id), changed)).toBe(true);
    const after = await storedAnswers(id);
    expect(after.iban).toEqual(before.iban);
    expect(isSealed(after.diagnosis)).toBe(true);
    expect(after.diagnosis).not.toEqual(before.diagnosis);
    expect((await openResponse(form, (await read(id)).response)).answers).toEqual(changed.answers);
  });

  it('are never stored in the clear, even if KMS does not answer', async () => {
    const owner = { ...caller, organizationId: newId('organization'), environmentId: newId('environment') };
    const other = await formWithFields(owner, { fields: [text('iban')], fieldPolicies: { iban: 'masked' } });
    const endpoint = process.env.KMS_KEY_ID;
    process.env.KMS_KEY_ID = 'deleted';
    await expect(submitAnswers(other, { iban: answers.iban })).rejects.toMatchObject({ status: 503 });
    process.env.KMS_KEY_ID = endpoint;
    await submitAnswers(other, { iban: answers.iban });
  });
});

const withAnotherFirst = (bytes: string): string => (bytes.startsWith('A') ? 'B' : 'A') + bytes.slice(1);

describe('an answer that cannot be opened', () => {
  const damage: [string, (sealed: SealedAnswer, others: Record<string, unknown>) => unknown][] = [
    ['was changed', ([version, generation, bytes]) => [version, generation, withAnotherFirst(bytes)]],
    ['was moved from another field', (_, { diagnosis }) => diagnosis],
    ['was moved from another response', () => elsewhere.iban],
    ['is under a key that is not there', ([version, , bytes]) => [version, 7, bytes]],
    ['is of a version to come', ([version, generation, bytes]) => [version + 1, generation, bytes]],
    ['is no bytes at all', () => [1, 1, { x: randomBytes(4).toString('hex') }]],
  ];
  let elsewhere: Record<string, unknown> = {};

  it.each(damage)('because it %s, is said to be unavailable, and holds nothing else up', async (_, damaged) => {
    const error = jest.spyOn(log, 'error').mockImplementation(() => {});
    const other = await submitAnswers(form, { ...answers, name: 'Neighbour' });
    elsewhere = await storedAnswers(other.id);
    const { id } = await submitAnswers(form, answers);
    const stored = await storedAnswers(id);
    await setAnswers(id, { iban: damaged(stored.iban as SealedAnswer, stored) });

    const found = new Map((await listed()).map(response => [response.id, response]));
    expect(found.get(id)).toMatchObject({
      answers: { ...answers, iban: '(unavailable)' },
      concealed: { iban: 'unavailable' },
    });
    expect(found.get(other.id)).toMatchObject({ answers: { name: 'Neighbour', iban: '••••3000' } });
    expect(error).toHaveBeenCalledWith(
      'a sealed answer could not be opened',
      expect.objectContaining({ responseId: id, fieldId: 'iban' }),
    );
    expect(JSON.stringify(error.mock.calls)).not.toContain(answers.iban);
    error.mockRestore();
  });

  it('stays as it is through a change of others, and can be replaced', async () => {
    const error = jest.spyOn(log, 'error').mockImplementation(() => {});
    const { id } = await submitAnswers(form, answers);
    const sealed = (await storedAnswers(id)).diagnosis;
    await setAnswers(id, { iban: sealed });
    const opened = await openResponse(form, (await read(id)).response);
    expect(await replaceResponse(await read(id), { ...opened, answers: { ...opened.answers, name: 'Grace' } })).toBe(
      true,
    );
    expect(await storedAnswers(id)).toMatchObject({ name: 'Grace', iban: sealed });
    expect(await replaceResponse(await read(id), { ...opened, answers })).toBe(true);
    expect((await openResponse(form, (await read(id)).response)).answers).toEqual(answers);
    error.mockRestore();
  });

  it('of another tenant opens for nobody but that tenant', async () => {
    const error = jest.spyOn(log, 'error').mockImplementation(() => {});
    const stranger = { ...caller, organizationId: newId('organization'), environmentId: newId('environment') };
    const theirs = await formWithFields(stranger, { fields: form.form.fields, fieldPolicies: form.form.fieldPolicies });
    await submitAnswers(theirs, answers);
    const { id } = await submitAnswers(form, answers);
    const item = await getItem(responseKey(id));
    // The whole item, below a form of theirs.
    const { shard, sortKey } = { shard: String(item?.pk).split('#')[2] ?? '', sortKey: String(item?.sk) };
    const Item = { ...item, ...keyOf('response', { form: theirs.form.id, shard, sortKey }) };
    await dynamodb.send(new PutCommand({ TableName: process.env.TABLE_NAME, Item }));
    const moved = await responsesOfForm(stranger, theirs.form.id, {});
    const shown = [];
    for await (const response of moved?.read({ order: 'asc', offset: 0 }) ?? []) shown.push(response.answers);
    expect(shown).toContainEqual({ name: 'Ada', iban: '(unavailable)', diagnosis: '(unavailable)' });
    error.mockRestore();
  });
});

describe('when policies change', () => {
  const withPolicies = (fieldPolicies: Record<string, 'masked' | 'encrypted'>): StoredForm => ({
    ...form,
    form: { ...form.form, fieldPolicies },
  });

  it('reads are right before anything is rewritten', async () => {
    const open = withPolicies({});
    const { id } = await submitAnswers(open, answers);
    expect(await storedAnswers(id)).toEqual(answers);
    const { response } = await read(id);
    expect((await showResponse(form, response, 'limited')).answers).toEqual({
      name: 'Ada',
      iban: '••••3000',
      diagnosis: '••••',
    });
    const sealed = await submitAnswers(form, answers);
    expect((await showResponse(open, (await read(sealed.id)).response, 'limited')).answers).toEqual(answers);
  });

  it('answers are sealed and opened as they want it, and what is right stays as it is', async () => {
    const { id } = await submitAnswers(form, answers);
    const before = (await read(id)).response.answers;
    expect(await resealAnswers(form, id, before)).toEqual(before);
    const onlyName = await resealAnswers(withPolicies({ name: 'encrypted' }), id, before);
    expect(onlyName).toMatchObject({ iban: answers.iban, diagnosis: answers.diagnosis });
    expect(isSealed(onlyName.name)).toBe(true);
    expect(Object.keys(onlyName)).toEqual(Object.keys(answers));
    expect(await resealAnswers(withPolicies({}), id, onlyName)).toEqual(answers);
  });
});

/** Does this as a function does that has nothing in its memory. */
function later<T>(work: () => Promise<T>): Promise<T> {
  jest.useFakeTimers({ now: Date.now() + 301_000, doNotFake: ['nextTick', 'setImmediate', 'setTimeout'] });
  return work().finally(() => jest.useRealTimers());
}

/** A form of an environment whose answers were sealed with a first key. */
async function sealedBefore() {
  const owner = { ...caller, organizationId: newId('organization'), environmentId: newId('environment') };
  const { fields, fieldPolicies } = form.form;
  const theirs = await formWithFields(owner, { fields, fieldPolicies });
  const id = 'sub_1';
  return { owner, theirs, id, sealed: await sealAnswers(theirs, { id, answers }) };
}

const generationsOf = (stored: object) => Object.values(stored).map(answer => (isSealed(answer) ? answer[1] : answer));

describe('seals of an older key', () => {
  it('are made with the newest one, whatever the policies are, and those of the newest stay', async () => {
    const { owner, theirs, id, sealed } = await sealedBefore();
    expect(await renewSeals(theirs, id, sealed)).toEqual(sealed);
    await rotateDataKey(owner);
    await later(async () => {
      const open = { ...theirs, form: { ...theirs.form, fieldPolicies: {} } };
      const renewed = await renewSeals(open, id, sealed);
      expect(Object.entries(renewed).map(([name]) => name)).toEqual(Object.keys(answers));
      expect(generationsOf(renewed)).toEqual(['Ada', 2, 2]);
      const response = { ...(await submitAnswers(theirs, answers)), id, answers: renewed };
      expect((await openResponse(theirs, response)).answers).toEqual(answers);
      expect(await renewSeals(theirs, id, renewed)).toEqual(renewed);
      const mixed = { ...renewed, iban: sealed.iban as SealedAnswer };
      const again = await renewSeals(theirs, id, mixed);
      expect(again.diagnosis).toEqual(renewed.diagnosis);
      expect(generationsOf(again)).toEqual(['Ada', 2, 2]);
    });
  });

  it('stay where they cannot be opened', async () => {
    const error = jest.spyOn(log, 'error').mockImplementation(() => {});
    const { owner, theirs, id, sealed } = await sealedBefore();
    await rotateDataKey(owner);
    await later(async () => {
      const moved = { ...sealed, iban: sealed.diagnosis as SealedAnswer };
      const renewed = await renewSeals(theirs, id, moved);
      expect(renewed.iban).toEqual(moved.iban);
      expect(generationsOf(renewed)).toEqual(['Ada', 1, 2]);
      expect(await resealAnswers(theirs, id, moved)).toMatchObject({ iban: moved.iban });
    });
    expect(error.mock.calls).toEqual(
      [1, 2].map(() => ['a sealed answer could not be opened', { responseId: id, fieldId: 'iban', generation: 1 }]),
    );
    error.mockRestore();
  });
});

describe('a key that an operator has destroyed', () => {
  it('leaves answers that are said to be destroyed, without an alarm', async () => {
    const error = jest.spyOn(log, 'error').mockImplementation(() => {});
    const { owner, theirs, id, sealed } = await sealedBefore();
    await destroyDataKeys(owner.organizationId);
    const { organizationId: org, environmentId: environment } = owner;
    const note = { ...keyOf('destroyedKeys', { org, environment }), generation: 1 };
    await dynamodb.send(new PutCommand({ TableName: process.env.DATA_KEYS_TABLE, Item: note }));
    await later(async () => {
      expect(await showResponse(theirs, { id, answers: sealed }, 'full')).toEqual({
        ...{ id, answers: { name: 'Ada', iban: '(destroyed)', diagnosis: '(destroyed)' } },
        concealed: { iban: 'destroyed', diagnosis: 'destroyed' },
      });
      expect(await showResponse(theirs, { id, answers: sealed }, 'limited')).toMatchObject({
        concealed: { iban: 'destroyed', diagnosis: 'hidden' },
      });
    });
    expect(error).not.toHaveBeenCalled();
    error.mockRestore();
  });
});

describe('a restricted response', () => {
  it('shows its answers and notes only to who may restrict', async () => {
    const { id } = await submitAnswers(form, answers);
    const note = { id: 'note_1', text: 'a note', authorId: 'user_1', createdAt: '2026-11-20T10:00:00.000Z' };
    const restricted = { at: '2026-11-20T10:00:00.000Z', reason: null };
    const response = { ...(await read(id)).response, notes: [note], restricted } as never;
    expect(await showTo({ role: 'owner' }, form, response)).toMatchObject({
      ...{ notes: [note], answers: { ...answers, iban: '••••3000' }, concealed: { iban: 'masked' } },
    });
    const hidden = { name: '••••', iban: '••••', diagnosis: '••••' };
    expect(await showTo({ role: 'viewer' }, form, response)).toEqual({
      ...(response as object),
      ...{ notes: [], answers: hidden, concealed: { name: 'hidden', iban: 'hidden', diagnosis: 'hidden' } },
    });
  });
});

it('opens no copy of an item any more once the keys of its organization are destroyed', async () => {
  const error = jest.spyOn(log, 'error').mockImplementation(() => {});
  const owner = { ...caller, organizationId: newId('organization'), environmentId: newId('environment') };
  const theirs = await formWithFields(owner, { fields: form.form.fields, fieldPolicies: form.form.fieldPolicies });
  const { id } = await submitAnswers(theirs, answers);
  const backup = await getItem(responseKey(id));
  await destroyDataKeys(owner.organizationId);
  // What a function had in its memory, it has for five minutes.
  jest.useFakeTimers({ now: Date.now() + 301_000, doNotFake: ['nextTick', 'setImmediate', 'setTimeout'] });
  await dynamodb.send(new PutCommand({ TableName: process.env.TABLE_NAME, Item: backup }));
  const restored = await getResponse(id, theirs);
  const shown = restored && (await showResponse(theirs, restored.response, 'full'));
  jest.useRealTimers();
  expect(shown?.answers).toEqual({ name: 'Ada', iban: '(unavailable)', diagnosis: '(unavailable)' });
  error.mockRestore();
});

it('asks neither KMS nor the keys for a form without policies', async () => {
  const plain = await formWithFields(caller, { fields: [text('name')] });
  const table = process.env.DATA_KEYS_TABLE;
  delete process.env.DATA_KEYS_TABLE;
  const { id } = await submitAnswers(plain, { name: 'Ada' });
  const { response } = (await getResponse(id, plain)) ?? {};
  expect(response && (await showResponse(plain, response, 'limited')).answers).toEqual({ name: 'Ada' });
  process.env.DATA_KEYS_TABLE = table;
});
