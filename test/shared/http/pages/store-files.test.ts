import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { OperationReply } from '../../../../shared/http/pages/call-operation.ts';
import type { SentFile } from '../../../../shared/http/pages/sent-form.ts';
import { storeFiles } from '../../../../shared/http/pages/store-files.ts';

/** Takes what is put, as S3 does. */
let put: { method?: string | undefined; path?: string | undefined; type?: string | undefined; body: string }[] = [];
let status = 200;
const bucket = createServer(async (request: IncomingMessage, response) => {
  put.push({
    ...{ method: request.method, path: request.url, type: request.headers['content-type'] },
    body: await text(request),
  });
  response.writeHead(status).end();
});
let address = '';
beforeAll(async () => {
  await new Promise<void>(resolve => bucket.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`;
});
afterAll(() => {
  bucket.close();
});
beforeEach(() => {
  [put, status] = [[], 200];
});

const fileOf = (name: string, fileName: string, { content = 'me', type = 'application/pdf' } = {}): SentFile => ({
  name,
  file: new File([content], fileName, { type }),
});

/** Signs as the operation does, and remembers what for. */
function signer() {
  const asked: object[] = [];
  const sign = async (body: object): Promise<OperationReply> => {
    asked.push(body);
    const fileId = `file_${asked.length}`;
    const headers = { 'content-type': (body as { contentType: string }).contentType };
    return { status: 200, headers: {}, body: { fileId, uploadUrl: `${address}/${fileId}`, method: 'PUT', headers } };
  };
  return { asked, sign };
}

describe('the files of a form', () => {
  it('are signed and put one by one, and known by their fields', async () => {
    const { asked, sign } = signer();
    const files = [
      fileOf('cv', 'cv.pdf'),
      fileOf('photos', 'a.png', { type: '' }),
      fileOf('cv', 'other.pdf', { content: 'other' }),
    ];
    const stored = await storeFiles('form_1', files, sign);
    expect(stored).toEqual({
      ids: new Map([
        ['cv', ['file_1', 'file_3']],
        ['photos', ['file_2']],
      ]),
    });
    expect(asked).toEqual([
      { formId: 'form_1', fieldId: 'cv', fileName: 'cv.pdf', contentType: 'application/pdf', size: 2 },
      { formId: 'form_1', fieldId: 'photos', fileName: 'a.png', contentType: 'application/octet-stream', size: 2 },
      { formId: 'form_1', fieldId: 'cv', fileName: 'other.pdf', contentType: 'application/pdf', size: 5 },
    ]);
    expect(put).toEqual([
      { method: 'PUT', path: '/file_1', type: 'application/pdf', body: 'me' },
      { method: 'PUT', path: '/file_2', type: 'application/octet-stream', body: 'me' },
      { method: 'PUT', path: '/file_3', type: 'application/pdf', body: 'other' },
    ]);
  });

  it.each([
    ['C:\\Users\\ada\\cv.pdf', 'cv.pdf'],
    ['/home/ada/cv.pdf', 'cv.pdf'],
    ['folder/', 'file'],
    [`${'a'.repeat(300)}.pdf`, `${'a'.repeat(251)}.pdf`],
  ])('are called by their names alone: %s', async (path, fileName) => {
    const { asked, sign } = signer();
    await storeFiles('form_1', [fileOf('cv', path)], sign);
    expect(asked).toMatchObject([{ fileName }]);
  });

  it('are refused by the one that is not signed, as a fault of its field', async () => {
    const { sign } = signer();
    const details = [{ field: 'size', rule: 'max', message: 'is too large' }];
    const refusing = async (body: object): Promise<OperationReply> =>
      'fileName' in body && body.fileName === 'no.pdf'
        ? { status: 400, headers: { a: 'b' }, body: { code: 'validation_failed', details } }
        : sign(body);
    const files = [fileOf('cv', 'cv.pdf'), fileOf('more', 'no.pdf'), fileOf('cv', 'last.pdf')];
    expect(await storeFiles('form_1', files, refusing)).toEqual({
      refusal: {
        ...{ status: 400, headers: { a: 'b' } },
        body: { code: 'validation_failed', details: [{ field: 'more', rule: 'max', message: 'is too large' }] },
      },
    });
    expect(put).toHaveLength(1);
  });

  it('are refused as the operation does that has no details', async () => {
    const refusal = { status: 429, headers: {}, body: { code: 'rate_limited' } };
    expect(await storeFiles('form_1', [fileOf('cv', 'cv.pdf')], async () => refusal)).toEqual({ refusal });
  });

  it('are forty at most', async () => {
    const { sign } = signer();
    const message = 'must have at most 40 files';
    await expect(storeFiles('form_1', Array(41).fill(fileOf('cv', 'cv.pdf')), sign)).rejects.toMatchObject({
      ...{ status: 400, details: [{ field: '', rule: 'maxFiles', message }] },
    });
    expect(put).toEqual([]);
    expect(await storeFiles('form_1', Array(40).fill(fileOf('cv', 'cv.pdf')), sign)).toHaveProperty('ids');
  });

  it('are to be sent again where S3 does not take one', async () => {
    status = 503;
    const stored = storeFiles('form_1', [fileOf('cv', 'cv.pdf')], signer().sign);
    await expect(stored).rejects.toMatchObject({
      ...{ status: 503, cause: { message: 'S3 answers 503 to the file of a form' } },
    });
  });
});
