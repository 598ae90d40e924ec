import { linkToExportFile } from '../../shared/aws/file-urls.ts';
import { listExportFiles } from '../../shared/contracts/responses/exports.ts';
import { type Access, accessOf } from '../../shared/domain/responses/field-policies.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { pageOfIds } from '../../shared/http/id-page.ts';
import { filesOf, type StoredFile } from '../../shared/store/exports/export-files.ts';
import { getExportOf } from '../../shared/store/exports/exports.ts';

const linkSeconds = 300;

export const handler = endpoint(listExportFiles, async ({ params, query, caller }) => {
  const stored = await getExportOf(caller, params.id);
  if (!stored) throw notFound('Export');
  const files = new Map((await filesOf(stored.id)).map(file => [file.id, file]));
  const access = accessOf(caller);
  return pageOfIds([...files.keys()], query, some =>
    Promise.all(some.map(id => linked(files.get(id) as StoredFile, access))),
  );
});

async function linked(file: StoredFile, access: Access) {
  const { id, formId, name, rows, bytes, unsealed } = file;
  const link = unsealed && access === 'limited' ? notShown : await linkToExportFile(file, linkSeconds);
  return { ...{ id, formId, name, rows, bytes }, ...link, expiresIn: linkSeconds };
}

const notShown = {
  url: null,
  withheld:
    'This file shows sealed answers, which the role viewer does not see. Make an export of your own by POST /exports.',
};
