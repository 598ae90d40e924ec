import { batchesOf } from '../../batches.ts';
import { describedForm, type PersonHead, personFile } from '../../domain/exports/person-file.ts';
import { fileIdsIn } from '../../domain/responses/file-changes.ts';
import { inTime, type Replies } from '../../domain/responses/replies.ts';
import type { Response } from '../../domain/responses/response.ts';
import type { View } from '../../domain/responses/view.ts';
import { responseId } from '../../ids.ts';
import { inParallel } from '../../in-parallel.ts';
import { getOrganization } from '../../store/accounts/organizations.ts';
import type { Archive } from '../../store/forms/archives.ts';
import { allConsentTexts } from '../../store/forms/consent-texts.ts';
import { getForm, type StoredForm } from '../../store/forms/forms.ts';
import type { Key } from '../../store/keys.ts';
import { receiversOfForm } from '../../store/receivers/deliveries-of-response.ts';
import type { Receiver } from '../../store/receivers/receivers.ts';
import { type DataSubjectRequest, foundIn, saveRequest } from '../../store/responses/data-subject-requests.ts';
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
import { archiveKeptUntil, keptUntil } from './kept-until.ts';
import { viewsNaming } from './named-views.ts';
import { recipientsOf } from './recipients.ts';
import { storeFile } from './store-file.ts';

/** How long the file is stored. */
const keptMs = 7 * 24 * 3600_000;

/** The maximum size of the responses, which is about 30,000 usual ones. A run has time for these. */
const fileBytesMax = 64 * 1024 * 1024;

/** The maximum number of responses whose deliveries are read. Each takes a query for each receiver, or several. */
const tracedMax = 5000;

/** The number of responses that are read at once, and of those whose deliveries are. */
const readAtOnce = 100;
const traceAtOnce = 10;

class TooLarge extends Error {}

/**
 * Writes the found responses to one file, as JSON with a line for each response. A run that is killed is repeated from
 * its start.
 *
 * @returns undefined when another run came first, whose file stays
 */
export async function writeExport(
  request: DataSubjectRequest,
  _deadline: number,
  bytesMax = fileBytesMax,
): Promise<DataSubjectRequest | undefined> {
  try {
    const expiresAt = new Date(Date.now() + keptMs).toISOString();
    const put = await putFile(request, bytesMax);
    if (!put) return undefined;
    const { views, ...file } = put;
    return await saveRequest(request, { file: { ...file, expiresAt }, views, step: request.step + 1 });
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    return saveRequest(request, { reason: error.message, step: request.step + 1 });
  }
}

async function putFile(
  request: DataSubjectRequest,
  bytesMax: number,
): Promise<{ bytes: number; files: number; views: number } | undefined> {
  const head = await headOf(request);
  let [files, length] = [0, 0];
  async function* lines(): AsyncGenerator<string> {
    for await (const { record, fileIds } of recordsOfPerson(request)) {
      const line = JSON.stringify(record);
      length += Buffer.byteLength(line);
      if (length > bytesMax) throw new TooLarge(tooLarge);
      files += fileIds.length;
      await putExportedFiles(request.id, fileIds);
      yield line;
    }
  }
  const bytes = await storeFile(request, 'json', personFile(head, lines()));
  return bytes === undefined ? undefined : { bytes, files, views: head.views.length };
}

const tooLarge = `The responses take more than ${fileBytesMax / 1024 / 1024} MB. Name the person by what only their responses have, or export the forms by GET /responses`;

/** Returns what the file begins with: what explains the responses. */
async function headOf(request: DataSubjectRequest): Promise<PersonHead> {
  const { id, environment, createdAt, organizationId, requestedBy, subject, language } = request;
  const organization = await getOrganization(organizationId);
  const forms: PersonHead['forms'][number][] = [];
  for (const formId of Object.keys(request.forms).sort()) {
    const stored = await getForm(formId);
    if (!stored) continue;
    const texts = [...(await allConsentTexts(stored)).values()].map(({ current: _, ...text }) => text);
    forms.push(describedForm(stored.form, stored.retiredFields, texts, language));
  }
  const exportedAt = new Date().toISOString();
  const about = { organization: organization?.name, requestedBy, subject, language };
  return { request: id, environment, createdAt, exportedAt, ...about, forms, views: await shownViews(request) };
}

async function* recordsOfPerson(request: DataSubjectRequest) {
  for await (const batch of readAllBatches(request.id)) {
    const stored = await getForm(batch.formId);
    if (stored) yield* recordsOf(batch, stored, request);
  }
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
  const receivers = foundIn(request) <= tracedMax ? await receiversOfForm(stored) : undefined;
  for await (const found of itemsOf(batch, stored)) yield* recordsOfItems(found, { stored, receivers }, request);
}

type FoundItems = { readonly items: readonly Item[]; readonly archive?: Archive };
type OfForm = { readonly stored: StoredForm; readonly receivers: readonly Receiver[] | undefined };

async function* recordsOfItems(
  { items, archive }: FoundItems,
  { stored, receivers }: OfForm,
  { includeMasked = true, include = ['notes'] }: DataSubjectRequest,
) {
  const { id: formId } = stored.form;
  const visits = await readVisits(
    formId,
    items.flatMap(({ visit }) => (typeof visit === 'string' ? visit : [])),
  );
  const found = await inParallel(items, traceAtOnce, async item => {
    const response = await openResponse(stored, fromItem(item, stored.form));
    return {
      ...{ response, visit: String(item.visit), replies: repliesOf(item) },
      keptUntil: archive ? archiveKeptUntil(stored, archive) : keptUntil(stored, item, response),
      recipients: receivers ? await recipientsOf(receivers, response) : null,
    };
  });
  const uploads = await getUploads([...new Set(found.flatMap(({ response }) => fileIdsIn(formId, response.answers)))]);
  for (const { response, visit, ...others } of found.sort((a, b) => (a.response.id < b.response.id ? -1 : 1))) {
    const files = filesOf(response, uploads);
    const shown = includeMasked ? response : await showResponse(stored, response, 'full');
    const notes = include.includes('notes') ? shown.notes : [];
    const record = { ...shown, notes, ...others, files: files.map(shownFile), visit: visits.get(visit) ?? null };
    yield { record, fileIds: files.map(({ fileId }) => fileId) };
  }
}

/**
 * Reads the items some at a time: first from the table, then from archives. A response that leaves the table in between
 * is in an archive by then.
 */
async function* itemsOf({ formId, responses }: FoundBatch, stored: StoredForm): AsyncGenerator<FoundItems> {
  // A response may become spam or normal, or be completed, at any time. Its ID stays.
  const left = new Map(responses.map(({ sortKey }) => [responseId(formId, sortKey), sortKey]));
  for (const some of batchesOf([...left.keys()], readAtOnce)) {
    const items = await withAllAnswers(await readItems(some));
    for (const item of items) left.delete(responseIdOf(item));
    yield { items };
  }
  yield* archivedItems(stored, [...left.values()], readAtOnce);
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
