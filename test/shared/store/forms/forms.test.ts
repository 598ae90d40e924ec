import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import { newForm } from '../../../../shared/domain/forms/stored-form.ts';
import { UnreadableForm } from '../../../../shared/errors.ts';
import { newId } from '../../../../shared/ids.ts';
import { log } from '../../../../shared/log.ts';
import {
  addExtraNames,
  deleteForm,
  faultsOfFormId,
  findForm,
  findFormOf,
  formExistsCheck,
  getCachedForm,
  getForm,
  getFormOf,
  getForms,
  hasExtraNames,
  putForm,
  removeExtraNames,
  removeTombstone,
  replaceForm,
  type StoredForm,
} from '../../../../shared/store/forms/forms.ts';
import { retentionKey } from '../../../../shared/store/forms/retention.ts';
import { formIdOfPath } from '../../../../shared/store/forms/slugs.ts';
import { dueParts, keyOf } from '../../../../shared/store/keys.ts';
import { getItem, updateItem, writeIfUnchanged } from '../../../../shared/store/table.ts';
import { newCaller, readForm, submitAnswers } from '../../../support/records/records.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();

let caller: Caller;

beforeAll(async () => {
  caller = await newCaller();
});

const formWith = (content: Partial<Parameters<typeof newForm>[0]>) =>
  newForm({ title: 'Contact', status: 'live', fields: [], ...content }, caller.environment);

describe('a new form', () => {
  it('is found by its address, which no other form gets', async () => {
    const form = formWith({ slug: 'contact-us' });
    await putForm(form, caller);
    expect(await formIdOfPath('contact-us')).toBe(form.id);
    expect(await formIdOfPath('Contact-Us')).toBe(form.id);
    expect(await formIdOfPath(form.id)).toBe(form.id);
    const other = formWith({ slug: 'contact-us' });
    await expect(putForm(other, caller)).rejects.toMatchObject({
      details: [
        { field: 'slug', rule: 'unique', message: '"contact-us" is the address of another form; choose another' },
      ],
    });
    expect(await getForm(other.id)).toBeUndefined();
  });

  it('with a retention has the work of it, and none without', async () => {
    const [kept, expiring] = [formWith({}), formWith({ retention: { days: 30 } })];
    for (const form of [kept, expiring]) await putForm(form, caller);
    expect(await getItem(retentionKey(caller.environmentId, kept.id))).toBeUndefined();
    const work = await getItem(retentionKey(caller.environmentId, expiring.id));
    expect(work).toMatchObject({ revision: 1 });
    expect(dueParts(String(work?.duesk)).tenant).toBe(caller.environmentId);
  });
});

async function stored(content: Partial<Parameters<typeof newForm>[0]> = {}): Promise<StoredForm> {
  const form = formWith(content);
  await putForm(form, caller);
  return readForm(form.id);
}

const keyOfForm = ({ form }: StoredForm) => keyOf('form', { form: form.id });

it('a form is not stored twice, and stays as it was', async () => {
  const before = await stored({ retention: { days: 30 } });
  const again = { ...before.form, title: 'Again' };
  await expect(putForm(again, caller)).rejects.toThrow(
    `The form ${before.form.id} or a webhook of it is stored already`,
  );
  expect(await getForm(before.form.id)).toEqual(before);
});

it('a form is found by its environment alone, and by nobody once it was deleted', async () => {
  const form = await stored();
  const { id } = form.form;
  const stranger = await newCaller();
  const unknown = [{ field: 'formId', rule: 'unknown', message: 'is not a form in this environment' }];
  expect(await getFormOf(caller, id)).toEqual(form);
  expect(await findFormOf(caller, id)).toEqual(form);
  expect(await findForm(id)).toEqual(form);
  expect(await faultsOfFormId(caller, id)).toEqual([]);
  expect(await faultsOfFormId(caller, null)).toEqual([]);
  expect(await getFormOf(stranger, id)).toBeUndefined();
  expect(await findFormOf(stranger, id)).toBeUndefined();
  expect(await faultsOfFormId(stranger, id)).toEqual(unknown);
  for (const other of [newId('form'), 'no ID']) {
    expect(await findForm(other)).toBeUndefined();
    expect(await getForm(other)).toBeUndefined();
    expect(await faultsOfFormId(caller, other)).toEqual(unknown);
  }
  expect(await deleteForm({ ...form, revision: 2 })).toBe(false);
  expect(await writeIfUnchanged([formExistsCheck(id)])).toBe(true);
  expect(await deleteForm(form)).toBe(true);
  expect(await deleteForm(form)).toBe(false);
  expect(await replaceForm(form, form.form)).toBe(false);
  expect(await writeIfUnchanged([formExistsCheck(id)])).toBe(false);
  expect(await findForm(id)).toBeUndefined();
  expect(await faultsOfFormId(caller, id)).toEqual(unknown);
  expect(await getForms([id])).toEqual(new Map());
  expect(await getItem(keyOfForm(form))).toMatchObject({ status: 'deleted' });
  await removeTombstone(id);
  expect(await getItem(keyOfForm(form))).toBeUndefined();
});

describe('a form from before 0.3.0', () => {
  const older = async (content: Partial<Parameters<typeof newForm>[0]>) => {
    const { savesOffByDefault: _, ...form } = await stored(content);
    await updateItem(keyOfForm(form), { remove: ['savesOffByDefault'] });
    return form;
  };

  it('saves partial answers, and keeps them', async () => {
    const form = await older({ ui: { layout: 'conversational' }, retention: { days: 30 } } as never);
    const { ui, retention } = form.form;
    const expected = { ui: { partialSaves: 'on', ...ui }, retention: { partialDays: 0, ...retention } };
    expect(await getForm(form.form.id)).toEqual({ ...form, form: { ...form.form, ...expected } });
    expect(ui).toEqual({ layout: 'conversational' });
    const bare = await older({});
    const defaults = { ui: { partialSaves: 'on' }, retention: { partialDays: 0 } };
    expect(await getForm(bare.form.id)).toEqual({ ...bare, form: { ...bare.form, ...defaults } });
  });

  it('does what it says instead', async () => {
    const form = await older({ ui: { partialSaves: 'off' }, retention: { partialDays: 7 } });
    expect(await getForm(form.form.id)).toEqual(form);
  });
});

it('a form whose definition is damaged is found with a placeholder, and is not given to who would work with it', async () => {
  const error = jest.spyOn(log, 'error').mockImplementation(() => {});
  const form = await stored();
  const { id, createdAt } = form.form;
  await updateItem(keyOfForm(form), { set: { definition: '{"environment":"staging",' } });
  const found = await findForm(id);
  expect(found?.form).toEqual({
    ...{ id, version: 0, status: 'live', environment: 'staging', title: '(unavailable)', fields: [] },
    ...{ createdAt: expect.any(String), updatedAt: found?.form.createdAt },
  });
  expect(Math.abs(Date.parse(String(found?.form.createdAt)) - Date.parse(createdAt))).toBeLessThan(1000);
  expect(found).toMatchObject({ unreadable: true, retiredFields: [], environmentId: caller.environmentId });
  expect(await getForms([id])).toEqual(new Map([[id, found]]));
  await expect(getForm(id)).rejects.toThrow(UnreadableForm);
  await expect(getCachedForm(id)).rejects.toThrow(UnreadableForm);
  await updateItem(keyOfForm(form), { set: { definition: '{' } });
  expect((await findForm(id))?.form.environment).toBe('production');
  error.mockRestore();
});

describe('the names of answers without a field', () => {
  const namesOf = async ({ form }: StoredForm) => (await getForm(form.id))?.extraNames;
  const text = { id: 'name', type: 'text' as const };

  it('are kept by a form that keeps such answers, in order and each once', async () => {
    const form = await stored({ fields: [text], extraFields: 'keep' });
    expect(await namesOf(form)).toBeUndefined();
    await submitAnswers(form, { name: 'Ada', utm: 'mail', city: 'Bonn' });
    expect(await namesOf(form)).toEqual(['city', 'utm']);
    await addExtraNames((await getForm(form.form.id)) ?? form, { utm: 'mail', age: 7 });
    expect(await namesOf(form)).toEqual(['age', 'city', 'utm']);
    await removeExtraNames(form.form.id, ['city', 'unknown']);
    expect(await namesOf(form)).toEqual(['age', 'utm']);
    await removeExtraNames(form.form.id, []);
    expect(await namesOf(form)).toEqual(['age', 'utm']);
  });

  it('are not kept by a form that does not keep such answers, nor by one that was deleted', async () => {
    const form = await stored({ fields: [text] });
    await addExtraNames(form, { utm: 'mail' });
    expect(await getForm(form.form.id)).toEqual(form);
    const gone = await stored({ extraFields: 'keep' });
    expect(await deleteForm(gone)).toBe(true);
    await addExtraNames(gone, { utm: 'mail' });
    expect(await getItem(keyOfForm(gone))).not.toHaveProperty('extraNames');
    const never = { ...gone, form: { ...gone.form, id: newId('form') } };
    await addExtraNames(never, { utm: 'mail' });
    await removeExtraNames(never.form.id, ['utm']);
    expect(await getItem(keyOfForm(never))).toBeUndefined();
  });

  it('are no more once there are 200', async () => {
    const form = await stored({ extraFields: 'keep' });
    const names = Array.from({ length: 199 }, (_, index) => `name${index}`);
    await addExtraNames(form, Object.fromEntries(names.map(name => [name, 'x'])));
    const first = (await getForm(form.form.id)) ?? form;
    await addExtraNames(first, { last: 'x' });
    expect(await namesOf(form)).toContain('last');
    await addExtraNames(first, { late: 'x' });
    await addExtraNames((await getForm(form.form.id)) ?? form, { later: 'x' });
    expect(await namesOf(form)).toEqual([...names, 'last'].sort());
  });

  it('say which answers have one', () => {
    expect(hasExtraNames({ extraNames: ['utm'] }, { name: 'Ada', utm: 'mail' })).toBe(true);
    expect(hasExtraNames({ extraNames: ['toString'] }, { name: 'Ada' })).toBe(false);
    expect(hasExtraNames({}, { name: 'Ada' })).toBe(false);
  });
});
