import { invalidArgument, notImplemented } from './errors.ts';
import type { StoredObject } from './object-store.ts';
import { type Answer, type Call, xmlAnswer } from './operation.ts';

/** An object, or the common prefix of several: what is counted, and what a list is continued after. */
interface Entry {
  readonly name: string;
  readonly object: StoredObject | undefined;
}

function* entries({ request, bucket, store }: Call, prefix: string, after: string): Generator<Entry> {
  const delimiter = request.parameter('delimiter') ?? '';
  let last = after;
  for (const object of store.withPrefix(bucket.name, prefix, after)) {
    const end = delimiter === '' ? -1 : object.key.indexOf(delimiter, prefix.length);
    const name = end < 0 ? object.key : object.key.slice(0, end + delimiter.length);
    if (name === last || object.key === after) continue;
    last = name;
    yield { name, object: end < 0 ? object : undefined };
  }
}

/** ListObjectsV2. */
export function listObjects(call: Call): Answer {
  const parameter = (name: string) => call.request.parameter(name);
  if (parameter('list-type') !== '2') throw notImplemented('listing other than ListObjectsV2');
  const max = Math.min(Number(parameter('max-keys') ?? 1000), 1000);
  if (!(max >= 1)) throw invalidArgument('max-keys must be at least 1.');
  const prefix = parameter('prefix') ?? '';
  const token = parameter('continuation-token');
  const after = token === undefined ? (parameter('start-after') ?? '') : Buffer.from(token, 'base64url').toString();
  const some = entries(call, prefix, after)
    .take(max + 1)
    .toArray();
  const page = some.slice(0, max);
  const truncated = some.length > max;
  const shown = (key = '') => (parameter('encoding-type') === 'url' ? encodeURIComponent(key) : key);
  return xmlAnswer('ListBucketResult', {
    Name: call.bucket.name,
    Prefix: shown(prefix),
    Delimiter: shown(parameter('delimiter')),
    EncodingType: parameter('encoding-type'),
    MaxKeys: max,
    KeyCount: page.length,
    IsTruncated: truncated,
    ContinuationToken: token,
    NextContinuationToken: truncated ? Buffer.from(page.at(-1)?.name ?? '').toString('base64url') : undefined,
    Contents: page
      .flatMap(({ object }) => object ?? [])
      .map(({ key, modified, etag, size }) => ({
        Key: shown(key),
        LastModified: new Date(modified),
        ETag: `"${etag}"`,
        Size: size,
        StorageClass: 'STANDARD',
      })),
    CommonPrefixes: page.filter(({ object }) => !object).map(({ name }) => ({ Prefix: shown(name) })),
  });
}
