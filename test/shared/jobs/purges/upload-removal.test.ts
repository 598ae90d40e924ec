import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from '@jest/globals';
import { signUpload } from '../../../../shared/aws/s3/file-urls.ts';
import { storedBytes } from '../../../../shared/aws/s3/files.ts';
import { moveFiles } from '../../../../shared/files/claims.ts';
import { newFileId } from '../../../../shared/ids.ts';
import { removeUpload, removeUploads } from '../../../../shared/jobs/purges/upload-removal.ts';
import type { StoredForm } from '../../../../shared/store/forms/forms.ts';
import { dueParts, type Key } from '../../../../shared/store/keys.ts';
import { deleteResponse, replaceResponse, responseKey } from '../../../../shared/store/responses/responses.ts';
import { createResponse } from '../../../../shared/store/responses/submissions.ts';
import { getUpload, putUpload, settledAt, uploadKey } from '../../../../shared/store/responses/uploads.ts';
import { dynamodb, tableName } from '../../../../shared/store/table.ts';
import { itInAll } from '../../../support/in-all.ts';
import { newCaller, storedForm } from '../../../support/records/records.ts';
import { readDue } from '../../../support/table/due-items.ts';
import { killedAt } from '../../../support/table/killed-at.ts';
import { useUploads } from '../../../support/table/s3.ts';
import { useTable } from '../../../support/table/table.ts';

const hour = 3600_000;
const day = 24 * hour;

describe('the removal of a file', () => {
  useTable();
  const s3 = useUploads();

  type File = {
    stored: StoredForm;
    fileId: string;
    key: Key;
    send: () => Promise<number>;
    bytes: () => Promise<number | undefined>;
  };

  /** A file that was signed so long ago. */
  async function newFile({ age = 0, known }: { age?: number; known?: StoredForm } = {}): Promise<File> {
    const stored = known ?? (await storedForm(await newCaller()));
    const { form, environmentId } = stored;
    const fileId = newFileId(form.id, Date.now() - age);
    const upload = {
      fileId,
      formId: form.id,
      environmentId,
      fieldId: 'name',
      fileName: 'Ada.txt',
      contentType: 'text/plain',
      size: 5,
    };
    await putUpload(upload);
    const { url, headers } = await signUpload(upload, 300);
    const send = async () => (await fetch(url, { method: 'PUT', body: 'hello', headers })).status;
    return { stored, fileId, key: uploadKey(fileId), send, bytes: () => storedBytes(upload) };
  }

  const formOf = ({ stored }: File) => ({ ...stored.form, fields: [{ id: 'name', type: 'file' as const }] });

  async function claim(file: File) {
    const { stored, fileId } = file;
    const form = formOf(file);
    const answers = { name: fileId };
    const files = await moveFiles(form, undefined, answers);
    if ('faults' in files) return undefined;
    const { id: formId, environment } = form;
    const content = { formId, environment, formVersion: 1, status: 'completed' as const, answers, notes: [], meta: {} };
    return createResponse(stored, content, { writes: ({ id }) => files.writes?.(id) ?? [] });
  }

  async function dueAt(key: Key): Promise<number | undefined> {
    for await (const { pk, sk, duesk } of readDue(Date.now() + 100 * day)) {
      if (pk === key.pk && sk === key.sk) return dueParts(duesk).time;
    }
    return undefined;
  }

  it('leaves nothing of one that nobody claimed for a day', async () => {
    const file = await newFile({ age: day });
    await file.send();
    await removeUpload(file.key);
    const left = [await file.bytes(), await getUpload(file.key), await dueAt(file.key)];
    expect(left).toEqual([undefined, undefined, undefined]);
    await removeUpload(file.key);
  });

  itInAll('leaves no object that no item tells of, killed at any of its calls, and goes on', async () => {
    let wasKilled = true;
    for (let n = 1; wasKilled; n++) {
      const file = await newFile({ age: day });
      await file.send();
      wasKilled = await killedAt(n, () => removeUpload(file.key));
      const isThere = (await file.bytes()) !== undefined;
      expect({ n, told: !isThere || (await getUpload(file.key)) !== undefined }).toEqual({ n, told: true });
      await removeUpload(file.key);
      expect([await file.bytes(), await getUpload(file.key)]).toEqual([undefined, undefined]);
    }
  });

  it('leaves one alone that a response has claimed, whatever message comes late', async () => {
    for (const age of [0, day]) {
      const file = await newFile({ age });
      await file.send();
      expect(await claim(file)).toBeDefined();
      expect(await dueAt(file.key)).toBeUndefined();
      await removeUpload(file.key);
      expect([await file.bytes(), (await getUpload(file.key))?.state]).toEqual([5, 'claimed']);
    }
  });

  it('takes the object at once, and a day after the signing what its URL brought since', async () => {
    const file = await newFile();
    await file.send();
    for (const _ of ['at once', 'and again']) {
      await removeUpload(file.key);
      expect(await file.bytes()).toBeUndefined();
      // The URL holds for five minutes, and the object that it was not to replace is gone.
      expect(await file.send()).toBe(200);
      expect(await claim(file)).toBeUndefined();
      expect(await dueAt(file.key)).toBe(settledAt(file.key.sk));
    }
    expect(settledAt(file.key.sk) - Date.now()).toBeGreaterThan(day - hour);
  });

  it('is not missed by the deletion of a response that was given the file just before', async () => {
    const first = await newFile();
    const second = await newFile({ known: first.stored });
    for (const file of [first, second]) await file.send();
    const response = await claim(first);
    if (!response) throw new Error('The file is not claimed');
    const item = responseKey(response.id);
    const read = { response, storedForm: first.stored, item, revision: 1 };
    const changed = { ...response, answers: { name: second.fileId } };
    const moved = await moveFiles(formOf(first), response, changed.answers);
    if ('faults' in moved) throw new Error('The file is not moved');
    expect(await replaceResponse(read, changed, moved)).toBe(true);

    expect(await deleteResponse(read)).toBe(false);
    expect((await getUpload(second.key))?.state).toBe('claimed');
    expect(await deleteResponse({ ...read, response: changed, revision: 2 })).toBe(true);
    for (const { key } of [first, second]) {
      expect((await getUpload(key))?.state).toBe('deleting');
      expect(await dueAt(key)).toBeDefined();
    }
  });

  it('is due until S3 has deleted the object, and forgets the name of the file first', async () => {
    const file = await newFile();
    await file.send();
    const response = await claim(file);
    if (!response) throw new Error('The file is not claimed');
    expect(
      await deleteResponse({ response, storedForm: file.stored, item: responseKey(response.id), revision: 1 }),
    ).toBe(true);
    await s3.stop();
    await expect(removeUpload(file.key)).rejects.toThrow();
    expect(await getUpload(file.key)).toMatchObject({ state: 'deleting', fileName: '', responseId: undefined });
    expect(await dueAt(file.key)).toBeDefined();
    await s3.start();
    expect(await file.bytes()).toBe(5);
    await removeUpload(file.key);
    expect(await file.bytes()).toBeUndefined();
  });

  itInAll('loses to the claim, or the claim to it, when both come at once', async () => {
    const { stored: known } = await newFile();
    for (let round = 0; round < 12; round++) {
      const file = await newFile({ known });
      await file.send();
      const [response] = await Promise.all([claim(file), removeUpload(file.key)]);
      const left = [(await getUpload(file.key))?.state, await file.bytes()];
      expect(left).toEqual(response ? ['claimed', 5] : ['deleting', undefined]);
    }
  });

  it('goes on with one that was stored as `doomed`, and gives it to no response', async () => {
    const [one, purged] = [await newFile(), await newFile()];
    for (const { key, send } of [one, purged]) {
      await send();
      const state = { UpdateExpression: 'SET #state = :state', ExpressionAttributeNames: { '#state': 'state' } };
      const values = { ExpressionAttributeValues: { ':state': 'doomed' } };
      await dynamodb.send(new UpdateCommand({ TableName: tableName(), Key: key, ...state, ...values }));
      expect((await getUpload(key))?.state).toBe('deleting');
    }
    const answers = { name: one.fileId };
    const refused = { field: 'name', message: 'This file was removed; upload it again' };
    expect(await moveFiles(formOf(one), undefined, answers)).toMatchObject({ faults: [refused] });
    await removeUpload(one.key);
    expect(await one.bytes()).toBeUndefined();
    // Of a purge it is no news, as if it were stored as `deleting`.
    expect(await removeUploads(purged.stored.form.id, Date.now() + hour)).toMatchObject({ deleted: 0, done: true });
    expect(await purged.bytes()).toBeUndefined();
  });

  it('of a form takes all of its files, killed and repeated, and none of another form', async () => {
    const [gone, other] = [await newFile(), await newFile()];
    const { stored: known } = gone;
    const young = [gone, await newFile({ known }), await newFile({ known })];
    const old = [await newFile({ known, age: day }), await newFile({ known, age: 2 * day })];
    for (const file of [...young, ...old, other]) await file.send();
    for (const file of [gone, ...old, other]) expect(await claim(file)).toBeDefined();
    const remove = (deadline = Date.now() + hour) => removeUploads(known.form.id, deadline);

    expect(await remove(0)).toMatchObject({ deleted: 0, done: false });
    const [one, another] = await Promise.all([remove(), remove()]);
    expect([one.done, another.done]).toEqual([true, true]);
    // What waits for its URL to run out is done with: a purge does not wait for it.
    expect(await remove()).toMatchObject({ deleted: 0, done: true });
    for (const { bytes } of [...young, ...old]) expect(await bytes()).toBeUndefined();
    for (const { key } of old) expect(await getUpload(key)).toBeUndefined();
    for (const { key } of young) {
      expect(await getUpload(key)).toMatchObject({ state: 'deleting', fileName: '' });
      expect(await dueAt(key)).toBe(settledAt(key.sk));
    }
    expect([await other.bytes(), (await getUpload(other.key))?.state]).toEqual([5, 'claimed']);
  });
});
