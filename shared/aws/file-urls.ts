import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { fileAttachment } from '../domain/content-disposition.ts';
import { type ArchiveNames, archiveName, archiveObject } from './archive-objects.ts';
import { type FileNames, objectOf, s3 } from './files.ts';

/**
 * A URL for one PUT of this file. S3 refuses another content type or size, and a second object under the same key;
 * `headers` are those that the sender must repeat.
 */
export async function signUpload(upload: FileNames & { contentType: string; size: number }, expiresIn: number) {
  const headers = { 'content-type': upload.contentType, 'if-none-match': '*' };
  const put = { ...objectOf(upload), ContentType: upload.contentType, ContentLength: upload.size, IfNoneMatch: '*' };
  const signableHeaders = new Set([...Object.keys(headers), 'content-length']);
  return { url: await getSignedUrl(s3, new PutObjectCommand(put), { expiresIn, signableHeaders }), headers };
}

/** The origin of the URLs of uploads: what a page has to be allowed to send files to. */
export async function uploadOrigin(file: FileNames): Promise<string> {
  const { url } = await signUpload({ ...file, contentType: 'application/octet-stream', size: 1 }, 60);
  return new URL(url).origin;
}

/** A URL to download an archive from, under its name. */
export function signArchive(archive: ArchiveNames, expiresIn: number): Promise<string> {
  const get = { ...archiveObject(archive), ResponseContentDisposition: fileAttachment(archiveName(archive)) };
  return getSignedUrl(s3, new GetObjectCommand(get), { expiresIn });
}

/**
 * A URL to download the file from, under its own name and never to be shown as a page. What else its sender may have stored
 * with it is overridden: a content encoding that the bytes are not in, or leave to caches to keep it.
 */
export function signDownload(
  upload: FileNames & { fileName: string; contentType: string },
  expiresIn: number,
): Promise<string> {
  const get = {
    ...objectOf(upload),
    ResponseContentDisposition: fileAttachment(upload.fileName),
    ResponseContentType: upload.contentType,
    ResponseContentEncoding: 'identity',
    ResponseCacheControl: 'private, no-store',
  };
  return getSignedUrl(s3, new GetObjectCommand(get), { expiresIn });
}
