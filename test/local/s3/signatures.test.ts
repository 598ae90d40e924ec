import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { S3Fixture } from './fixture.ts';

const minute = 60_000;
const s3 = new S3Fixture();

/** The code in the body of a refusal, or the status of a success. */
async function outcome(answer: Promise<Response>): Promise<string | number> {
  const response = await answer;
  const text = await response.text();
  return /<Code>(.*)<\/Code>/.exec(text)?.[1] ?? response.status;
}

const store = () => s3.client().send(new PutObjectCommand({ Bucket: 'files', Key: 'k', Body: 'content' }));

describe('a presigned upload', () => {
  let url: string;
  const headers = { 'content-type': 'text/plain', 'if-none-match': '*' };

  beforeEach(async () => {
    const client = s3.client({ requestChecksumCalculation: 'WHEN_REQUIRED' });
    const put = { Bucket: 'files', Key: 'up/ö', ContentType: 'text/plain', ContentLength: 5, IfNoneMatch: '*' };
    const signableHeaders = new Set(['content-type', 'content-length', 'if-none-match']);
    url = await getSignedUrl(client, new PutObjectCommand(put), { expiresIn: 300, signableHeaders });
  });

  const upload = (body = 'hello', changed: Record<string, string> = {}) =>
    outcome(fetch(url, { method: 'PUT', body, headers: { ...headers, ...changed } }));

  it('stores what was signed, once', async () => {
    expect(await upload()).toBe(200);
    const stored = await s3.client().send(new GetObjectCommand({ Bucket: 'files', Key: 'up/ö' }));
    expect(stored).toMatchObject({ ContentLength: 5, ContentType: 'text/plain' });
    expect(await upload()).toBe('PreconditionFailed');
  });

  it('is refused with another size, type or condition', async () => {
    expect(await upload('hello!')).toBe('SignatureDoesNotMatch');
    expect(await upload('hell')).toBe('SignatureDoesNotMatch');
    expect(await upload('hello', { 'content-type': 'text/html' })).toBe('SignatureDoesNotMatch');
    expect(await upload('hello', { 'if-none-match': '' })).toBe('SignatureDoesNotMatch');
    expect(s3.bodies()).toEqual([]);
  });

  it('is refused with a further x-amz header', async () => {
    expect(await upload('hello', { 'x-amz-meta-a': 'b' })).toBe('AccessDenied');
  });

  it('is refused for another key, method or expiry than the signed one', async () => {
    const other = (changed: string, method = 'PUT') => outcome(fetch(changed, { method, headers, body: 'hello' }));
    expect(await other(url.replace('/up/', '/down/'))).toBe('SignatureDoesNotMatch');
    expect(await other(url.replace('Expires=300', 'Expires=900'))).toBe('SignatureDoesNotMatch');
    expect(await other(url.replace(/(Signature=)(.)/, (_, name, digit) => name + (digit === '0' ? '1' : '0')))).toBe(
      'SignatureDoesNotMatch',
    );
    expect(await outcome(fetch(url, { method: 'DELETE' }))).toBe('SignatureDoesNotMatch');
  });

  it('is refused after its expiry and not before', async () => {
    s3.ahead = 301_000;
    expect(await upload()).toBe('AccessDenied');
    s3.ahead = 298_000;
    expect(await upload()).toBe(200);
  });

  it('is refused when it claims to be signed long before its time', async () => {
    s3.ahead = -16 * minute;
    expect(await upload()).toBe('AccessDenied');
  });

  it('is refused when the signed checksum is not that of the body', async () => {
    const url = await getSignedUrl(s3.client(), new PutObjectCommand({ Bucket: 'files', Key: 'k' }));
    expect(url).toContain('x-amz-checksum-crc32');
    expect(await outcome(fetch(url, { method: 'PUT', body: 'hello' }))).toBe('BadDigest');
  });
});

describe('a presigned download', () => {
  const sign = (input: object = {}, expiresIn = 60) =>
    getSignedUrl(s3.client(), new GetObjectCommand({ Bucket: 'files', Key: 'k', ...input }), { expiresIn });

  it('gives the object with the headers that were signed', async () => {
    await store();
    const response = await fetch(
      await sign({
        ResponseContentDisposition: `attachment; filename*=UTF-8''%C3%B6`,
        ResponseContentType: 'text/csv',
      }),
    );
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''%C3%B6`);
    expect(response.headers.get('content-type')).toBe('text/csv');
    expect(await response.text()).toBe('content');
  });

  it('is refused with other headers, after its expiry, or for a header that cannot be sent', async () => {
    await store();
    const url = await sign({ ResponseContentType: 'text/csv' });
    expect(await outcome(fetch(url.replace('csv', 'html')))).toBe('SignatureDoesNotMatch');
    expect(await outcome(fetch(await sign({ ResponseContentType: 'a\r\nb: c' })))).toBe('InvalidArgument');
    s3.ahead = 62_000;
    expect(await outcome(fetch(url))).toBe('AccessDenied');
  });

  it('cannot be valid for more than a week', async () => {
    const url = await sign({}, 604_800);
    expect(await outcome(fetch(url.replace('604800', '604801')))).toBe('AuthorizationQueryParametersError');
  });
});

describe('a request', () => {
  it('is refused without a signature', async () => {
    await store();
    for (const method of ['GET', 'PUT', 'DELETE']) {
      expect(await outcome(fetch(`${s3.server.endpoint}/files/k`, { method }))).toBe('AccessDenied');
    }
  });

  it('is refused with another secret, key id or clock', async () => {
    const read = (settings: { secret?: string; keyId?: string } = {}) =>
      s3.client(settings).send(new GetObjectCommand({ Bucket: 'files', Key: 'k' }));
    await store();
    await read();
    await expect(read({ secret: 'guess' })).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
    await expect(read({ keyId: 'guess' })).rejects.toMatchObject({ name: 'InvalidAccessKeyId' });
    for (const minutes of [-16, 16]) {
      s3.ahead = minutes * minute;
      await expect(read()).rejects.toMatchObject({ name: 'RequestTimeTooSkewed' });
    }
  });

  it('is refused when its body is not the signed one', async () => {
    const client = s3.client();
    client.middlewareStack.add(
      next => args => {
        const { request } = args as { request: { body: string } };
        request.body = 'jello';
        return next(args);
      },
      { step: 'deserialize', priority: 'low' },
    );
    const put = client.send(new PutObjectCommand({ Bucket: 'files', Key: 'k', Body: 'hello' }));
    await expect(put).rejects.toMatchObject({ name: 'XAmzContentSHA256Mismatch' });
    expect(s3.bodies()).toEqual([]);
  });

  it('with a malformed address or signature is refused and not a fault', async () => {
    const url = `${s3.server.endpoint}/files/k`;
    expect(await outcome(fetch(`${url}%ff`))).toBe('InvalidURI');
    for (const authorization of [
      '',
      'nonsense',
      'AWS4-HMAC-SHA256 Credential=local, SignedHeaders=host, Signature=0',
    ]) {
      expect(await outcome(fetch(url, { headers: { authorization } }))).toMatch(/^A/);
    }
    expect(await outcome(fetch(`${url}?X-Amz-Algorithm=AWS4-HMAC-SHA256`))).toBe('InvalidAccessKeyId');
  });
});
