import { createReadStream, openSync } from 'node:fs';
import { bodyOf, checksumsOf, receiveFile, receiveText } from './body.ts';
import { malformedXml, noSuchKey, notImplemented, preconditionFailed, S3Error } from './errors.ts';
import type { ObjectStore, StoredObject } from './object-store.ts';
import { headersOf, headerValue, onlyIfNew, type S3Call, type S3Reply, xmlAnswer } from './operation.ts';
import { elements, unescapeXml } from './xml.ts';

type WriteCondition = {
  /** Whether to refuse replacing an object. */
  readonly ifNew: boolean;
  /** The ETag of the only object that it may replace. */
  readonly ifMatch: string | undefined;
};

/** Stores an object whose body is written. If the condition fails, deletes the body. */
function commit(store: ObjectStore, object: StoredObject, condition: WriteCondition): void {
  const refusal = refusalOf(condition, object.key, store.get(object.bucket, object.key));
  if (refusal) store.removeFile(object.file);
  if (refusal) throw refusal;
  store.put(object);
}

function refusalOf(
  { ifNew, ifMatch }: WriteCondition,
  key: string,
  there: StoredObject | undefined,
): S3Error | undefined {
  if (ifNew && there) return preconditionFailed('If-None-Match');
  if (ifMatch === undefined) return undefined;
  if (!there) return noSuchKey(key);
  return ifMatch === `"${there.etag}"` ? undefined : preconditionFailed('If-Match');
}

export async function putObject({ request, bucket, store, payload, now }: S3Call): Promise<S3Reply> {
  const condition = { ifNew: onlyIfNew(request), ifMatch: request.header('if-match') };
  const file = store.newFile();
  const body = bodyOf(request, payload);
  const received = await receiveFile(body.chunks, { file: store.path(file), check: body.check });
  const etag = received.md5.toString('hex');
  const checksums = checksumsOf(request, received);
  const { size } = received;
  const headers = headersOf(request);
  commit(
    store,
    { bucket: bucket.name, key: request.key, file, size, etag, modified: now, headers, checksums },
    condition,
  );
  return { headers: { etag: `"${etag}"`, ...checksums } };
}

function found({ request, bucket, store }: S3Call): StoredObject {
  const object = store.get(bucket.name, request.key);
  if (!object) throw noSuchKey(request.key);
  return object;
}

/** Returns the first and last byte of a single range. Ignores any other header. */
function rangeOf(header: string | undefined, size: number): [first: number, last: number] | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return undefined;
  const range: [number, number] =
    first === ''
      ? [Math.max(0, size - Number(last)), size - 1]
      : [Number(first), Math.min(Number(last || size), size - 1)];
  if (range[0] >= size || (first === '' && Number(last) === 0)) {
    throw new S3Error(416, 'InvalidRange', 'The requested range is not satisfiable', { ActualObjectSize: size });
  }
  return range[0] > range[1] ? undefined : range;
}

/** Returns the overrides in a signed URL, such as `response-content-disposition`. */
function overrides({ request }: S3Call): Record<string, string> {
  const given = request.query.filter(([name]) => name.startsWith('response-'));
  return Object.fromEntries(given.map(([name, value]) => [name.slice('response-'.length), headerValue(name, value)]));
}

function objectAnswer(call: S3Call): { answer: S3Reply; object: StoredObject; first: number; last: number } {
  const { request } = call;
  const object = found(call);
  const range = rangeOf(request.header('range'), object.size);
  const [first, last] = range ?? [0, object.size - 1];
  const headers = {
    etag: `"${object.etag}"`,
    'last-modified': new Date(object.modified).toUTCString(),
    'accept-ranges': 'bytes',
    'content-length': last - first + 1,
    ...object.headers,
    ...overrides(call),
    ...(range
      ? { 'content-range': `bytes ${first}-${last}/${object.size}` }
      : request.header('x-amz-checksum-mode') === 'ENABLED' && object.checksums),
  };
  return { answer: { status: range ? 206 : 200, headers }, object, first, last };
}

export function headObject(call: S3Call): S3Reply {
  return objectAnswer(call).answer;
}

export function getObject(call: S3Call): S3Reply {
  const { answer, object, first, last } = objectAnswer(call);
  if (last < first) return answer;
  // Open the file now, so that the body stays readable if the object is replaced or deleted meanwhile.
  const fd = openSync(call.store.path(object.file), 'r');
  return { ...answer, body: createReadStream('', { fd, start: first, end: last }) };
}

export function deleteObject({ request, bucket, store }: S3Call): S3Reply {
  store.delete(bucket.name, request.key);
  return { status: 204 };
}

export async function deleteObjects({ request, bucket, store, payload, mayDo }: S3Call): Promise<S3Reply> {
  const xml = await receiveText(bodyOf(request, payload));
  if (xml.includes('<VersionId>')) throw notImplemented('versions of objects');
  const keys = elements(xml, 'Object').map(object => unescapeXml(elements(object, 'Key')[0] ?? ''));
  if (keys.length < 1 || keys.length > 1000 || keys.includes('')) throw malformedXml();
  const permitted = keys.filter(key => mayDo('s3:DeleteObject', key));
  const refused = keys.filter(key => !permitted.includes(key));
  for (const key of permitted) store.delete(bucket.name, key);
  const quiet = elements(xml, 'Quiet')[0] === 'true';
  return xmlAnswer('DeleteResult', {
    Deleted: quiet ? [] : permitted.map(key => ({ Key: key })),
    Error: refused.map(key => ({ Key: key, Code: 'AccessDenied', Message: 'Access Denied' })),
  });
}
