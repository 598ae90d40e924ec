import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import { contentOf, type FormContent } from '../../../../shared/domain/forms/content.ts';
import type { Form } from '../../../../shared/domain/forms/form.ts';
import { newForm } from '../../../../shared/domain/forms/stored-form.ts';
import {
  type DraftVersion,
  draftEndWrite,
  getDraftVersion,
  packDraft,
  putDraftVersion,
} from '../../../../shared/store/forms/draft-versions.ts';
import { deleteForm, putForm, replaceForm, type StoredForm } from '../../../../shared/store/forms/forms.ts';
import { writeIfUnchanged } from '../../../../shared/store/table.ts';
import { newCaller, readForm } from '../../../support/records/records.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();

let caller: Caller;
beforeAll(async () => {
  caller = await newCaller();
});

const savedAt = '2026-11-20T10:00:00.000Z';
const later = '2026-11-20T11:00:00.000Z';
const phone = { id: 'phone', type: 'text' as const };

async function stored(status: Form['status']): Promise<StoredForm> {
  const form = newForm({ title: 'Contact', status, fields: [] }, caller.environment);
  await putForm(form, caller);
  return readForm(form.id);
}

const save = (form: StoredForm, draft: DraftVersion, change: Partial<FormContent>, at = savedAt) =>
  putDraftVersion(form, draft, packDraft(draft, { ...draft.content, ...change }), { caller, savedAt: at });

const without = ({ form }: StoredForm) => ({
  ...{ formId: form.id, content: contentOf(form), published: contentOf(form), conflicts: [] },
  ...{ isChanged: false, savedAt: null, savedBy: null, revision: 0 },
});

const saved = ({ form }: StoredForm, content: Partial<FormContent>, revision = 1, at = savedAt) => ({
  ...{ formId: form.id, content: { ...contentOf(form), ...content }, published: contentOf(form), conflicts: [] },
  ...{ isChanged: true, savedAt: at, savedBy: caller.id, revision },
});

describe('the draft of a form', () => {
  it('is what the form has until one is stored', async () => {
    const form = await stored('live');
    expect(await getDraftVersion(form.form)).toEqual(without(form));
  });

  it('is stored beside the form, which stays as it is, and may be stored again', async () => {
    const form = await stored('live');
    const first = await save(form, await getDraftVersion(form.form), { title: 'New', fields: [phone] });
    expect(first).toEqual(saved(form, { title: 'New', fields: [phone] }));
    expect(await getDraftVersion(form.form)).toEqual(first);
    const second = await save(form, first as DraftVersion, { title: 'Newer' }, later);
    expect(second).toEqual(saved(form, { title: 'Newer', fields: [phone] }, 2, later));
    expect(await getDraftVersion(form.form)).toEqual(second);
    expect(await readForm(form.form.id)).toEqual(form);
  });

  it('is no change when it is what the form has', async () => {
    const form = await stored('live');
    const draft = await save(form, await getDraftVersion(form.form), {});
    expect(draft).toEqual({ ...saved(form, {}), isChanged: false });
  });

  it('takes what was published since it began, and names what both have changed', async () => {
    const form = await stored('live');
    await save(form, await getDraftVersion(form.form), { title: 'Of the draft' });
    const published = { ...form.form, title: 'Published', fields: [phone] };
    expect(await getDraftVersion(published)).toEqual({
      ...saved({ ...form, form: published }, { title: 'Of the draft' }),
      conflicts: ['title'],
    });
  });

  it.each([
    ['none was there', false],
    ['an earlier one was there', true],
  ])('is not stored over that of somebody else, where %s', async (_, isLater) => {
    const form = await stored('live');
    const none = await getDraftVersion(form.form);
    const before = isLater ? ((await save(form, none, { title: 'First' })) as DraftVersion) : none;
    const theirs = await save(form, before, { title: 'Theirs' });
    expect(await save(form, before, { title: 'Mine' })).toBeUndefined();
    expect(await getDraftVersion(form.form)).toEqual(theirs);
  });

  it('is not stored for a form that was deleted', async () => {
    const form = await stored('live');
    const draft = await getDraftVersion(form.form);
    expect(await deleteForm(form)).toBe(true);
    expect(await save(form, draft, { title: 'New' })).toBeUndefined();
    expect(await getDraftVersion(form.form)).toEqual(draft);
  });

  it('ends once, unless it was changed since it was read', async () => {
    const form = await stored('live');
    const first = (await save(form, await getDraftVersion(form.form), { title: 'First' })) as DraftVersion;
    const second = (await save(form, first, { title: 'Second' })) as DraftVersion;
    expect(await writeIfUnchanged([draftEndWrite(first)])).toBe(false);
    expect(await writeIfUnchanged([draftEndWrite(without(form))])).toBe(false);
    expect(await getDraftVersion(form.form)).toEqual(second);
    expect(await writeIfUnchanged([draftEndWrite(second)])).toBe(true);
    expect(await getDraftVersion(form.form)).toEqual(without(form));
    expect(await writeIfUnchanged([draftEndWrite(second)])).toBe(false);
    expect(await writeIfUnchanged([draftEndWrite(without(form))])).toBe(true);
  });
});

describe('the draft of a form that is not live yet', () => {
  it('gives the form its title at once, and nothing else', async () => {
    const form = await stored('draft');
    const draft = await save(form, await getDraftVersion(form.form), { title: 'New', fields: [phone] });
    const titled = await readForm(form.form.id);
    expect(titled).toEqual({ ...form, form: { ...form.form, title: 'New', updatedAt: savedAt }, revision: 2 });
    expect(draft).toEqual(saved(titled, { fields: [phone] }));
    expect(await getDraftVersion(titled.form)).toEqual(draft);
  });

  it.each([
    ['blank', ' \n'],
    ['too long', '😀'.repeat(256)],
  ])('leaves the form its title when its own is %s', async (_, title) => {
    const form = await stored('draft');
    expect(await save(form, await getDraftVersion(form.form), { title })).toEqual(saved(form, { title }));
    expect(await readForm(form.form.id)).toEqual(form);
  });

  it('gives it a title of 255 characters', async () => {
    const form = await stored('draft');
    const title = '😀'.repeat(255);
    await save(form, await getDraftVersion(form.form), { title });
    expect((await readForm(form.form.id)).form.title).toBe(title);
  });

  it('is not stored when the form was changed since it was read', async () => {
    const form = await stored('draft');
    const draft = await getDraftVersion(form.form);
    expect(await replaceForm(form, { ...form.form, title: 'Theirs' })).toBe(true);
    expect(await save(form, draft, { title: 'Mine' })).toBeUndefined();
    const theirs = await readForm(form.form.id);
    expect(theirs.form.title).toBe('Theirs');
    expect(await getDraftVersion(theirs.form)).toEqual(without(theirs));
  });

  it('is not stored with its title over that of somebody else', async () => {
    const form = await stored('draft');
    const none = await getDraftVersion(form.form);
    const theirs = await save(form, none, { fields: [phone] });
    expect(await save(form, none, { title: 'Mine' })).toBeUndefined();
    expect(await readForm(form.form.id)).toEqual(form);
    expect(await getDraftVersion(form.form)).toEqual(theirs);
  });
});

describe('the content of a draft', () => {
  /** Text that hardly becomes smaller when it is packed. */
  const hashes = (count: number) =>
    Array.from({ length: count }, (_, index) => createHash('sha512').update(String(index)).digest('base64')).join('');

  it('is too large when it would not fit beside the other attributes, however it is packed', async () => {
    const draft = await getDraftVersion((await stored('live')).form);
    const fits = packDraft(draft, { ...draft.content, closedMessage: 'x'.repeat(1_000_000) });
    expect(Object.keys(fits)).toEqual(['content', 'packed']);
    const content = { ...draft.content, closedMessage: hashes(7000) };
    const { fault, packed, ...rest } = packDraft(draft, content);
    expect(rest).toEqual({ content });
    expect(packed.byteLength).toBeGreaterThan(390_000);
    expect(fault).toEqual({
      ...{ field: 'fields', rule: 'maxBytes' },
      message: 'The draft is too large. Shorten labels and options',
    });
  });
});
