import { createHash } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { expect, it } from '@jest/globals';
import { S3Fixture } from './fixture.ts';

const s3 = new S3Fixture();
const at = { Bucket: 'files', Key: 'large' };
const part = (fill: string, bytes = 5 * 1024 ** 2) => Buffer.alloc(bytes, fill);

async function begin(): Promise<string | undefined> {
  const create = new CreateMultipartUploadCommand({ ...at, ContentType: 'text/plain', Metadata: { a: '1' } });
  return (await s3.client().send(create)).UploadId;
}

async function upload(UploadId: string | undefined, PartNumber: number, Body: Buffer): Promise<CompletedPart> {
  const { ETag } = await s3.client().send(new UploadPartCommand({ ...at, UploadId, PartNumber, Body }));
  return { PartNumber, ETag };
}

const complete = (UploadId: string | undefined, Parts: CompletedPart[], IfNoneMatch?: string) =>
  s3.client().send(new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload: { Parts }, IfNoneMatch }));

const read = () => s3.client().send(new GetObjectCommand(at));

it('makes one object of its parts, over a restart, whatever their order', async () => {
  const id = await begin();
  const last = await upload(id, 7, part('c', 3));
  const second = await upload(id, 2, part('b'));
  await s3.stop();
  await s3.start();
  await upload(id, 1, part('x'));
  const first = await upload(id, 1, part('a'));
  await expect(read()).rejects.toMatchObject({ name: 'NoSuchKey' });
  const { ETag } = await complete(id, [first, second, last]);
  const whole = Buffer.concat([part('a'), part('b'), part('c', 3)]);
  const digests = [part('a'), part('b'), part('c', 3)].map(body => createHash('md5').update(body).digest());
  expect(ETag).toBe(`"${createHash('md5').update(Buffer.concat(digests)).digest('hex')}-3"`);
  const object = await read();
  expect(object).toMatchObject({ ETag, ContentType: 'text/plain', Metadata: { a: '1' } });
  expect(whole.equals((await object.Body?.transformToByteArray()) ?? Buffer.of())).toBe(true);
  expect(s3.bodies()).toHaveLength(1);
  await expect(complete(id, [first])).rejects.toMatchObject({ name: 'NoSuchUpload' });
});

it('is refused with parts that are missing, out of order or too small, and can then be completed', async () => {
  const id = await begin();
  const small = await upload(id, 1, part('a', 10));
  const last = await upload(id, 2, part('b', 10));
  await expect(complete(id, [small, { ...last, PartNumber: 3 }])).rejects.toMatchObject({ name: 'InvalidPart' });
  await expect(complete(id, [{ ...small, ETag: '"0"' }])).rejects.toMatchObject({ name: 'InvalidPart' });
  await expect(complete(id, [last, small])).rejects.toMatchObject({ name: 'InvalidPartOrder' });
  await expect(complete(id, [small, last])).rejects.toMatchObject({ name: 'EntityTooSmall' });
  await expect(complete(id, [])).rejects.toMatchObject({ name: 'MalformedXML' });
  await complete(id, [last]);
  expect((await read()).ContentLength).toBe(10);
});

it('creates an object only once with If-None-Match', async () => {
  const ids = [await begin(), await begin()];
  const [first, second] = await Promise.all(ids.map(id => upload(id, 1, part('a', 10))));
  if (!first || !second) throw new Error('Two parts were uploaded.');
  await complete(ids[0], [first], '*');
  await expect(complete(ids[1], [second], '*')).rejects.toMatchObject({ name: 'PreconditionFailed' });
});

it('leaves nothing behind when it is aborted, or forgotten for as long as the bucket says', async () => {
  const id = await begin();
  await upload(id, 1, part('a', 10));
  await s3.client().send(new AbortMultipartUploadCommand({ ...at, UploadId: id }));
  expect(s3.bodies()).toEqual([]);
  await expect(upload(id, 2, part('a', 10))).rejects.toMatchObject({ name: 'NoSuchUpload' });

  await upload(await begin(), 1, part('a', 10));
  s3.server.sweep();
  expect(s3.bodies()).toHaveLength(1);
  s3.ahead = 3 * 86_400_000;
  s3.server.sweep();
  expect(s3.bodies()).toEqual([]);
});
