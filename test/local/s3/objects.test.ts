import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  GetObjectRetentionCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandInput,
  PutObjectTaggingCommand,
} from '@aws-sdk/client-s3';
import { describe, expect, it, jest } from '@jest/globals';
import { startS3 } from '../../../local/s3/server.ts';
import { itInAll } from '../../support/in-all.ts';
import { S3Fixture } from './fixture.ts';

const day = 86_400_000;
const s3 = new S3Fixture();

const put = (
  Key: string,
  Body: PutObjectCommandInput['Body'] = 'content',
  input: Partial<PutObjectCommandInput> = {},
) => s3.client().send(new PutObjectCommand({ Bucket: 'files', Key, Body, ...input }));

const get = (Key: string, input: Partial<GetObjectCommandInput> = {}) =>
  s3.client().send(new GetObjectCommand({ Bucket: 'files', Key, ...input }));

const content = async (Key: string, input: Partial<GetObjectCommandInput> = {}) =>
  (await get(Key, input)).Body?.transformToString();

async function list(input: object = {}) {
  const page = await s3.client().send(new ListObjectsV2Command({ Bucket: 'files', ...input }));
  const keys = page.Contents?.map(({ Key }) => Key) ?? [];
  return { keys, next: page.NextContinuationToken };
}

describe('an object', () => {
  it('comes back with its type, headers and metadata', async () => {
    const headers = { ContentType: 'text/plain', CacheControl: 'no-store', ContentDisposition: 'attachment' };
    const { ETag } = await put('a/b.txt', 'hello', { ...headers, Metadata: { owner: 'me' } });
    expect(ETag).toBe('"5d41402abc4b2a76b9719d911017c592"');
    const expected = { ...headers, ETag, ContentLength: 5, Metadata: { owner: 'me' }, AcceptRanges: 'bytes' };
    expect(await get('a/b.txt')).toMatchObject(expected);
    expect(await s3.client().send(new HeadObjectCommand({ Bucket: 'files', Key: 'a/b.txt' }))).toMatchObject(expected);
    expect(await content('a/b.txt')).toBe('hello');
  });

  it('may be empty', async () => {
    await put('empty', new Uint8Array());
    expect(await content('empty')).toBe('');
  });

  it('is not stored when its checksum is wrong', async () => {
    await put('right', 'hello');
    expect(await get('right', { ChecksumMode: 'ENABLED' })).toMatchObject({ ChecksumCRC32: 'NhCmhg==' });
    await expect(put('wrong', 'jello', { ChecksumCRC32: 'AAAAAA==' })).rejects.toMatchObject({ name: 'BadDigest' });
    await expect(put('wrong', 'jello', { ContentMD5: 'XUFAKrxLKna5cZ2REBfFkg==' })).rejects.toMatchObject({
      name: 'BadDigest',
    });
    await expect(content('wrong')).rejects.toMatchObject({ name: 'NoSuchKey' });
    expect(s3.bodies()).toHaveLength(1);
  });

  it('gives single ranges', async () => {
    await put('digits', '0123456789');
    expect(await get('digits', { Range: 'bytes=2-4' })).toMatchObject({
      ContentRange: 'bytes 2-4/10',
      ContentLength: 3,
    });
    const ranges = ['bytes=2-4', 'bytes=7-', 'bytes=-2', 'bytes=8-99', 'bytes=-99', 'lines=1-2'];
    const parts = await Promise.all(ranges.map(Range => content('digits', { Range })));
    expect(parts).toEqual(['234', '789', '89', '89', '0123456789', '0123456789']);
    await expect(content('digits', { Range: 'bytes=10-' })).rejects.toMatchObject({ name: 'InvalidRange' });
  });

  it('is replaced as a whole, and its old body is gone', async () => {
    await put('k', 'old', { Metadata: { old: 'yes' } });
    await put('k', 'new');
    expect((await get('k')).Metadata).toEqual({});
    expect(await content('k')).toBe('new');
    expect(s3.bodies()).toHaveLength(1);
  });

  itInAll('can be read to its end while it is replaced and deleted', async () => {
    const large = 'x'.repeat(4_000_000);
    await put('k', large);
    const { Body } = await get('k');
    await put('k', 'new');
    await s3.client().send(new DeleteObjectCommand({ Bucket: 'files', Key: 'k' }));
    expect(await Body?.transformToString()).toBe(large);
  });

  it('is created only once with If-None-Match, also by requests at the same time', async () => {
    const writes = ['a', 'b', 'c', 'd'].map(body => put('once', body, { IfNoneMatch: '*' }));
    const results = await Promise.allSettled(writes);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { name: 'PreconditionFailed', $metadata: { httpStatusCode: 412 } },
    });
    expect(s3.bodies()).toHaveLength(1);
  });

  it('is gone after its deletion, which succeeds for a missing one too', async () => {
    await put('k');
    for (let times = 0; times < 2; times += 1) {
      await s3.client().send(new DeleteObjectCommand({ Bucket: 'files', Key: 'k' }));
    }
    await expect(get('k')).rejects.toMatchObject({ name: 'NoSuchKey', Key: 'k' });
    const head = s3.client().send(new HeadObjectCommand({ Bucket: 'files', Key: 'k' }));
    await expect(head).rejects.toMatchObject({ name: 'NotFound' });
    expect(s3.bodies()).toEqual([]);
  });
});

describe('a list', () => {
  it('goes through all keys of a prefix in the order of their bytes', async () => {
    const keys = ['p/a', 'p/B', 'p/é', 'p/😀', 'p/\uffee', 'p/a&<b>', 'q'];
    for (const key of keys) await put(key);
    const bytewise = keys.slice(0, 6).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    expect((await list({ Prefix: 'p/' })).keys).toEqual(bytewise);
    const paged = [];
    for (let token: string | undefined, more = true; more; more = token !== undefined) {
      const { keys, next } = await list({ Prefix: 'p/', MaxKeys: 2, ContinuationToken: token });
      expect(keys).toHaveLength(2);
      paged.push(...keys);
      token = next;
    }
    expect(paged).toEqual(bytewise);
  });

  it('shows size, tag and time', async () => {
    await put('k', 'hello');
    const page = await s3.client().send(new ListObjectsV2Command({ Bucket: 'files' }));
    expect(page).toMatchObject({ KeyCount: 1, IsTruncated: false, Name: 'files' });
    expect(page.Contents?.[0]).toMatchObject({ Size: 5, ETag: '"5d41402abc4b2a76b9719d911017c592"' });
    expect(Math.abs(Number(page.Contents?.[0]?.LastModified) - Date.now())).toBeLessThan(60_000);
  });

  it('can be deleted at once', async () => {
    const keys = ['a&b', 'c<d>', 'é "quoted"', 'kept'];
    for (const key of keys) await put(key);
    const Objects = [...keys.slice(0, 3), 'missing'].map(Key => ({ Key }));
    const { Deleted } = await s3.client().send(new DeleteObjectsCommand({ Bucket: 'files', Delete: { Objects } }));
    expect(Deleted).toEqual(Objects);
    expect((await list()).keys).toEqual(['kept']);
  });
});

describe('a hostile key', () => {
  const keys = [
    '../../escape',
    '/etc/passwd',
    '..',
    './x/../y',
    'nul\0byte',
    'a//b',
    '%2e%2e/x',
    'x'.repeat(1024),
    "'; DROP",
  ];

  it('stays a key and never becomes a path', async () => {
    for (const key of keys) await put(key, key);
    for (const key of keys) expect(await content(key)).toBe(key);
    expect(readdirSync(s3.dataDir)).toEqual(['s3']);
    expect(s3.bodies()).toHaveLength(keys.length);
    expect(s3.bodies().join()).toMatch(/^[0-9a-f,-]+$/);
  });

  it('is refused beyond 1024 bytes', async () => {
    await expect(put('é'.repeat(513))).rejects.toMatchObject({ name: 'KeyTooLongError' });
  });
});

describe('the server', () => {
  it('keeps objects over a restart and removes what no object needs', async () => {
    await put('k', 'kept', { Metadata: { a: '1' } });
    writeFileSync(join(s3.dataDir, 's3/bodies/of-a-killed-request'), 'half');
    await s3.stop();
    await s3.start();
    expect((await get('k')).Metadata).toEqual({ a: '1' });
    expect(await content('k')).toBe('kept');
    expect(s3.bodies()).toHaveLength(1);
  });

  it('keeps tags with an object until it is replaced', async () => {
    const target = { Bucket: 'files', Key: 'tagged' };
    await put('tagged');
    const Tagging = { TagSet: [{ Key: 'GuardDutyMalwareScanStatus', Value: 'a<b' }] };
    await s3.client().send(new PutObjectTaggingCommand({ ...target, Tagging }));
    const tags = async () => (await s3.client().send(new GetObjectTaggingCommand(target))).TagSet;
    expect(await tags()).toEqual(Tagging.TagSet);
    await put('tagged', 'other');
    expect(await tags()).toEqual([]);
    await s3.client().send(new DeleteObjectCommand(target));
    await expect(tags()).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  it('replaces an object only where it is the one that was read', async () => {
    await put('matched', 'one');
    const { ETag } = await get('matched');
    await put('matched', 'two', { IfMatch: ETag });
    await expect(put('matched', 'three', { IfMatch: ETag })).rejects.toMatchObject({ name: 'PreconditionFailed' });
    expect(await (await get('matched')).Body?.transformToString()).toBe('two');
    await expect(put('missing', 'x', { IfMatch: ETag })).rejects.toMatchObject({ name: 'NoSuchKey' });
    await s3.client().send(new DeleteObjectCommand({ Bucket: 'files', Key: 'matched' }));
  });

  it('removes what the lifecycle says is too old, at the midnight after', async () => {
    const midnight = Math.ceil(Date.now() / day) * day;
    for (const key of ['new/a', 'kept/a']) await put(key);
    s3.ahead = midnight + day - Date.now() - 60_000;
    s3.server.sweep();
    expect(s3.bodies()).toHaveLength(2);
    s3.ahead += 120_000;
    s3.server.sweep();
    s3.ahead = 0;
    expect((await list()).keys).toEqual(['kept/a']);
  });

  it('refuses a bucket that is not declared', async () => {
    await expect(put('k', 'x', { Bucket: 'none' })).rejects.toMatchObject({ name: 'NoSuchBucket' });
  });

  it('refuses an operation or a header that it does not have by name', async () => {
    await expect(s3.client().send(new CreateBucketCommand({ Bucket: 'files' }))).rejects.toThrow('PUT bucket');
    const retention = new GetObjectRetentionCommand({ Bucket: 'files', Key: 'k' });
    await expect(s3.client().send(retention)).rejects.toThrow('GET object retention');
    await expect(put('k', 'x', { Tagging: 'a=b' })).rejects.toThrow('x-amz-tagging');
    await expect(get('k', { VersionId: '1' })).rejects.toThrow('versionId');
    await expect(put('k', Readable.from(['x']), { ContentLength: 1 })).rejects.toThrow('x-amz-decoded-content-length');
    await expect(list({ Delimiter: '/' })).rejects.toThrow('delimiter');
  });

  it('does not start with a property that it does not know, or twice on the same data', async () => {
    const start = (properties: object, dataDir = join(s3.dataDir, 'other')) =>
      startS3({ dataDir, port: 0, buckets: [{ name: 'files', properties }] });
    await expect(start({ VersioningConfiguration: {} })).rejects.toThrow('VersioningConfiguration');
    const rule = { Status: 'Enabled', TagFilters: [] };
    await expect(start({ LifecycleConfiguration: { Rules: [rule] } })).rejects.toThrow('TagFilters');
    await expect(start({}, s3.dataDir)).rejects.toThrow('locked');
  });
});

it('answers as S3 does while its disk cannot be written, and goes on', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  await put('before');
  rmSync(join(s3.dataDir, 's3', 'bodies'), { recursive: true });
  const failure = {
    name: 'InternalError',
    message: 'We encountered an internal error. Please try again.',
    $metadata: { httpStatusCode: 500 },
  };
  await expect(put('after')).rejects.toMatchObject(failure);
  expect(await list()).toMatchObject({ keys: ['before'] });
  jest.restoreAllMocks();
});
