import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { env } from '../../env.ts';
import { imagePrefix } from '../../ids.ts';
import { s3 } from './buckets.ts';

// An upload is in `staged/`, which expires after a day and is never shown. What was checked is written to `images/`, so
// nobody can replace it.

const object = (folder: 'staged' | 'images', id: string) => ({ Bucket: env('UPLOADS_BUCKET'), Key: `${folder}/${id}` });

/** Returns a URL for one PUT of this image. S3 refuses another content type or size. */
export async function signImageUpload(id: string, content: { contentType: string; size: number }, expiresIn: number) {
  const headers = { 'content-type': content.contentType, 'if-none-match': '*' };
  const put = { ContentType: content.contentType, ContentLength: content.size, IfNoneMatch: '*' };
  const command = new PutObjectCommand({ ...object('staged', id), ...put });
  const signableHeaders = new Set([...Object.keys(headers), 'content-length']);
  return { url: await getSignedUrl(s3, command, { expiresIn, signableHeaders }), headers };
}

/** Returns the origin of upload URLs, which the dashboard's policy must allow. */
export async function imagesOrigin(): Promise<string> {
  return new URL(await getSignedUrl(s3, new PutObjectCommand(object('staged', 'any')), { expiresIn: 60 })).origin;
}

/** Returns the uploaded bytes, or undefined if there are none, or no longer. */
export const readStagedImage = (id: string) => read('staged', id);

/** Returns an image as it is shown, or undefined if there is none. */
export const readImage = (id: string) => read('images', id);

async function read(folder: 'staged' | 'images', id: string) {
  try {
    const { Body, ContentType = '' } = await s3.send(new GetObjectCommand(object(folder, id)));
    return Body && { bytes: await Body.transformToByteArray(), contentType: ContentType };
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
}

/** Stores an image that was checked. */
export async function putImage(id: string, { bytes, contentType }: { bytes: Uint8Array; contentType: string }) {
  await s3.send(new PutObjectCommand({ ...object('images', id), Body: bytes, ContentType: contentType }));
}

export async function copyImage(from: string, to: string): Promise<void> {
  const content = await readImage(from);
  if (!content) throw new Error(`The image ${from} has no object`);
  await putImage(to, content);
}

/** Deletes images, whether or not they exist. Throws unless all are gone. */
export async function deleteImages(ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await deleteKeys(ids.map(id => object('images', id).Key));
}

/** Deletes all images of a form or template. */
export async function deleteImagesOf(owner: string): Promise<void> {
  const Prefix = object('images', imagePrefix(owner)).Key;
  for (;;) {
    const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: env('UPLOADS_BUCKET'), Prefix }));
    if (Contents.length === 0) return;
    await deleteKeys(Contents.flatMap(({ Key }) => Key ?? []));
  }
}

async function deleteKeys(keys: readonly string[]): Promise<void> {
  const Delete = { Objects: keys.map(Key => ({ Key })), Quiet: true };
  const { Errors = [] } = await s3.send(new DeleteObjectsCommand({ Bucket: env('UPLOADS_BUCKET'), Delete }));
  if (Errors.length > 0) throw new Error(`${Errors.length} images were not deleted: ${Errors[0]?.Code}`);
}
