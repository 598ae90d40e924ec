import { buffer } from 'node:stream/consumers';
import { putExportFile } from '../../aws/s3/exports.ts';
import type { Caller } from '../../domain/accounts/caller.ts';
import { type ExportColumn, type ExportedResponse, namedColumns, usualColumns } from '../../domain/exports/columns.ts';
import { parquetColumns } from '../../domain/exports/parquet-columns.ts';
import { textOf } from '../../domain/exports/text.ts';
import type { Form } from '../../domain/forms/form.ts';
import { expiryOf } from '../../domain/forms/retention.ts';
import { ownerBucketOf } from '../../domain/forms/storage.ts';
import { policedFields } from '../../domain/responses/policed-fields.ts';
import type { Response } from '../../domain/responses/response.ts';
import { validationFailed } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { StoredForm } from '../../store/forms/forms.ts';
import { searchOf } from '../../store/responses/answer-search.ts';
import { fileWrite } from '../../store/responses/export-files.ts';
import { type Export, type ExportOptions, exportStore } from '../../store/responses/exports.ts';
import { type ResponseList, responsesOfEnvironment, responsesOfForm } from '../../store/responses/response-lists.ts';
import { removeObject } from '../purges/export-removal.ts';

/** The limits of a file: a run has time and memory for one. `bytes` are of the responses as JSON. */
type FileEnd = { rows: number; bytes: number; cells: number };
const usualEnd: FileEnd = { rows: 50_000, bytes: 16 * 1024 * 1024, cells: 1_000_000 };

/** When a run must stop, in ms since the epoch, and where a file ends, if not as usual. */
export type Limits = { deadline: number; fileEnd?: Partial<FileEnd> };

/**
 * Returns the responses of a form in an export, as its requester may see them. Throws if its conditions no longer fit
 * the form.
 *
 * @param until when a search stops reading, in ms since the epoch
 */
async function listOf(read: Export, formId: string, until?: number) {
  const { handling } = read.options;
  const search = await searchOf(read.organizationId, read.options);
  const bounds = { readMax: Number.POSITIVE_INFINITY, until };
  const list = await responsesOfForm(callerOf(read), formId, { ...filterOf(read), handling }, { ...search, ...bounds });
  if (list?.faults) throw validationFailed(list.faults);
  return list;
}

/** Counts the responses of an export, unless only reading them would tell. */
export async function totalOf(read: Export): Promise<number | undefined> {
  const { formId } = read.options;
  const list = await (formId === undefined
    ? responsesOfEnvironment(callerOf(read), filterOf(read))
    : listOf(read, formId));
  return list?.search ? undefined : (list?.count() ?? 0);
}

function callerOf({ id, organizationId, environmentId, environment, access }: Export): Caller {
  const role = access === 'full' ? 'editor' : 'viewer';
  return { kind: 'secretKey', id, role, organizationId, environmentId, environment };
}

const filterOf = ({ options: { status, folder }, from, to }: Export) => ({ status, folder, from, to });

/**
 * Writes the files of a form that are not written yet. A file is stored together with the place where the next one
 * starts, under an ID that is unique to the run. If two runs write the same file, one counts.
 *
 * @returns undefined when it was stopped, by time or by another run
 */
export async function writeFilesOf(read: Export, formId: string, limits: Limits): Promise<Export | undefined> {
  let current = read.place?.formId === formId ? read : { ...read, place: { formId, files: 0 } };
  for (;;) {
    const next = await writeNextFile(current, formId, limits);
    if (next === 'all') return current;
    if (!next) return undefined;
    if (Date.now() >= limits.deadline) return stopAt(next, next.place);
    current = next;
  }
}

/** Leaves the rest, from this place on, to another run, which is due at once. */
export async function stopAt(read: Export, place: Export['place']): Promise<undefined> {
  await exportStore.save(read, { place }, { due: Date.now() });
}

/**
 * Writes the next file, or without matches stores how far a search has read. Returns `all` when there is none left, and
 * undefined when another run came first.
 */
async function writeNextFile(
  read: Export,
  formId: string,
  { deadline, fileEnd }: Limits,
): Promise<Export | 'all' | undefined> {
  const list = await listOf(read, formId, deadline);
  if (!list) return 'all';
  const columns = await columnsOf(read.options, list);
  const responses = await readFile(list, { ...read, columns }, { ...usualEnd, ...fileEnd });
  const { stoppedAt } = list.search ?? {};
  if (responses.length === 0 && stoppedAt !== undefined) {
    return exportStore.save(read, { place: { formId, files: read.place?.files ?? 0, after: stoppedAt } });
  }
  // An export of one form always has a file.
  const isFirstOfOne = read.options.formId !== undefined && read.place?.files === 0;
  if (responses.length === 0 && !isFirstOfOne) return 'all';
  return writeFile(read, { list, columns, responses });
}

type Columns = readonly ExportColumn[] | undefined;

async function readFile(
  list: ResponseList,
  { place, columns, options: { order = 'asc' } }: Pick<Export, 'place' | 'options'> & { columns: Columns },
  end: FileEnd,
): Promise<Response[]> {
  const rowsMax = Math.min(end.rows, Math.ceil(end.cells / (columns?.length ?? 1)));
  const responses: Response[] = [];
  let bytes = 0;
  const reading = { order, position: place?.after, ...(list.search && { expected: rowsMax }) };
  for await (const response of list.read(reading)) {
    responses.push(response);
    bytes += JSON.stringify(response).length;
    if (responses.length >= rowsMax || bytes >= end.bytes) break;
  }
  return responses;
}

type ExportContent = {
  list: ResponseList & { stored: StoredForm };
  columns: Columns;
  responses: readonly Response[];
};

async function writeFile(read: Export, { list, columns, responses }: ExportContent): Promise<Export | undefined> {
  const { options, environmentId, id: request, place } = read;
  const { stored } = list;
  const { form } = stored;
  const { format } = options;
  const body = await contentOf(options, form, columns, responses);
  const number = (place?.files ?? 0) + 1;
  const file = {
    ...{ environmentId, request, id: newId('exportFile'), format, storage: ownerBucketOf(form) },
    ...{ formId: form.id, name: `${form.title}-${number}.${format}`, rows: responses.length, bytes: body.length },
    whole: wholeFields(responses),
    ...(read.access === 'full' && holdsSealed(stored) && { unsealed: true }),
  };
  await putExportFile(file, body);
  const last = responses.at(-1);
  const after = list.search?.stoppedAt ?? (last ? list.positionOf(last) : place?.after);
  const saved = await exportStore.save(
    read,
    {
      ...{ rows: read.rows + file.rows, files: read.files + 1, bytes: read.bytes + file.bytes },
      ...firstExpiry(read, stored, responses),
      place: { formId: form.id, files: number, ...(after !== undefined && { after }) },
    },
    { writes: [fileWrite(file)] },
  );
  // No item refers to the file: the export was deleted meanwhile, or another run has written the same one.
  if (!saved) await removeObject(file);
  return saved;
}

/** Returns when the first of the export's responses expires: the oldest, which a file begins or ends with. */
function firstExpiry({ endsBy }: Export, keeping: StoredForm, responses: readonly Response[]): Pick<Export, 'endsBy'> {
  const ends = [responses[0], responses.at(-1)].flatMap(response => response ?? []);
  const expiries = ends.flatMap(({ submittedAt }) => expiryOf(keeping, Date.parse(submittedAt)) ?? []);
  return expiries.length === 0 ? {} : { endsBy: Math.min(...expiries, endsBy ?? Number.POSITIVE_INFINITY) };
}

/** Returns the fields that some responses show whole, whichever columns are written. */
function wholeFields(responses: readonly Response[]): string[] {
  const ids = new Set<string>();
  for (const { answers, concealed = {} } of responses) {
    for (const id of Object.keys(answers)) if (!Object.hasOwn(concealed, id)) ids.add(id);
  }
  return [...ids];
}

const holdsSealed = (stored: StoredForm): boolean =>
  [...policedFields(stored).values()].some(({ policy }) => policy === 'encrypted');

async function columnsOf({ format, columns: asked }: ExportOptions, list: ResponseList): Promise<Columns> {
  const { columns, retired } = await list.columns();
  if (asked !== undefined) return namedColumns(asked, columns, retired).columns;
  return format === 'jsonl' ? undefined : usualColumns(columns, retired);
}

async function contentOf(
  { format, timezone, headers = 'id', bom = false, guard = true, delimiter }: ExportOptions,
  { fields }: Form,
  columns: Columns,
  responses: readonly ExportedResponse[],
): Promise<Uint8Array> {
  if (format === 'parquet') {
    const { parquetFile } = await import('./parquet-file.ts');
    return parquetFile(parquetColumns(columns ?? [], responses, fields));
  }
  if (format === 'xlsx') {
    const { xlsxOf } = await import('../../domain/exports/xlsx-file.ts');
    return buffer(xlsxOf(responses, { columns: columns ?? [], fields, headers, timezone }));
  }
  return buffer(textOf(responses, { format, columns, timezone, headers, bom, guard, delimiter }));
}
