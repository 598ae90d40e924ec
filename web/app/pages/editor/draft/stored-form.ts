import { contentNames, contentOf, type FormContent } from '../../../../../shared/domain/forms/content.ts';
import { patchOf } from '../../../../../shared/domain/forms/form-changes.ts';
import { callTagged, type TaggedRecord } from '../../../api/call-tagged.ts';
import { call } from '../../../api/client.ts';
import type { Output } from '../../../api/operations.ts';
import type { FormWarning } from '../../forms/form-warnings.tsx';
import { type Draft, draftOf, type Form } from '../model/draft.ts';

/** A form with its draft, as the service stores them. */
export type StoredForm = {
  readonly form: Form;
  /** The form with the content of its draft. */
  readonly draft: Draft;
  /** Whether the draft differs from the form. */
  readonly isChanged: boolean;
  readonly savedAt: string | null;
  /** The `ETag` of the draft, which also covers the form's content. */
  readonly etag: string;
  /** Settings that have no effect yet, such as a captcha without its secret. */
  readonly warnings: readonly FormWarning[];
};

type DraftRecord = TaggedRecord<Output<'GET /forms/{id}/draft-version'>>;

/** Returns a form with other content. */
export function withContent(draft: Draft, content: FormContent): Draft {
  const settings = Object.entries(draft).filter(([name]) => !(contentNames as readonly string[]).includes(name));
  return { ...(Object.fromEntries(settings) as Draft), ...contentOf(content) };
}

function withDraft(form: Form, { record, etag }: DraftRecord, warnings: readonly FormWarning[] = []): StoredForm {
  const draft = withContent(draftOf(form), record as object as FormContent);
  return { form, draft, isChanged: record.isChanged, savedAt: record.savedAt, etag, warnings };
}

const readDraft = (id: string, signal?: AbortSignal): Promise<DraftRecord> =>
  callTagged('GET /forms/{id}/draft-version', { params: { id }, ...(signal && { signal }) });

export async function readForm(id: string, signal?: AbortSignal): Promise<StoredForm> {
  const [form, draft] = await Promise.all([
    call('GET /forms/{id}', { params: { id }, ...(signal && { signal }) }),
    readDraft(id, signal),
  ]);
  return withDraft(form, draft);
}

/** Returns the form if it, or its draft, has changed since. */
export async function readIfChanged({ form, etag }: StoredForm): Promise<StoredForm | undefined> {
  return (await readDraft(form.id)).etag === etag ? undefined : readForm(form.id);
}

/** Saves the differences in the draft. Throws 412 if someone changed the draft or the form after it was read. */
export async function saveDraft({ form, draft, etag, warnings }: StoredForm, wanted: Draft): Promise<StoredForm> {
  const body = patchOf(contentOf(draft), contentOf(wanted));
  return withDraft(
    form,
    await callTagged('PUT /forms/{id}/draft-version', { params: { id: form.id }, body }, etag),
    warnings,
  );
}

/** Makes the draft the content of the form, which then has this status. Throws 412 like `saveDraft`. */
export async function publishDraft({ form: { id }, etag }: StoredForm, status: Form['status']): Promise<StoredForm> {
  const { record } = await callTagged('POST /forms/{id}/versions', { params: { id }, body: { status } }, etag);
  const { warnings = [], ...form } = record;
  return withDraft(form, await readDraft(id), warnings);
}

export async function discardDraft({ form: { id } }: StoredForm): Promise<StoredForm> {
  await call('DELETE /forms/{id}/draft-version', { params: { id } });
  return readForm(id);
}
