import { PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { expect, it } from '@jest/globals';
import { page, S3Fixture } from './fixture.ts';

const s3 = new S3Fixture();

const preflight = (origin: string, method: string, headers?: string, bucket = 'files') =>
  fetch(`${s3.server.endpoint}/${bucket}/k`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      ...(headers && { 'access-control-request-headers': headers }),
    },
  });

it('allows what a rule of the bucket allows', async () => {
  const { status, headers } = await preflight(page, 'PUT', 'Content-Type, x-amz-meta-a');
  expect(status).toBe(200);
  expect(Object.fromEntries(headers)).toMatchObject({
    'access-control-allow-origin': page,
    'access-control-allow-methods': 'GET, PUT, POST',
    'access-control-allow-headers': 'content-type, x-amz-meta-a',
    'access-control-expose-headers': 'ETag',
    'access-control-max-age': '600',
    vary: expect.stringContaining('Origin'),
  });
  expect((await preflight('https://app.example', 'GET')).status).toBe(200);
});

it('refuses any other origin, method, header or bucket', async () => {
  const answers = await Promise.all([
    preflight('http://other.example', 'PUT'),
    preflight('https://example', 'PUT'),
    preflight(page, 'DELETE'),
    preflight(page, 'PUT', 'authorization'),
    preflight(page, 'PUT', 'one-one'),
    preflight(page, 'PUT', '', 'other'),
  ]);
  for (const answer of answers) {
    expect(answer.status).toBe(403);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(await answer.text()).toContain('<Code>AccessForbidden</Code>');
  }
});

it('lets the page read the answer, be it a success or a refusal', async () => {
  const url = await getSignedUrl(s3.client(), new PutObjectCommand({ Bucket: 'files', Key: 'k', Body: 'hello' }));
  const upload = (body: string, origin: string) => fetch(url, { method: 'PUT', body, headers: { origin } });
  const allowed = async (body: string, origin: string) => {
    const { status, headers } = await upload(body, origin);
    return [status, headers.get('access-control-allow-origin')];
  };
  expect(await allowed('hello', page)).toEqual([200, page]);
  expect(await allowed('jello', page)).toEqual([400, page]);
  expect(await allowed('hello', 'http://other.example')).toEqual([200, null]);
});
