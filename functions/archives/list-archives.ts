import { archiveName } from '../../shared/aws/archive-objects.ts';
import { linkToArchive } from '../../shared/aws/file-urls.ts';
import { listArchives } from '../../shared/contracts/forms/archives.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { pageOfIds } from '../../shared/http/id-page.ts';
import { type Archive, archivesOf } from '../../shared/store/forms/archives.ts';
import { getFormOf } from '../../shared/store/forms/forms.ts';

const linkSeconds = 3600;

export const handler = endpoint(listArchives, async ({ params, query, caller }) => {
  if (!(await getFormOf(caller, params.id))) throw notFound('Form');
  const archives = new Map((await archivesOf(params.id)).map(archive => [archive.id, archive]));
  return pageOfIds([...archives.keys()], query, ids =>
    Promise.all(ids.flatMap(id => archives.get(id) ?? []).map(recordOf)),
  );
});

async function recordOf(archive: Archive) {
  const { id, from, to, count = 0, bytes = 0, sha256 = '', createdAt } = archive;
  const [name, link] = [archiveName(archive), await linkToArchive(archive, linkSeconds)];
  const range = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  return { id, name, ...range, count, bytes, sha256, ...link, createdAt };
}
