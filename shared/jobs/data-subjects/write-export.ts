import { putExport } from '../../aws/s3/exports.ts';
import { batchesOf, inBatches } from '../../batches.ts';
import type { Form } from '../../domain/forms/form.ts';
import { fileIdsIn } from '../../domain/responses/file-changes.ts';
import { inTime, type Replies } from '../../domain/responses/replies.ts';
import type { Response } from '../../domain/responses/response.ts';
import type { View } from '../../domain/responses/view.ts';
import { responseId } from '../../ids.ts';
import { getForm, type StoredForm } from '../../store/forms/forms.ts';
import type { Key } from '../../store/keys.ts';
import { type DataSubjectRequest, saveRequest } from '../../store/responses/data-subject-requests.ts';
import { type FoundBatch, putExportedFiles, readAllBatches } from '../../store/responses/found-responses.ts';
import { withAllAnswers } from '../../store/responses/moved-answers.ts';
import { responseIdOf } from '../../store/responses/moved-responses.ts';
import { repliesIn } from '../../store/responses/replies.ts';
import { fromItem, readItems } from '../../store/responses/responses.ts';
import { openResponse, showResponse } from '../../store/responses/sealed-answers.ts';
import { getUploads, type Upload } from '../../store/responses/uploads.ts';
import { readVisits } from '../../store/responses/visits.ts';
import type { Item } from '../../store/table.ts';
import { archivedItems } from './archived-items.ts';
import { viewsNaming } from './named-views.ts';

/** How long the file is stored. */
const keptMs = 7 * 24 * 3600_000;

/**
 * The maximum size of the file, which is about 30,000 usual responses. The file is built in memory, which has several
 * copies of it.
 */
const fileBytesMax = 32 * 1024 * 1024;

/** The number of responses that are read at once. */
const readAtOnce = 100;

class TooLarge extends Error {}

/**
 * Writes the found responses to one file, as JSON with a line for each response. A run that is killed is repeated from
 * its start.
 */
export async function writeExport(
  request: DataSubjectRequest,
  _deadline: number,
  bytesMax = fileBytesMax,
): Promise<DataSubjectRequest | undefined> {
  try {
    const expiresAt = new Date(Date.now() + keptMs).toISOString();
    const { views, ...file } = await putFile(request, bytesMax);
    return await saveRequest(request, { file: { ...file, expiresAt }, views, step: request.step + 1 });
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    return saveRequest(request, { reason: error.message, step: request.step + 1 });
  }
}

async function putFile(
  request: DataSubjectRequest,
  bytesMax: number,
): Promise<{ bytes: number; files: number; views: number }> {
  const lines: Buffer[] = [];
  const forms = new Map<string, Form>();
  let bytes = 0;
  let files = 0;
  for await (const batch of readAllBatches(request.id)) {
    const stored = await getForm(batch.formId);
    if (!stored) continue;
    forms.set(batch.formId, stored.form);
    for await (const { record, fileIds } of recordsOf(batch, stored, request)) {
      const line = Buffer.from(JSON.stringify(record));
      bytes += line.length;
      if (bytes > bytesMax) throw new TooLarge(tooLarge);
      lines.push(line);
      files += fileIds.length;
      await putExportedFiles(request.id, fileIds);
    }
  }
  const views = await shownViews(request);
  const file = fileOf(request, { forms: [...forms.values()], views }, lines);
  await putExport(request, file);
  return { bytes: file.length, files, views: views.length };
}

const tooLarge = `The responses take more than ${fileBytesMax / 1024 / 1024} MB. Name the person by what only their responses have, or export the forms by GET /responses`;

type FileHead = { readonly forms: readonly Form[]; readonly views: readonly object[] };

/** Returns the content of the file: what makes the answers readable, then the responses, one a line. */
function fileOf({ id, environment, createdAt }: DataSubjectRequest, { forms, views }: FileHead, lines: Buffer[]) {
  const described = forms.map(({ id: formId, title, fields }) => ({
    id: formId,
    title,
    fields: fields.map(({ id: fieldId, type, label }) => ({ id: fieldId, type, label })),
  }));
  const head = JSON.stringify({ request: id, environment, createdAt, forms: described, views }).slice(0, -1);
  const separated = lines.flatMap((line, index) => [line, Buffer.from(index === lines.length - 1 ? '\n' : ',\n')]);
  return Buffer.concat([Buffer.from(`${head},"responses":[\n`), ...separated, Buffer.from(']}\n')]);
}

/** Returns the saved views that name the person. */
async function shownViews(request: DataSubjectRequest) {
  const found: Pick<View, 'id' | 'formId' | 'name' | 'filters'>[] = [];
  for await (const { named } of viewsNaming(request)) {
    found.push(...named.map(({ id, formId, name, filters }) => ({ id, formId, name, filters })));
  }
  return found;
}

/** Reads the responses of a batch with data of their visits and files. */
async function* recordsOf(batch: FoundBatch, stored: StoredForm, request: DataSubjectRequest) {
  for await (const items of itemsOf(batch, stored)) yield* recordsOfItems(items, stored, request);
}

async function* recordsOfItems(
  items: readonly Item[],
  stored: StoredForm,
  { includeMasked = true, include = ['notes'] }: DataSubjectRequest,
) {
  const { id: formId } = stored.form;
  const visits = await readVisits(
    formId,
    items.flatMap(({ visit }) => (typeof visit === 'string' ? visit : [])),
  );
  const found = await Promise.all(
    items.map(async item => ({
      response: await openResponse(stored, fromItem(item, stored.form)),
      visit: String(item.visit),
      replies: repliesOf(item),
    })),
  );
  const uploads = await getUploads([...new Set(found.flatMap(({ response }) => fileIdsIn(formId, response.answers)))]);
  for (const { response, visit, replies } of found.sort((a, b) => (a.response.id < b.response.id ? -1 : 1))) {
    const files = filesOf(response, uploads);
    const shown = includeMasked ? response : await showResponse(stored, response, 'full');
    const notes = include.includes('notes') ? shown.notes : [];
    const record = { ...shown, notes, replies, files: files.map(shownFile), visit: visits.get(visit) ?? null };
    yield { record, fileIds: files.map(({ fileId }) => fileId) };
  }
}

/**
 * Reads the items some at a time: first from the table, then from archives. A response that leaves the table in between
 * is in an archive by then.
 */
async function* itemsOf({ formId, responses }: FoundBatch, stored: StoredForm): AsyncGenerator<Item[]> {
  // A response may become spam or normal, or be completed, at any time. Its ID stays.
  const left = new Map(responses.map(({ sortKey }) => [responseId(formId, sortKey), sortKey]));
  for (const some of batchesOf([...left.keys()], readAtOnce)) {
    const items = await withAllAnswers(await readItems(some));
    for (const item of items) left.delete(responseIdOf(item));
    yield items;
  }
  yield* inBatches(archivedItems(stored, [...left.values()]), readAtOnce);
}

function filesOf({ id, formId, answers }: Response, uploads: ReadonlyMap<string, Upload>): Upload[] {
  const files = [...new Set(fileIdsIn(formId, answers))].map(fileId => uploads.get(fileId));
  return files.filter(upload => upload !== undefined).filter(({ responseId: owner }) => owner === id);
}

/** Returns the replies by email to a response, oldest first. */
const repliesOf = (item: Item) =>
  inTime(repliesIn(item as Key & { replies?: Replies })).map(({ id, fieldId, subject, body, createdAt, state }) => {
    return { id, fieldId, subject, body, createdAt, state };
  });

const shownFile = ({ fileId: id, fieldId, fileName: name, contentType, size }: Upload) => ({
  ...{ id, fieldId, name, contentType, size },
});
