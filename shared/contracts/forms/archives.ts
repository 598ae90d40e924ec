import type { Contract } from '../contract.ts';
import { reads } from '../operations.ts';
import { linkOrNone, listOf, object, paging, pathId, timestamp } from '../records.ts';

const archive = object(['id', 'name', 'from', 'to', 'count', 'bytes', 'sha256', 'url', 'createdAt'], {
  id: { type: 'string' },
  name: {
    type: 'string',
    description: 'Of its object: the range that it holds, as `<from>-<to>.jsonl.gz`.',
  },
  from: { ...timestamp, description: 'When the first of its responses was submitted.' },
  to: { ...timestamp, description: 'All of its responses were submitted before.' },
  count: { type: 'integer', description: 'How many responses it holds.' },
  bytes: { type: 'integer', description: 'Of the compressed object.' },
  sha256: { type: 'string', description: 'Of the compressed object, in hexadecimal digits.' },
  ...linkOrNone('To download it from; for an hour.'),
  createdAt: timestamp,
});

export const listArchives = {
  ...reads,
  path: '/forms/{id}/archives',
  summary: 'List the archives of a form',
  description:
    'What the retention policy `archive` has taken out of the table: gzip of JSON lines, one for each response. Sorted by the time of their responses.',
  files: 'readArchives',
  params: pathId('The id of a form.'),
  query: object([], paging),
  response: listOf(archive),
} as const satisfies Contract;

export const archives = { listArchives } as const;
