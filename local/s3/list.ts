import { invalidArgument, notImplemented } from './errors.ts';
import { type S3Call, type S3Reply, xmlAnswer } from './operation.ts';

/** Serves ListObjectsV2. */
export function listObjects({ request, bucket, store }: S3Call): S3Reply {
  const parameter = (name: string) => request.parameter(name);
  if (parameter('list-type') !== '2') throw notImplemented('listing other than ListObjectsV2');
  const max = Math.min(Number(parameter('max-keys') ?? 1000), 1000);
  if (!(max >= 1)) throw invalidArgument('max-keys must be at least 1.');
  const prefix = parameter('prefix') ?? '';
  const token = parameter('continuation-token');
  const after = token === undefined ? undefined : Buffer.from(token, 'base64url').toString();
  const found = store.withPrefix(bucket.name, prefix, after).filter(({ key }) => key !== after);
  const some = found.take(max + 1).toArray();
  const page = some.slice(0, max);
  const truncated = some.length > max;
  const shown = (key: string) => (parameter('encoding-type') === 'url' ? encodeURIComponent(key) : key);
  return xmlAnswer('ListBucketResult', {
    Name: bucket.name,
    Prefix: shown(prefix),
    EncodingType: parameter('encoding-type'),
    MaxKeys: max,
    KeyCount: page.length,
    IsTruncated: truncated,
    ContinuationToken: token,
    NextContinuationToken: truncated ? Buffer.from(page.at(-1)?.key ?? '').toString('base64url') : undefined,
    Contents: page.map(({ key, modified, etag, size }) => ({
      Key: shown(key),
      LastModified: new Date(modified),
      ETag: `"${etag}"`,
      Size: size,
      StorageClass: 'STANDARD',
    })),
  });
}
