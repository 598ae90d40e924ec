import { buffer } from 'node:stream/consumers';
import { describe, expect, it, jest } from '@jest/globals';
import { usualColumns } from '../../../../shared/domain/exports/columns.ts';
import { textOf } from '../../../../shared/domain/exports/text.ts';
import { newFileId, responseAddress } from '../../../../shared/ids.ts';
import { log } from '../../../../shared/log.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import {
  type ResponseList,
  responsesOfEnvironment,
  responsesOfForm,
} from '../../../../shared/store/responses/response-lists.ts';
import { deleteResponse, getResponseOf, replaceResponse } from '../../../../shared/store/responses/responses.ts';
import { showResponse } from '../../../../shared/store/responses/sealed-answers.ts';
import { getUpload, putUpload, uploadKey } from '../../../../shared/store/responses/uploads.ts';
import { getItem, updateItem } from '../../../../shared/store/table.ts';
import { newCaller, storedForm, submit } from '../../../support/records/records.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();

const damages = [
  ['answers that are no JSON', { answers: '{"name":"Ad' }],
  ['answers that are no object', { answers: 'null' }],
  ['answers that are a list', { answers: '["Ada"]' }],
  ['answers that are bytes', { answers: Buffer.from([0, 255]) }],
  ['notes that are no JSON', { notes: '[{' }],
  ['notes that are no list', { notes: '{}' }],
  ['no meta', { meta: 'browser' }],
  ['a status that there is not', { status: 'lost' }],
  ['a version that is no number', { formVersion: 'first' }],
] as const;

const keyOfResponse = (id: string) => {
  const { formId: form = '', shard = '', sortKey = '' } = responseAddress(id) ?? {};
  return keyOf('response', { form, shard, sortKey });
};

async function all(list: ResponseList | undefined) {
  const found = [];
  for await (const response of list?.read({ order: 'asc' }) ?? []) found.push(response);
  return found;
}

describe('a response that cannot be read', () => {
  it.each(damages)(
    'for %s is shown as unavailable among the others, told of, and can be deleted',
    async (_, damage) => {
      const errors = jest.spyOn(log, 'error').mockImplementation(() => undefined as never);
      const measured = jest.spyOn(process.stdout, 'write').mockImplementation(() => true);
      const caller = await newCaller();
      const stored = await storedForm(caller);
      const [before, damaged, after] = [await submit(stored), await submit(stored, 'Eve'), await submit(stored)];
      await updateItem(keyOfResponse(damaged.id), { set: damage });

      const expected = {
        id: damaged.id,
        answers: { name: '(unavailable)' },
        concealed: { name: 'unavailable' },
        notes: [],
      };
      for (const list of [
        await responsesOfForm(caller, stored.form.id, {}),
        await responsesOfEnvironment(caller, {}),
      ]) {
        const found = await all(list);
        expect(found).toMatchObject([before, expected, after]);
        expect(JSON.stringify(found)).not.toContain('unreadable');
        expect(await list?.count()).toBe(3);
      }
      const list = await responsesOfForm(caller, stored.form.id, {});
      const columns = usualColumns((await list?.columns())?.columns ?? [], []);
      const options = { format: 'csv', columns, headers: 'id', bom: false, guard: true } as const;
      const text = String(await buffer(textOf(await all(list), options as never)));
      expect(text.match(/Ada/g)).toHaveLength(2);
      expect(text).toContain('(unavailable)');
      expect(errors).toHaveBeenCalledWith('a response could not be read', keyOfResponse(damaged.id));
      expect(measured.mock.calls.join()).toContain('UnreadableAnswers');

      const read = await getResponseOf(caller, damaged.id);
      if (!read) throw new Error('It is not found by its id');
      expect(await showResponse(stored, read.response, 'full')).toMatchObject(expected);
      const changed = replaceResponse(read, { ...read.response, answers: { name: 'Eve' } });
      await expect(changed).rejects.toMatchObject({ status: 409, message: expect.stringContaining('Delete it') });
      expect(await getItem(keyOfResponse(damaged.id))).toMatchObject(damage);
      expect(await deleteResponse(read)).toBe(true);
      expect(await all(await responsesOfForm(caller, stored.form.id, {}))).toMatchObject([before, after]);
      jest.restoreAllMocks();
    },
  );

  it('takes its files along', async () => {
    jest.spyOn(log, 'error').mockImplementation(() => undefined as never);
    const caller = await newCaller();
    const stored = await storedForm(caller);
    const { id } = await submit(stored);
    const fileId = newFileId(stored.form.id, Date.now());
    const { environmentId } = caller;
    await putUpload({
      ...{ fileId, formId: stored.form.id, environmentId, fieldId: 'cv', fileName: 'cv.pdf' },
      ...{ contentType: 'application/pdf', size: 3, state: 'claimed', responseId: id },
    } as never);
    await updateItem(uploadKey(fileId), { set: { state: 'claimed', responseId: id } });
    await updateItem(keyOfResponse(id), { set: { answers: `{"cv":"${fileId}","name":"Ad` } });
    const read = await getResponseOf(caller, id);
    expect(read && (await deleteResponse(read))).toBe(true);
    expect(await getUpload(uploadKey(fileId))).toMatchObject({ state: 'deleting' });
    jest.restoreAllMocks();
  });
});
