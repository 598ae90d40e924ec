import { linkToExportFile } from '../../shared/aws/s3/file-urls.ts';
import { listExportFiles } from '../../shared/contracts/responses/exports.ts';
import { type Access, accessOf, showsConcealed } from '../../shared/domain/responses/field-policies.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { pageOfIds } from '../../shared/http/lists/id-page.ts';
import { getForms, type StoredForm } from '../../shared/store/forms/forms.ts';
import { recordReading } from '../../shared/store/readings.ts';
import { filesOf, type StoredFile } from '../../shared/store/responses/export-files.ts';
import { getExportOf } from '../../shared/store/responses/exports.ts';

const linkSeconds = 300;

export const handler = endpoint(listExportFiles, async ({ params, query, caller }) => {
  const stored = await getExportOf(caller, params.id);
  if (!stored) throw notFound('Export');
  const files = new Map((await filesOf(stored.id)).map(file => [file.id, file]));
  if (files.size > 0) await recordReading(caller, 'responses.export_read', { id: stored.id });
  const access = accessOf(caller);
  return pageOfIds([...files.keys()], query, async some => {
    const shown = some.flatMap(id => files.get(id) ?? []);
    const forms = await getForms(shown.map(({ formId }) => formId));
    return Promise.all(shown.map(file => linked(file, forms.get(file.formId), access)));
  });
});

async function linked(file: StoredFile, form: StoredForm | undefined, access: Access) {
  const { id, formId, name, rows, bytes } = file;
  const link = isConcealed(file, form, access) ? notShown : await linkToExportFile(file, linkSeconds);
  return { ...{ id, formId, name, rows, bytes }, ...link, expiresIn: linkSeconds };
}

/**
 * Whether a file shows answers that the caller may not see. It has the access of its creator, and policies may have
 * changed.
 */
const isConcealed = ({ whole, unsealed }: StoredFile, form: StoredForm | undefined, access: Access): boolean =>
  (unsealed === true && access === 'limited') || (form !== undefined && showsConcealed(form, whole, access));

const notShown = {
  url: null,
  withheld: 'This file shows answers that a policy hides from you. Create your own export with POST /exports.',
};
