import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import { contentOf } from '../../../../shared/domain/forms/content.ts';
import type { Form } from '../../../../shared/domain/forms/form.ts';
import { newForm } from '../../../../shared/domain/forms/stored-form.ts';
import { putForm, replaceForm, type StoredForm } from '../../../../shared/store/forms/forms.ts';
import { allVersions, contentsOfVersions, getVersion, newVersions } from '../../../../shared/store/forms/versions.ts';
import { newCaller, readForm } from '../../../support/records/records.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();

let caller: Caller;
beforeAll(async () => {
  caller = await newCaller();
});

const timeOf = (second: number) => `2026-11-20T10:00:${String(second).padStart(2, '0')}.000Z`;
const phone = { id: 'phone', type: 'text' as const, label: 'Phone' };

async function stored(status: Form['status']): Promise<StoredForm> {
  const form = newForm({ title: 'Contact', status, fields: [] }, caller.environment);
  await putForm({ ...form, updatedAt: timeOf(0) }, caller);
  return readForm(form.id);
}

/** Changes a form with its versions, as a request of the caller does. */
async function change(before: StoredForm, change: Partial<Form>): Promise<StoredForm> {
  const form = { ...before.form, ...change };
  const { versions, writes } = await newVersions(before, form, caller);
  expect(await replaceForm(before, form, writes, { ...before, versions })).toBe(true);
  return readForm(form.id);
}

const keyOfVersion = (number: number) => `VERSION#${String(number).padStart(9, '0')}`;
const inMap = (...versions: { number: number }[]) => new Map(versions.map(each => [keyOfVersion(each.number), each]));

describe('the versions of a form', () => {
  it('begin when it goes live, without changes, and go on with each change of what visitors see', async () => {
    const draft = await change(await stored('draft'), { title: 'Draft', updatedAt: timeOf(1) });
    expect(draft.versions).toBeUndefined();
    expect(await allVersions(draft.form.id)).toEqual(new Map());
    const live = await change(draft, { status: 'live', updatedAt: timeOf(2) });
    const first = { number: 1, createdAt: timeOf(2), createdBy: caller.id, changes: [] };
    expect(live.versions).toBe(1);
    expect(await allVersions(live.form.id)).toEqual(inMap(first));
    const changed = await change(live, { title: 'Contact us', fields: [phone], updatedAt: timeOf(3) });
    const changes = [
      { kind: 'setting', name: 'title', label: null },
      { kind: 'added', name: 'phone', label: 'Phone' },
    ];
    const second = { number: 2, createdAt: timeOf(3), createdBy: caller.id, changes };
    expect(changed.versions).toBe(2);
    expect(await allVersions(live.form.id)).toEqual(inMap(first, second));
    expect(await getVersion(live.form.id, 1)).toEqual({ ...first, content: contentOf(live.form) });
    expect(await getVersion(live.form.id, 2)).toEqual({ ...second, content: contentOf(changed.form) });
    expect(await contentsOfVersions(live.form.id)).toEqual([contentOf(live.form), contentOf(changed.form)]);
  });

  it('are none for a change of settings that visitors do not see', async () => {
    const live = await change(await stored('draft'), { status: 'live' });
    const changed = await change(live, { retention: { days: 30 }, updatedAt: timeOf(4) });
    expect(changed.versions).toBe(1);
    expect(await newVersions(changed, { ...changed.form, updatedAt: timeOf(5) }, caller)).toEqual({
      versions: 1,
      writes: [],
    });
  });

  it('of a form from before there were versions begin with what it was', async () => {
    const before = await stored('live');
    const { form, versions } = await change(before, { title: 'Contact us', updatedAt: timeOf(1) });
    expect(versions).toBe(2);
    const changes = [{ kind: 'setting', name: 'title', label: null }];
    expect(await getVersion(form.id, 1)).toEqual({
      ...{ number: 1, createdAt: timeOf(0), createdBy: null, changes: [] },
      content: contentOf(before.form),
    });
    expect(await getVersion(form.id, 2)).toEqual({
      ...{ number: 2, createdAt: timeOf(1), createdBy: caller.id, changes },
      content: contentOf(form),
    });
  });

  it('go on from the latest when a form is live again, if anything has changed since', async () => {
    const live = await change(await stored('draft'), { status: 'live' });
    const archived = await change(live, { status: 'archived', title: 'Old' });
    expect(archived.versions).toBe(1);
    const back = { ...archived.form, status: 'live' as const, title: 'Contact' };
    expect(await newVersions(archived, back, caller)).toEqual({ versions: 1, writes: [] });
    const { versions, form } = await change(archived, { status: 'live', title: 'New', updatedAt: timeOf(5) });
    expect(versions).toBe(2);
    expect(await getVersion(form.id, 2)).toEqual({
      ...{ number: 2, createdAt: timeOf(5), createdBy: caller.id },
      ...{ changes: [{ kind: 'setting', name: 'title', label: null }], content: contentOf(form) },
    });
  });

  it('are fifty: the oldest goes with the one after them', async () => {
    const live = await change(await stored('draft'), { status: 'live' });
    const fiftieth = await change({ ...live, versions: 49 }, { title: 'Fiftieth' });
    expect([...(await allVersions(live.form.id)).keys()]).toEqual([1, 50].map(keyOfVersion));
    const next = await change(fiftieth, { title: 'Next' });
    expect(next.versions).toBe(51);
    expect([...(await allVersions(live.form.id)).keys()]).toEqual([50, 51].map(keyOfVersion));
    expect(await getVersion(live.form.id, 1)).toBeUndefined();
  });

  it('have whole numbers from one on', async () => {
    const { form } = await change(await stored('draft'), { status: 'live' });
    for (const number of [0, -1, 1.5, Number.NaN, 2, 999_999_999, 1_000_000_000])
      expect(await getVersion(form.id, number)).toBeUndefined();
    expect(await getVersion(form.id, 1)).toMatchObject({ number: 1 });
  });
});
