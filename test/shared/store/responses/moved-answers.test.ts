import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { moveAnswers } from '../../../../shared/jobs/move-answers.ts';
import { log } from '../../../../shared/log.ts';
import { getForm, replaceForm, type StoredForm } from '../../../../shared/store/forms/forms.ts';
import {
  type AnsweredItem,
  requireAnswers,
  takeAnswersBack,
  takeAnswersOut,
  unlessClosed,
  withAllAnswers,
  withAnswers,
} from '../../../../shared/store/responses/moved-answers.ts';
import { deleteResponse, responseKey } from '../../../../shared/store/responses/responses.ts';
import { getItem } from '../../../../shared/store/table.ts';
import { newCaller, readOf, storedForm, submit } from '../../../support/records/records.ts';
import { useOwnerBucket } from '../../../support/table/owner-bucket.ts';
import { useTable } from '../../../support/table/table.ts';

const owner = useOwnerBucket();
useTable();

let stored: StoredForm;
let errors: jest.SpiedFunction<typeof log.error>;

beforeAll(async () => {
  const { form } = await storedForm(await newCaller());
  const read = (await getForm(form.id)) as StoredForm;
  expect(await replaceForm(read, { ...form, storage: owner.storage })).toBe(true);
  stored = (await getForm(form.id)) as StoredForm;
});
beforeEach(() => {
  errors = jest.spyOn(log, 'error').mockImplementation(() => {});
});
afterEach(() => {
  owner.open();
  errors.mockRestore();
});

const itemOf = async (id: string) =>
  (await getItem(responseKey(id))) as AnsweredItem & { answersAt: { objectKey: string } };

/** A response whose answers are in the bucket. */
async function moved() {
  const { id } = await submit(stored);
  await moveAnswers(await itemOf(id), stored);
  const item = await itemOf(id);
  const object = { Bucket: owner.bucket, Key: item.answersAt.objectKey };
  return { id, item, object };
}

const answers = '{"name":"Ada"}';

describe('answers in a bucket', () => {
  it('are read with their items', async () => {
    const [one, other] = [await moved(), await submit(stored, 'Grace')];
    const plain = await itemOf(other.id);
    expect(await withAnswers([one.item, plain])).toEqual([{ ...one.item, answers }, plain]);
  });

  it('are read again from the item when they were taken back meanwhile', async () => {
    const { id, item, object } = await moved();
    const [read] = await withAllAnswers([item]);
    expect(await takeAnswersBack(read as AnsweredItem, stored)).toBeDefined();
    await owner.client().send(new DeleteObjectCommand(object));
    const now = await itemOf(id);
    expect(now.answersAt).toBeUndefined();
    expect(await withAnswers([item])).toEqual([now]);
    await moveAnswers(now, stored);
    const again = await itemOf(id);
    expect(again.answersAt.objectKey).not.toBe(object.Key);
    expect(await withAnswers([item])).toEqual([{ ...again, answers }]);
    expect(errors).not.toHaveBeenCalled();
  });

  it('of a response that is gone meanwhile are none', async () => {
    const { id, item, object } = await moved();
    expect(await deleteResponse(await readOf(stored, { id }))).toBe(true);
    await owner.client().send(new DeleteObjectCommand(object));
    expect(await withAnswers([item])).toEqual([undefined]);
    expect(await withAllAnswers([item])).toEqual([]);
  });

  it.each([
    ['is gone', (object: { Bucket: string; Key: string }) => new DeleteObjectCommand(object)],
    ['was changed', (object: { Bucket: string; Key: string }) => new PutObjectCommand({ ...object, Body: answers })],
  ] as const)('are damaged when their object %s, and only their object is released', async (_, harm) => {
    const { item, object } = await moved();
    await owner.client().send(harm(object) as DeleteObjectCommand);
    const [read] = (await withAnswers([item])) as [AnsweredItem];
    const { answersFault, ...rest } = read;
    expect(rest).toEqual(item);
    expect(answersFault).toBeInstanceOf(Error);
    expect(errors).toHaveBeenCalledTimes(1);
    expect(JSON.stringify(errors.mock.calls)).toContain(object.Key);
    expect(() => requireAnswers(read)).toThrow(answersFault);
    await expect(takeAnswersBack(read, stored)).rejects.toThrow(answersFault);
    expect(await withAllAnswers([item])).toEqual([{ ...item, answersFault: expect.any(Error) }]);
    expect(await takeAnswersOut(read, stored)).toBe(read);
  });

  it('cannot be read while the bucket is closed, and stay as they are', async () => {
    const [one, other] = [await moved(), await moved()];
    owner.close();
    const read = (await withAnswers([one.item, other.item])) as AnsweredItem[];
    expect(read).toEqual([one.item, other.item].map(item => ({ ...item, answersFault: expect.any(Error) })));
    const [fault] = read.map(({ answersFault }) => answersFault);
    const closed = { name: 'StorageUnreachable', status: 503, message: expect.stringContaining('acme-answers') };
    expect(fault).toMatchObject(closed);
    expect(unlessClosed(fault)).toBe('closed');
    expect(() => unlessClosed(new Error('Another'))).toThrow('Another');
    await expect(withAllAnswers([one.item])).rejects.toMatchObject(closed);
    await expect(takeAnswersOut(read[0] as AnsweredItem, stored)).rejects.toBe(fault);
    expect(await itemOf(one.id)).toEqual(one.item);
  });

  it('are taken back once, and leave their item without a way back when they leave the table', async () => {
    const { id, item } = await moved();
    const [read] = await withAllAnswers([item]);
    const { answersAt: _, ...rest } = item;
    const back = { ...rest, answers, revision: Number(item.revision) + 1 };
    expect(await takeAnswersOut(read as AnsweredItem, stored)).toEqual(back);
    expect(await itemOf(id)).toEqual(back);
    expect(await takeAnswersBack(read as AnsweredItem, stored)).toBeUndefined();
    const plain = await itemOf(id);
    expect(await takeAnswersBack(plain, stored)).toEqual(plain);
  });
});
