import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { createPresignedPost, type PresignedPost, type PresignedPostOptions } from '@aws-sdk/s3-presigned-post';
import { describe, expect, it } from '@jest/globals';
import { page, S3Fixture } from './fixture.ts';

const s3 = new S3Fixture();

const sign = (options: Partial<PresignedPostOptions> = {}): Promise<PresignedPost> =>
  createPresignedPost(s3.client(), {
    Bucket: 'files',
    Key: 'up/1',
    Conditions: [
      ['content-length-range', 2, 10],
      ['starts-with', '$Content-Type', 'text/'],
    ],
    Expires: 300,
    ...options,
  });

async function post({ url, fields }: PresignedPost, more: Record<string, string> = {}, file = 'hello') {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, 'Content-Type': 'text/plain', ...more }))
    form.set(name, value);
  form.set('file', new Blob([file]), 'näme.txt');
  const response = await fetch(url, { method: 'POST', body: form, headers: { origin: page } });
  const text = await response.text();
  return {
    response,
    text,
    code: /<Code>(.*)<\/Code>/.exec(text)?.[1],
    message: /<Message>(.*)<\/Message>/.exec(text)?.[1],
  };
}

const read = (Key: string) => s3.client().send(new GetObjectCommand({ Bucket: 'files', Key }));

describe('the form of a browser', () => {
  it('stores its file with the fields that are headers', async () => {
    const disposition = { 'Content-Disposition': 'attachment', 'x-amz-meta-by': 'me' };
    const { response } = await post(await sign({ Fields: disposition }));
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe(page);
    const stored = await read('up/1');
    expect(stored).toMatchObject({
      ContentType: 'text/plain',
      ContentDisposition: 'attachment',
      Metadata: { by: 'me' },
    });
    expect(await stored.Body?.transformToString()).toBe('hello');
  });

  it('is answered with a document when it asks for one', async () => {
    const { response, text } = await post(await sign({ Fields: { success_action_status: '201' } }));
    expect(response.status).toBe(201);
    expect(text).toContain('<Bucket>files</Bucket><Key>up/1</Key><ETag>');
  });

  it('may name its key after the file', async () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: what S3 replaces is written so.
    await post(await sign({ Key: 'up/${filename}' }));
    expect((await read('up/näme.txt')).ContentLength).toBe(5);
  });

  it('keeps every byte of a file that looks like its boundary', async () => {
    const tricky = ['\r\n--', '\r\n-', '\r', '\n', '\r\n----', '--\r\n'].join('formdata');
    const signed = await sign({
      Conditions: [
        ['content-length-range', 0, 100],
        ['starts-with', '$Content-Type', ''],
      ],
    });
    await post(signed, {}, tricky);
    expect(await (await read('up/1')).Body?.transformToString()).toBe(tricky);
  });

  it('is refused when its file is larger or smaller than the policy says', async () => {
    const signed = await sign();
    expect((await post(signed, {}, 'x'.repeat(10))).response.status).toBe(204);
    expect((await post(signed, {}, 'x'.repeat(11))).code).toBe('EntityTooLarge');
    expect((await post(signed, {}, 'x'.repeat(20_000_000))).code).toBe('EntityTooLarge');
    expect((await post(signed, {}, 'x')).code).toBe('EntityTooSmall');
    expect(s3.bodies()).toHaveLength(1);
  });

  it('is read to its end when it is refused, as browsers send all of it before they read the answer', async () => {
    const { url } = await sign();
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const request = httpRequest(url, { method: 'POST', headers });
    const answered = once(request, 'response');
    await new Promise<void>(resolve => request.end(Buffer.alloc(50_000_000, 'x'), resolve));
    const [response] = await answered;
    response.resume();
    expect(response.statusCode).toBe(400);
  });

  it.each([
    ['another key', { key: 'up/2' }, 'AccessDenied', '"$key"'],
    ['a type that the policy does not allow', { 'Content-Type': 'image/png' }, 'AccessDenied', '"$Content-Type"'],
    [
      'a field that the policy does not name',
      { 'x-amz-meta-a': 'b' },
      'AccessDenied',
      'Extra input fields: x-amz-meta-a',
    ],
    ['a field that has no effect', { acl: 'public-read' }, 'NotImplemented', 'acl'],
    ['another signature', { 'X-Amz-Signature': '0'.repeat(64) }, 'SignatureDoesNotMatch', ''],
    [
      'another credential',
      { 'X-Amz-Credential': 'guess/20260101/us-east-1/s3/aws4_request' },
      'InvalidAccessKeyId',
      '',
    ],
    [
      'a policy of its own',
      { Policy: btoa('{"expiration":"2099-01-01T00:00:00Z","conditions":[]}') },
      'SignatureDoesNotMatch',
      '',
    ],
    ['no policy', { Policy: '' }, 'SignatureDoesNotMatch', ''],
  ])('is refused with %s', async (_, changed, expected, reason) => {
    const { code, message } = await post(await sign(), changed);
    expect(code).toBe(expected);
    expect(message?.replaceAll('&quot;', '"')).toContain(reason);
    expect(s3.bodies()).toEqual([]);
  });

  it('is refused for another bucket, and after the expiry of its policy', async () => {
    const signed = await sign();
    const elsewhere = { ...signed, url: signed.url.replace('/files', '/other') };
    expect((await post(elsewhere)).message).toContain('bucket');
    s3.ahead = 301_000;
    expect((await post(signed)).message).toContain('Policy expired');
  });

  it('is refused when it has no file, no end or endless fields', async () => {
    const { url, fields } = await sign();
    const send = async (body: string) => {
      const headers = { 'content-type': 'multipart/form-data; boundary=b' };
      return /<Code>(.*)<\/Code>/.exec(await (await fetch(url, { method: 'POST', headers, body })).text())?.[1];
    };
    const field = (name: string, value = '') => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}`;
    const signed = Object.entries({ ...fields, 'content-type': 'text/x' }).map(
      ([name, value]) => `${field(name, value)}\r\n`,
    );
    expect(await send(`${signed.join('')}--b--\r\n`)).toBe('InvalidArgument');
    expect(await send(`${signed.join('')}${field('file', 'hello')}`)).toBe('IncompleteBody');
    expect(await send(field('key', 'x'.repeat(30_000)))).toBe('InvalidRequest');
    expect(await send('nonsense')).toBe('IncompleteBody');
    expect(s3.bodies()).toEqual([]);
  });
});
