import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { readDeletions, repeatDeletions } from '../../../bin/after-restore/deletions.ts';
import { deleteForm, getForm } from '../../../shared/store/forms/forms.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { quotas } from '../../../shared/store/quotas.ts';
import { getRequest, requestIdsOf, requestKey } from '../../../shared/store/responses/data-subject-requests.ts';
import { deleteResponse, readResponse } from '../../../shared/store/responses/responses.ts';
import { batchPut, updateItem } from '../../../shared/store/table.ts';
import { plantPerson } from '../../support/records/planted-person.ts';
import { newCaller, storedForm, submit } from '../../support/records/records.ts';
import { itemsWith, newRequest, runToEnd } from '../../support/table/data-subjects.ts';
import { useKms } from '../../support/table/kms.ts';
import { useUploads } from '../../support/table/s3.ts';
import { useTable } from '../../support/table/table.ts';

describe('a restored table', () => {
  useTable();
  useKms();
  useUploads();

  it('loses again who was erased since, with all that names their responses', async () => {
    const caller = await newCaller();
    const { email, name, theirs, others } = await plantPerson(caller);
    const before = await itemsWith('');
    await runToEnd(await newRequest(caller, 'erase', { email }));
    await batchPut(before);
    expect((await itemsWith(name)).length).toBeGreaterThan(0);
    expect(await repeatDeletions()).toBe(theirs.length);
    for (const { id, formId } of theirs) {
      const stored = await getForm(formId);
      expect(stored && (await readResponse(id, stored))).toBeUndefined();
    }
    for (const id of await requestIdsOf(caller.environmentId)) await runToEnd(id);
    for (const { id } of theirs) expect(await itemsWith(id)).toEqual([]);
    for (const { id } of others) expect(await itemsWith(id)).not.toEqual([]);
    const ended = await Promise.all((await requestIdsOf(caller.environmentId)).map(id => getRequest(requestKey(id))));
    expect(new Set(ended.map(request => request?.state))).toEqual(new Set(['done']));
    expect(await repeatDeletions()).toBe(0);
  });

  it('loses again a response and a form that were deleted since, and notes nothing of a person', async () => {
    const caller = await newCaller();
    const [kept, gone] = [await storedForm(caller), await storedForm(caller)];
    const name = `ada-${randomUUID()}`;
    const [deleted, left] = [await submit(kept, name), await submit(kept)];
    await submit(gone, name);
    const before = await itemsWith('');
    const read = await readResponse(deleted.id, kept);
    expect(read && (await deleteResponse(read))).toBe(true);
    expect(await deleteForm(gone)).toBe(true);
    await batchPut(before);
    expect(await repeatDeletions()).toBe(2);
    expect(await getForm(gone.form.id)).toBeUndefined();
    expect(await readResponse(deleted.id, kept)).toBeUndefined();
    expect(await readResponse(left.id, kept)).toBeDefined();
    const noted: string[] = [];
    for await (const id of readDeletions()) noted.push(id);
    expect(noted).toEqual(expect.arrayContaining([deleted.id, gone.form.id]));
    expect(JSON.stringify(noted)).not.toContain(name);
  });

  it('keeps a response until an erasure of its traces has begun, so that a second run goes on', async () => {
    const caller = await newCaller();
    const [one, other] = [await storedForm(caller), await storedForm(caller)];
    const written = [
      { stored: one, id: (await submit(one)).id },
      { stored: other, id: (await submit(other)).id },
    ];
    const before = await itemsWith('');
    for (const { stored, id } of written) {
      const read = await readResponse(id, stored);
      expect(read && (await deleteResponse(read))).toBe(true);
    }
    await batchPut(before);
    const environment = keyOf('environment', { org: caller.organizationId, environment: caller.environment });
    await updateItem(environment, { set: { dataSubjectRequests: quotas.dataSubjectRequests.max } });
    await expect(repeatDeletions()).rejects.toThrow('takes no more requests');
    for (const { stored, id } of written) expect(await readResponse(id, stored)).toBeDefined();
    await updateItem(environment, { set: { dataSubjectRequests: 0 } });
    expect(await repeatDeletions()).toBe(2);
    for (const { stored, id } of written) expect(await readResponse(id, stored)).toBeUndefined();
    // One for all forms of an environment.
    expect(await requestIdsOf(caller.environmentId)).toHaveLength(1);
  });
});
