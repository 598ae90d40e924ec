import type { Readable } from 'node:stream';
import { openExport, openLines } from '../../aws/s3/exports.ts';
import { openFile } from '../../aws/s3/file-urls.ts';
import { batchesOf } from '../../batches.ts';
import { headIn, type PersonHead, type PersonRecord, recordsIn } from '../../domain/exports/person-file.ts';
import { safeFileName } from '../../domain/text/content-disposition.ts';
import { type DataSubjectRequest, saveRequest } from '../../store/responses/data-subject-requests.ts';
import { getUploads } from '../../store/responses/uploads.ts';
import { storeFile } from './store-file.ts';

/** The maximum number and size of uploaded files in an archive. A run has time and disk for these. */
const filesMax = { count: 1000, bytes: 200 * 1024 * 1024 };

/** The number of files that are looked up at once. */
const lookedUpAtOnce = 100;

/**
 * Writes an archive of an export's file, the page that shows it to a person, and the uploaded files. It is made of the
 * file alone, so a run that is killed is repeated from its start.
 */
export async function writeZip(
  request: DataSubjectRequest,
  _deadline: number,
  limits = filesMax,
): Promise<DataSubjectRequest | undefined> {
  const zip = request.file && (await putZip(request, limits));
  return saveRequest(request, { ...(zip && { zip }), step: request.step + 1 });
}

async function putZip(request: DataSubjectRequest, limits: typeof filesMax): Promise<DataSubjectRequest['zip']> {
  const head = await headOf(request);
  // The run that wrote a file without this time belonged to an earlier version.
  if (head?.exportedAt === undefined) return undefined;
  // The page and the archive are a part beside the bundle.
  const { personZip } = await import('../../domain/exports/person-zip.ts');
  const selected = await selectFiles(request, limits);
  let files = 0;
  async function* opened() {
    for await (const file of openFiles(selected)) {
      files += 1;
      yield { ...file, path: `files/${String(files).padStart(4, '0')}-${safeFileName(file.name)}` };
    }
  }
  const content = personZip(head, { data: () => dataOf(request), records: () => recordsOf(request), files: opened() });
  const bytes = await storeFile(request, 'zip', content);
  return bytes === undefined ? undefined : { bytes, files };
}

async function headOf(request: DataSubjectRequest): Promise<PersonHead | undefined> {
  for await (const line of (await openLines(request)) ?? []) return headIn(line);
  return undefined;
}

async function* dataOf(request: DataSubjectRequest): AsyncGenerator<Uint8Array> {
  yield* (await openExport(request)) ?? [];
}

async function* recordsOf(request: DataSubjectRequest): AsyncGenerator<PersonRecord> {
  const lines = await openLines(request);
  if (lines) yield* recordsIn(lines);
}

type SelectedFile = PersonRecord['files'][number];

/** Selects the files that fit in the archive. Those of concealed answers stay out. */
async function selectFiles(request: DataSubjectRequest, limits: typeof filesMax): Promise<SelectedFile[]> {
  const selected: SelectedFile[] = [];
  let left = limits.bytes;
  for await (const { files, concealed = {} } of recordsOf(request)) {
    for (const file of files) {
      if (selected.length >= limits.count) return selected;
      if (file.size > left || Object.hasOwn(concealed, file.fieldId)) continue;
      selected.push(file);
      left -= file.size;
    }
  }
  return selected;
}

/** Opens the files that can be handed out, one after the other. */
async function* openFiles(
  selected: readonly SelectedFile[],
): AsyncGenerator<{ id: string; name: string; content: Readable }> {
  for (const some of batchesOf(selected, lookedUpAtOnce)) {
    const uploads = await getUploads(some.map(({ id }) => id));
    for (const { id, name } of some) {
      const upload = uploads.get(id);
      const content = upload?.state === 'claimed' ? await openFile(upload) : undefined;
      if (content) yield { id, name, content };
    }
  }
}
