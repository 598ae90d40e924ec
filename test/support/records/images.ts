import { crc32, deflateSync } from 'node:zlib';
import { expect } from '@jest/globals';
import type { Client } from '../cloud/client.ts';
import type { Json } from '../cloud/http.ts';

function chunk(name: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(content), 4);
  return Buffer.concat([ends.subarray(0, 4), content, ends.subarray(4)]);
}

/** Returns a PNG of one color. */
export function png(width: number, height: number, color: readonly [number, number, number] = [63, 72, 204]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, Buffer.from(color))]);
  const rows = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

/** Signs the upload of an image of a form and sends it. Returns its ID. */
export async function stagedImage(client: Client, formId: string, bytes = png(8, 2)): Promise<string> {
  const body = { contentType: 'image/png', size: bytes.length };
  const signed = await client('signImage', { params: { id: formId }, body });
  expect({ status: signed.status, body: signed.body }).toMatchObject({ status: 200 });
  const { uploadUrl, headers, imageId } = signed.body as Json;
  const sent = await fetch(uploadUrl, { method: 'PUT', headers, body: new Uint8Array(bytes) });
  expect(sent.status).toBe(200);
  return imageId;
}

/** Uploads an image of a form, which the service keeps. Returns its ID. */
export async function keptImage(client: Client, formId: string, bytes?: Buffer): Promise<string> {
  const imageId = await stagedImage(client, formId, bytes);
  const { status, body } = await client('keepImage', { params: { id: formId, imageId } });
  expect({ status, body }).toMatchObject({ status: 200, body: { id: imageId } });
  return imageId;
}
