import { hash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { bodyOf, checksumsOf, receiveFile, receiveText } from './body.ts';
import { entityTooSmall, invalidArgument, malformedXml, noSuchUpload, notImplemented, S3Error } from './errors.ts';
import type { ObjectStore, Part, Upload } from './object-store.ts';
import { commit } from './objects.ts';
import { type Answer, type Call, headersOf, onlyIfNew, xmlAnswer } from './operation.ts';
import { elements, unescaped } from './xml.ts';

const minPartBytes = 5 * 1024 ** 2;

function uploadOf({ request, bucket, store }: Call): Upload {
  const id = request.parameter('uploadId');
  const upload = store.uploads(bucket.name).find(upload => upload.id === id && upload.key === request.key);
  if (!upload) throw noSuchUpload();
  return upload;
}

export function createMultipartUpload({ request, bucket, store, now }: Call): Answer {
  const upload = { id: randomUUID(), bucket: bucket.name, key: request.key, headers: headersOf(request), started: now };
  store.startUpload(upload);
  return xmlAnswer('InitiateMultipartUploadResult', { Bucket: bucket.name, Key: request.key, UploadId: upload.id });
}

export async function uploadPart(call: Call): Promise<Answer> {
  const { request, store, payload } = call;
  const number = Number(request.parameter('partNumber'));
  if (!Number.isInteger(number) || number < 1 || number > 10_000) {
    throw invalidArgument('Part number must be an integer between 1 and 10000, inclusive');
  }
  if (request.header('x-amz-copy-source') !== undefined) throw notImplemented('UploadPartCopy');
  uploadOf(call);
  const file = store.newFile();
  const body = bodyOf(request, payload);
  const received = await receiveFile(body.chunks, { file: store.path(file), check: body.check });
  const md5 = received.md5.toString('hex');
  store.putPart(uploadOf(call).id, { number, file, size: received.size, md5 });
  return { headers: { etag: `"${md5}"`, ...checksumsOf(request, received) } };
}

/** The parts that the client lists, as they were uploaded. */
function listedParts(xml: string, uploaded: Part[]): Part[] {
  const parts = elements(xml, 'Part').map(listed => {
    const number = Number(elements(listed, 'PartNumber')[0]);
    const etag = unescaped(elements(listed, 'ETag')[0] ?? '').replaceAll('"', '');
    const part = uploaded.find(part => part.number === number && part.md5 === etag);
    if (!part)
      throw new S3Error(400, 'InvalidPart', 'One or more of the specified parts could not be found.', {
        PartNumber: number,
      });
    return part;
  });
  if (parts.length === 0) throw malformedXml();
  if (parts.some((part, index) => part.number <= (parts[index - 1]?.number ?? 0))) {
    throw new S3Error(400, 'InvalidPartOrder', 'The list of parts was not in ascending order.');
  }
  const small = parts.slice(0, -1).find(({ size }) => size < minPartBytes);
  if (small) throw entityTooSmall(small.size, minPartBytes);
  return parts;
}

async function* bytesOf(store: ObjectStore, parts: Part[]): AsyncGenerator<Buffer> {
  for (const { file } of parts) yield* createReadStream(store.path(file)) as AsyncIterable<Buffer>;
}

export async function completeMultipartUpload(call: Call): Promise<Answer> {
  const { request, bucket, store, payload, now } = call;
  const upload = uploadOf(call);
  const ifNew = onlyIfNew(request);
  const parts = listedParts(await receiveText(bodyOf(request, payload)), store.parts(upload.id));
  const file = store.newFile();
  const { size } = await receiveFile(bytesOf(store, parts), {
    file: store.path(file),
    max: Number.POSITIVE_INFINITY,
    check: () => undefined,
  });
  const etag = `${hash('md5', Buffer.from(parts.map(({ md5 }) => md5).join(''), 'hex'))}-${parts.length}`;
  const { key, headers } = upload;
  commit(store, { bucket: bucket.name, key, file, size, etag, modified: now, headers, checksums: {} }, ifNew);
  store.endUpload(upload.id);
  return xmlAnswer('CompleteMultipartUploadResult', { Bucket: bucket.name, Key: key, ETag: `"${etag}"` });
}

export function abortMultipartUpload(call: Call): Answer {
  call.store.endUpload(uploadOf(call).id);
  return { status: 204 };
}
