import type { Contract } from '../contract.ts';
import { deletes, reads } from '../operations.ts';
import { linkOrNone, listOf, object, paging, pathId, record, timestamp } from '../records.ts';

const archive = object(['id', 'name', 'from', 'to', 'count', 'bytes', 'sha256', 'url', 'createdAt'], {
  id: { type: 'string' },
  name: {
    type: 'string',
    description: 'The object’s name with its range: `<from>-<to>.jsonl.gz`.',
  },
  from: { ...timestamp, description: 'When the first of its responses was submitted.' },
  to: { ...timestamp, description: 'All of its responses were submitted before.' },
  count: { type: 'integer', description: 'The number of responses.' },
  bytes: { type: 'integer', description: 'The size of the compressed object.' },
  sha256: { type: 'string', description: 'The hash of the compressed object, in hexadecimal digits.' },
  ...linkOrNone('A link to download it, for an hour.'),
  createdAt: timestamp,
  deleting: { type: 'boolean', description: 'True while it is being deleted. Otherwise absent.' },
});

export const listArchives = {
  ...reads,
  path: '/forms/{id}/archives',
  summary: 'List the archives of a form',
  auditedReading: ['archives.read'],
  description:
    'Archives of the retention policy `archive`: gzipped JSON lines, one for each response. Ordered by the time of their responses.',
  grants: ['table:read', 'files:readArchives'],
  params: pathId('The ID of a form.'),
  query: object([], paging),
  response: listOf(archive),
} as const satisfies Contract;

export const deleteArchive = {
  ...deletes('admin'),
  path: '/forms/{id}/archives/{archiveId}',
  summary: 'Permanently delete an archive',
  description:
    'Deletes an archive with the files of its responses, within about a minute. Until then it is in the list, with `deleting`. It waits for a bucket that does not let the service in. 409: it is being written or restored, or a data subject request is running in the environment.',
  audited: 'archive.deleted',
  params: record({
    id: { type: 'string', description: 'The ID of a form.' },
    archiveId: { type: 'string', description: 'The ID of an archive.' },
  }),
} as const satisfies Contract;

export const archives = { listArchives, deleteArchive } as const;
