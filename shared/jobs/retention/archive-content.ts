import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { archiveObject, openArchive } from '../../aws/s3/archive-objects.ts';
import { fileIdsIn } from '../../domain/responses/file-changes.ts';
import { isSealed } from '../../domain/responses/stored-answers.ts';
import { responseAddress, timeKey, timeOf } from '../../ids.ts';
import { type Archive, type ArchiveContent, covers } from '../../store/forms/archives.ts';
import { responsePartitions, type StoredForm } from '../../store/forms/forms.ts';
import type { Span } from '../../store/query.ts';
import { reportDamage } from '../../store/report-unreadable.ts';
import { type ArchivedRow, archivedRow } from '../../store/responses/archived-rows.ts';
import { withAllAnswers } from '../../store/responses/moved-answers.ts';
import { getUploads } from '../../store/responses/uploads.ts';
import type { Item } from '../../store/table.ts';
import { lookUpInBatches, readTimeline, wholeSpan } from '../../store/timeline.ts';

/** The bytes of an archive's object, and their content. */
export type ArchiveFile = ArchiveContent & { body: Buffer };

/** The maximum number of responses in an archive, and of bytes as JSON. One run has time and memory for that. */
const rowsMax = 20_000;
const bytesMax = 32 * 1024 * 1024;

/** Packs responses as an archive stores them. The same responses give the same bytes. */
export async function packRows(rows: AsyncIterable<ArchivedRow>): Promise<ArchiveFile> {
  const gzip = createGzip();
  const packed = buffer(gzip);
  const whole = new Set<string>();
  let count = 0;
  for await (const row of rows) {
    count += 1;
    for (const [id, answer] of Object.entries(row.answers)) if (!isSealed(answer)) whole.add(id);
    if (!gzip.write(`${JSON.stringify(row)}\n`)) await once(gzip, 'drain');
  }
  gzip.end();
  return { ...withContent(await packed, count), whole: [...whole] };
}

export const withContent = (body: Buffer, count: number): ArchiveFile => ({
  ...{ body, count, bytes: body.length },
  sha256: createHash('sha256').update(body).digest('hex'),
});

/**
 * Packs responses submitted before a time (ms since the epoch), oldest first, as many as one archive takes, and returns
 * them with their range. Returns undefined when there are none.
 */
export async function packOldest(
  stored: StoredForm,
  before: number,
): Promise<(ArchiveFile & { from: number; to: number }) | undefined> {
  let [from, to] = [before, before];
  async function* oldest() {
    let [rows, bytes, last] = [0, 0, 0];
    for await (const row of readRows(stored, { low: wholeSpan.low, high: timeKey(before) })) {
      const time = Date.parse(row.submittedAt);
      // Responses of the same millisecond stay together, because the range defines the content.
      if ((rows >= rowsMax || bytes >= bytesMax) && time > last) {
        to = last + 1;
        return;
      }
      if (rows === 0) from = time;
      last = time;
      rows += 1;
      bytes += JSON.stringify(row.answers).length;
      yield row;
    }
  }
  const packed = await packRows(oldest());
  return packed.count === 0 ? undefined : { ...packed, from, to };
}

/** Packs the responses submitted within the range of an archive. */
export const packRange = (stored: StoredForm, { from, to }: Pick<Archive, 'from' | 'to'>): Promise<ArchiveFile> =>
  packRows(readRows(stored, { low: timeKey(from), high: timeKey(to) }));

const readRows = (stored: StoredForm, span: Span): AsyncGenerator<ArchivedRow> =>
  lookUpInBatches(readTimeline({ partitions: responsePartitions(stored) }, { order: 'asc', span }), withFiles);

async function withFiles(found: Item[]): Promise<ArchivedRow[]> {
  const items = await withAllAnswers(found);
  const rows = items.map(item => archivedRow(item, []));
  const idsOf = ({ formId, answers }: ArchivedRow) => fileIdsIn(formId, answers);
  const uploads = await getUploads([...new Set(rows.flatMap(idsOf))]);
  return items.map((item, index) => {
    const row = rows[index] as ArchivedRow;
    const own = idsOf(row).flatMap(id => uploads.get(id) ?? []);
    return archivedRow(
      item,
      own.filter(({ responseId }) => responseId === row.id),
    );
  });
}

/** Reads the responses of an archive, one at a time. Throws if its object is not the one that was written. */
export async function* readArchive(archive: Archive): AsyncGenerator<ArchivedRow> {
  const { body } = await openOwnArchive(archive);
  try {
    yield* rowsIn(archive, body);
  } catch (error) {
    if (isDamage(error)) reportDamage('an archive', archiveObject(archive));
    throw error;
  }
}

/** Whether the bytes were read but are not gzipped lines of JSON. */
const isDamage = (error: unknown): boolean =>
  error instanceof SyntaxError || (error instanceof Error && 'code' in error && /^Z_/.test(String(error.code)));

/** Opens an archive that still has its size, or less. A margin allows for how gzip packs fewer responses. */
export async function openOwnArchive(archive: Archive) {
  const opened = await openArchive(archive);
  if (opened.bytes <= (archive.bytes ?? Number.POSITIVE_INFINITY) * 1.1 + 1024) return opened;
  opened.body.destroy();
  throw changedOutside(archive);
}

/**
 * Reads the responses in the bytes of an archive. The owner of its bucket can write anything to it, so only rows that
 * belong in this archive are accepted, and a job for one form never acts on another.
 */
export async function* rowsIn(archive: Archive, packed: AsyncIterable<Uint8Array>): AsyncGenerator<ArchivedRow> {
  let left = archive.count ?? Number.POSITIVE_INFINITY;
  for await (const line of linesOf(packed)) {
    const row = JSON.parse(line);
    left -= 1;
    if (left < 0 || !belongsTo(archive, row)) throw changedOutside(archive);
    yield row;
  }
}

function belongsTo(archive: Archive, row: ArchivedRow): boolean {
  const address = responseAddress(String(row?.id));
  const parts = [row?.answers, row?.notes, row?.meta, row?.stored];
  return (
    row?.formId === archive.formId &&
    address?.formId === archive.formId &&
    isWithin(archive, timeOf(address.sortKey), Date.parse(row.submittedAt)) &&
    parts.every(part => typeof part === 'object' && part !== null)
  );
}

/** Whether it was submitted within the range of the archive, and not before its first save. */
const isWithin = (archive: Archive, savedAt: number, submittedAt: number): boolean =>
  savedAt <= submittedAt && covers(archive, submittedAt);

class ChangedOutside extends Error {}

const changedOutside = ({ id, formId }: Archive) =>
  new ChangedOutside(
    `The archive ${id} of the form ${formId} is not as it was written: its object was changed from outside`,
  );

/** Whether an archive could not be read because its object is not what was written. */
export const isChangedOutside = (error: unknown): boolean => error instanceof ChangedOutside || isDamage(error);

/** Returns the actual content of an archive's object, read from its first byte to its last. */
export async function contentOf(archive: Archive): Promise<ArchiveContent> {
  const hash = createHash('sha256');
  let [count, bytes] = [0, 0];
  async function* passed() {
    for await (const chunk of (await openArchive(archive)).body) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  for await (const _ of linesOf(passed())) count += 1;
  return { count, bytes, sha256: hash.digest('hex') };
}

/**
 * The maximum number of characters in a line. An item has at most 400 KB, and JSON writes at most six characters for
 * one.
 */
const lineMax = 4 * 1024 * 1024;

async function* linesOf(packed: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const text = createGunzip().setEncoding('utf8');
  // The reader gets the error here.
  pipeline(packed, text).catch(() => {});
  let rest = '';
  for await (const chunk of text) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > lineMax) throw new Error('A line of an archive is longer than any response');
    yield* lines;
  }
}
