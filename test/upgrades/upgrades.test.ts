import { describe, expect, it } from '@jest/globals';
import { hashOfKey } from '../../shared/domain/accounts/api-key.ts';
import type { Caller } from '../../shared/domain/accounts/caller.ts';
import { minuteMs } from '../../shared/durations.ts';
import { apiKeyByHash } from '../../shared/store/accounts/api-key-lookup.ts';
import { countForms, readForms } from '../../shared/store/forms/form-lists.ts';
import { getForm, replaceForm, type StoredForm } from '../../shared/store/forms/forms.ts';
import {
  type ResponseList,
  responsesOfEnvironment,
  responsesOfForm,
} from '../../shared/store/responses/response-lists.ts';
import { deleteResponse, getResponseOf, replaceResponse } from '../../shared/store/responses/responses.ts';
import { openResponse } from '../../shared/store/responses/sealed-answers.ts';
import { submit } from '../support/records/records.ts';
import { readRecorded, useRecorded } from './recorded-table.ts';

async function all(list: ResponseList | undefined) {
  const found = [];
  for await (const response of list?.read({ order: 'desc' }) ?? []) found.push(response);
  return found;
}

describe.each(['0.1.0'])('the table that version %s has left', version => {
  const recorded = readRecorded(version);
  useRecorded(recorded);

  async function caller(): Promise<Caller> {
    const key = await apiKeyByHash(hashOfKey(recorded.secretKey));
    if (!key) throw new Error('The key of before is unknown');
    const { id, organizationId, environmentId, environment } = key;
    return { kind: 'secretKey', id, role: 'owner', organizationId, environmentId, environment };
  }
  const form = async () => (await getForm(recorded.form)) as StoredForm;

  it('is read as it was: forms, and responses with their answers, in lists and by their ids', async () => {
    const asOwner = await caller();
    const ids: string[] = [];
    for await (const each of readForms(asOwner.environmentId, { order: 'asc' })) ids.push(each.form.id);
    expect(ids).toHaveLength(recorded.forms);
    expect(await countForms(asOwner.environmentId)).toBe(recorded.forms);
    const list = await responsesOfForm(asOwner, recorded.form, {});
    const listed = await all(list);
    expect(listed.map(({ id, status, answers }) => ({ id, status, answers }))).toEqual(
      recorded.responses.map(({ id, status, answers }) => ({ id, status, answers })),
    );
    expect(await list?.count()).toBe(recorded.responses.length);
    expect(await (await responsesOfEnvironment(asOwner, {})).count()).toBe(recorded.responses.length);
    for (const { id, notes } of recorded.responses) {
      expect((await getResponseOf(asOwner, id))?.response.notes).toEqual(notes);
    }
    const sealed = listed.find(({ answers }) => answers.name === 'Ada');
    const read = sealed && (await getResponseOf(asOwner, sealed.id));
    const opened = read && (await openResponse(read.storedForm, read.response));
    expect(opened?.answers.iban).toBe('DE02120300000000202051');
  });

  it('is found by its changes', async () => {
    const asOwner = await caller();
    const since = Date.parse(recorded.recordedAt) - 60 * minuteMs;
    const changed = await all(await responsesOfForm(asOwner, recorded.form, { updatedSince: since }));
    expect(changed.map(({ id }) => id).sort()).toEqual(recorded.responses.map(({ id }) => id).sort());
  });

  it('takes submissions, changes and deletions', async () => {
    const asOwner = await caller();
    const stored = await form();
    const { id } = await submit(stored, 'New');
    const list = () => responsesOfForm(asOwner, recorded.form, {});
    expect((await all(await list()))[0]?.id).toBe(id);
    const read = await getResponseOf(asOwner, recorded.first);
    if (!read) throw new Error('The response of before is gone');
    const response = await openResponse(read.storedForm, read.response);
    expect(await replaceResponse(read, { ...response, answers: { name: 'Changed' } })).toBe(true);
    const changed = await getResponseOf(asOwner, recorded.first);
    expect(changed && (await deleteResponse(changed))).toBe(true);
    expect(await replaceForm(stored, { ...stored.form, title: 'Renamed' })).toBe(true);
    expect((await form()).form.title).toBe('Renamed');
    expect((await all(await list())).map(each => each.id)).not.toContain(recorded.first);
  });
});
