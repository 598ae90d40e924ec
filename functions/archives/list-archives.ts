import { archiveName } from '../../shared/aws/s3/archive-objects.ts';
import { linkToArchive } from '../../shared/aws/s3/file-urls.ts';
import { listArchives } from '../../shared/contracts/forms/archives.ts';
import { type Access, accessOf, showsConcealed } from '../../shared/domain/responses/field-policies.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { pageOfIds } from '../../shared/http/lists/id-page.ts';
import { type Archive, archivesOf } from '../../shared/store/forms/archives.ts';
import { getFormOf, type StoredForm } from '../../shared/store/forms/forms.ts';
import { recordReading } from '../../shared/store/readings.ts';

const linkSeconds = 3600;

const notShown = {
  url: null,
  withheld:
    'This archive shows answers that a policy now hides from you. An operator can restore it (npm run restore-archive); its answers are then encrypted.',
};

export const handler = endpoint(listArchives, async ({ params, query, caller }) => {
  const stored = await getFormOf(caller, params.id);
  if (!stored) throw notFound('Form');
  const access = accessOf(caller);
  const archives = new Map((await archivesOf(params.id)).map(archive => [archive.id, archive]));
  await recordReading(caller, 'archives.read', { id: stored.form.id, name: stored.form.title });
  return pageOfIds([...archives.keys()], query, ids =>
    Promise.all(ids.flatMap(id => archives.get(id) ?? []).map(archive => recordOf(archive, stored, access))),
  );
});

async function recordOf(archive: Archive, stored: StoredForm, access: Access) {
  const { id, from, to, count = 0, bytes = 0, sha256 = '', createdAt } = archive;
  // An archive contains answers that were not sealed when it was written, and the form's policies may have changed
  // since.
  const isConcealed = showsConcealed(stored, archive.whole, access);
  const [name, link] = [archiveName(archive), isConcealed ? notShown : await linkToArchive(archive, linkSeconds)];
  const range = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  return { id, name, ...range, count, bytes, sha256, ...link, createdAt };
}
