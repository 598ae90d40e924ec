import { describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import { runJob } from '../../../../shared/jobs/run-job.ts';
import { getForm, type StoredForm } from '../../../../shared/store/forms/forms.ts';
import { endNamesKey, getJob } from '../../../../shared/store/jobs.ts';
import { deleteResponse, getResponse } from '../../../../shared/store/responses/responses.ts';
import { submitAs } from '../../../support/records/planted-person.ts';
import { formWithFields, newCaller } from '../../../support/records/records.ts';
import { useTable } from '../../../support/table/table.ts';

const keepingForm = (caller: Caller) =>
  formWithFields(caller, { fields: [{ id: 'name', type: 'text' }], extraFields: 'keep' });

async function reread({ form }: StoredForm): Promise<StoredForm> {
  const stored = await getForm(form.id);
  if (!stored) throw new Error('The form is gone');
  return stored;
}

async function remove(stored: StoredForm, id: string): Promise<void> {
  const read = await getResponse(id, await reread(stored));
  if (!read || !(await deleteResponse(read))) throw new Error('The response is not deleted');
}

/** Runs the job of the form once, if it has one. */
async function run({ form }: StoredForm, deadline = Date.now() + 60_000): Promise<boolean> {
  const key = endNamesKey(form.id);
  const job = await getJob(key);
  if (job) await runJob(key, job, deadline);
  return job !== undefined;
}

describe('names of answers without a field', () => {
  useTable();

  it('end with the last response that has them', async () => {
    const stored = await keepingForm(await newCaller());
    const theirs = await submitAs(stored, { name: 'Ada', utm_source: 'news', 'Ada Lovelace': 'x' });
    await submitAs(await reread(stored), { name: 'Grace', utm_source: 'ads' });
    expect((await reread(stored)).extraNames).toEqual(['Ada Lovelace', 'utm_source']);
    await remove(stored, theirs.id);
    expect(await run(stored)).toBe(true);
    expect((await reread(stored)).extraNames).toEqual(['utm_source']);
    expect(await run(stored)).toBe(false);
  });

  it('are not looked for when a response without any is deleted', async () => {
    const stored = await keepingForm(await newCaller());
    await submitAs(stored, { name: 'Ada', utm_source: 'news' });
    const other = await submitAs(await reread(stored), { name: 'Grace' });
    await remove(stored, other.id);
    expect(await run(stored)).toBe(false);
  });

  it('end although the job stops after each page, and another deletion starts it over', async () => {
    const stored = await keepingForm(await newCaller());
    const [first, second] = [await submitAs(stored, { one: 'x' }), await submitAs(stored, { two: 'x' })];
    await remove(stored, first.id);
    await run(stored, 0);
    await remove(stored, second.id);
    for (let runs = 0; runs < 10 && (await run(stored, 0)); runs++);
    expect((await reread(stored)).extraNames).toBeUndefined();
  });
});
