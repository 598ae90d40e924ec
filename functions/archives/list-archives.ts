import { archiveName } from '../../shared/aws/s3/archive-objects.ts';
import { linkToArchive } from '../../shared/aws/s3/file-urls.ts';
import { listArchives } from '../../shared/contracts/forms/archives.ts';
import { type Access, accessOf, showsConcealed } from '../../shared/domain/responses/field-policies.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { pageOfIds } from '../../shared/http/lists/id-page.ts';
import { type Archive, allArchivesOf, isListed } from '../../shared/store/forms/archives.ts';
import { getFormOf, type StoredForm } from '../../shared/store/forms/forms.ts';
import { recordReading } from '../../shared/store/readings.ts';

const linkSeconds = 3600;

const notShown = {
  url: null,
  withheld:
    'This archive shows answers that a policy now hides from you. An operator can restore it (npm run restore-archive); its answers are then encrypted.',
};

const whileDeleting = {
  ...{ deleting: true, url: null },
  withheld: 'This archive is being deleted.',
};

const whileClosed = {
  ...whileDeleting,
  withheld:
    'This archive is deleted as soon as its bucket lets the service in. Restore the access, or delete the object there.',
};

export const handler = endpoint(listArchives, async ({ params, query, caller }) => {
  const stored = await getFormOf(caller, params.id);
  if (!stored) throw notFound('Form');
  const access = accessOf(caller);
  const listed = (await allArchivesOf(params.id)).filter(isListed);
  const archives = new Map(listed.map(archive => [archive.id, archive]));
  await recordReading(caller, 'archives.read', { id: stored.form.id, name: stored.form.title });
  return pageOfIds([...archives.keys()], query, ids =>
    Promise.all(ids.flatMap(id => archives.get(id) ?? []).map(archive => recordOf(archive, stored, access))),
  );
});

async function recordOf(archive: Archive, stored: StoredForm, access: Access) {
  const { id, from, to, count = 0, bytes = 0, sha256 = '', createdAt } = archive;
  // An archive contains answers that were not sealed when it was written, and the form's policies may have changed
  // since.
  const isConcealed = archive.state !== 'deleting' && showsConcealed(stored, archive.whole, access);
  const name = archiveName(archive);
  const link = isConcealed ? notShown : await linkUnlessDeleting(archive);
  const range = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  return { id, name, ...range, count, bytes, sha256, ...link, createdAt };
}

const linkUnlessDeleting = (archive: Archive) => {
  if (archive.state !== 'deleting') return linkToArchive(archive, linkSeconds);
  return archive.closedSince === undefined ? whileDeleting : whileClosed;
};
