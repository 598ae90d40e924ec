import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { openArchive } from '../../aws/archive-objects.ts';
import { fileIdsIn } from '../../domain/responses/files.ts';
import { isSealed } from '../../domain/responses/sealed-answer.ts';
import { timeKey } from '../../ids.ts';
import type { Archive, ArchiveContent } from '../../store/forms/archives.ts';
import { responsePartitions, type StoredForm } from '../../store/forms/forms.ts';
import type { Span } from '../../store/query.ts';
import { type ArchivedRow, archivedRow } from '../../store/responses/archived-rows.ts';
import { getUploads } from '../../store/responses/uploads.ts';
import type { Item } from '../../store/table.ts';
import { lookUpInBatches, readTimeline, wholeSpan } from '../../store/timeline.ts';

/** The bytes of an archive's object, and what they hold. */
export type Packed = ArchiveContent & { body: Buffer };

/** An archive ends with so many responses, or so many bytes of JSON: a run has time and memory for one. */
const rowsMax = 20_000;
const bytesMax = 32 * 1024 * 1024;

/** Responses as an archive has them. The same responses give the same bytes. */
export async function packRows(rows: AsyncIterable<ArchivedRow>): Promise<Packed> {
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

export const withContent = (body: Buffer, count: number): Packed => ({
  ...{ body, count, bytes: body.length },
  sha256: createHash('sha256').update(body).digest('hex'),
});

/**
 * Packs what was submitted before a time (ms since the epoch), the oldest first and as much as one archive takes, with the
 * range that this is; undefined when there is nothing.
 */
export async function packOldest(
  stored: StoredForm,
  before: number,
): Promise<(Packed & { from: number; to: number }) | undefined> {
  let [from, to] = [before, before];
  async function* oldest() {
    let [rows, bytes, last] = [0, 0, 0];
    for await (const row of readRows(stored, { low: wholeSpan.low, high: timeKey(before) })) {
      const time = Date.parse(row.submittedAt);
      // What was submitted in the same millisecond stays together: the range says what is in it.
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

/** Packs what was submitted within the range of an archive. */
export const packRange = (stored: StoredForm, { from, to }: Pick<Archive, 'from' | 'to'>): Promise<Packed> =>
  packRows(readRows(stored, { low: timeKey(from), high: timeKey(to) }));

const readRows = (stored: StoredForm, span: Span): AsyncGenerator<ArchivedRow> =>
  lookUpInBatches(readTimeline({ partitions: responsePartitions(stored) }, { order: 'asc', span }), withFiles);

async function withFiles(items: Item[]): Promise<ArchivedRow[]> {
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

/** The responses of an archive, one at a time. */
export async function* readArchive(archive: Archive): AsyncGenerator<ArchivedRow> {
  yield* rowsIn((await openArchive(archive)).body);
}

/** The responses in the bytes of an archive. */
export async function* rowsIn(packed: AsyncIterable<Uint8Array>): AsyncGenerator<ArchivedRow> {
  for await (const line of linesOf(packed)) yield JSON.parse(line) as ArchivedRow;
}

/** What the object of an archive really holds, read from its first byte to its last. */
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

async function* linesOf(packed: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const text = createGunzip().setEncoding('utf8');
  // What fails there, the reader meets here.
  pipeline(packed, text).catch(() => {});
  let rest = '';
  for await (const chunk of text) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
