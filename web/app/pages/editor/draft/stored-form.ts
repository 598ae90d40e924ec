import { patchOf } from '../../../../../shared/domain/forms/form-changes.ts';
import { callTagged, type TaggedRecord } from '../../../api/call-tagged.ts';
import type { FormWarning } from '../../forms/form-warnings.tsx';
import { type Draft, draftOf, type Form } from '../model/draft.ts';

/** A stored form, with the `ETag` that an update sends. */
export type StoredForm = {
  readonly form: Form;
  readonly draft: Draft;
  readonly etag: string;
  /** Settings that have no effect yet, such as a captcha without its secret. */
  readonly warnings: readonly FormWarning[];
};

function storedOf({ record, etag }: TaggedRecord<Form & { readonly warnings?: FormWarning[] }>): StoredForm {
  const { warnings = [], ...form } = record;
  return { form, draft: draftOf(form), etag, warnings };
}

export const readForm = async (id: string, signal?: AbortSignal): Promise<StoredForm> =>
  storedOf(await callTagged('GET /forms/{id}', { params: { id }, ...(signal && { signal }) }));

/** Sends the differences. Throws 412 if someone changed the form after it was read. */
export const writeForm = async ({ form, draft, etag }: StoredForm, wanted: Draft): Promise<StoredForm> =>
  storedOf(await callTagged('PUT /forms/{id}', { params: { id: form.id }, body: patchOf(draft, wanted) }, etag));
