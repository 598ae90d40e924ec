import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Form } from '../../../../shared/domain/forms/form.ts';
import { newForm } from '../../../../shared/domain/forms/stored-form.ts';
import { draftRecord, draftReply, etagOfDraft } from '../../../../shared/http/forms/draft-reply.ts';
import {
  type DraftVersion,
  getDraftVersion,
  packDraft,
  putDraftVersion,
} from '../../../../shared/store/forms/draft-versions.ts';
import { putForm } from '../../../../shared/store/forms/forms.ts';
import { newCaller, readForm } from '../../../support/records/records.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();

const savedAt = '2026-01-01T00:00:00.000Z';
const content = { title: 'Write to us', fields: [] };

let form: Form;
let callerId: string;
let unsaved: DraftVersion;
let saved: DraftVersion;

beforeAll(async () => {
  const caller = await newCaller();
  callerId = caller.id;
  form = newForm({ title: 'Contact', status: 'live', fields: [] }, caller.environment);
  await putForm(form, caller);
  const stored = await readForm(form.id);
  unsaved = await getDraftVersion(form);
  await putDraftVersion(stored, unsaved, packDraft(unsaved, content), { caller, savedAt });
  saved = await getDraftVersion(form);
});

describe('the draft of a form, as its editors see it', () => {
  it('is what the form has, until somebody saves another', () => {
    expect(draftRecord(unsaved)).toEqual({
      ...{ formId: form.id, title: 'Contact', fields: [] },
      ...{ isChanged: false, conflicts: [], savedAt: null, savedBy: null },
    });
  });

  it('is what was saved, by whom and when, and without what is only for the service', () => {
    const { body, headers } = draftReply(saved);
    expect(body).toEqual({
      ...{ formId: form.id, ...content },
      ...{ isChanged: true, conflicts: [], savedAt, savedBy: callerId },
    });
    expect(headers).toEqual({ etag: etagOfDraft(saved) });
  });
});

describe('the ETag of a draft', () => {
  it('changes with the draft, who saved it and when, and with what is published under it', async () => {
    const others = [
      { ...saved, content: { ...content, title: 'Mail us' } },
      { ...saved, savedBy: 'user_2' },
      { ...saved, savedAt: '2026-01-02T00:00:00.000Z' },
      await getDraftVersion({ ...form, closedMessage: 'Next year.' }),
    ];
    const etags = [unsaved, saved, ...others].map(etagOfDraft);
    expect(new Set(etags).size).toBe(6);
    for (const etag of etags) expect(etag).toMatch(/^"[\w-]{22}"$/);
  });

  it('is the same when the same draft is read again', async () => {
    expect(etagOfDraft(await getDraftVersion(form))).toBe(etagOfDraft(saved));
  });
});
