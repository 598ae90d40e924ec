import type { Readable } from 'node:stream';
import {
  GetObjectCommand,
  type GetObjectCommandInput,
  GetObjectTaggingCommand,
  NoSuchKey,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { accountOf } from '../../domain/forms/storage.ts';
import { fileAttachment } from '../../domain/text/content-disposition.ts';
import { isStorageUnreachable } from '../../errors.ts';
import { type ArchiveNames, archiveName, archiveObject } from './archive-objects.ts';
import { s3, type WithStorage, withBucket } from './buckets.ts';
import { type ExportFile, exportFileObject } from './exports.ts';
import { type FileNames, objectOf } from './files.ts';

/** The header that makes S3 refuse uploads to a bucket of another account. */
const expectedOwner = 'x-amz-expected-bucket-owner';

/**
 * Returns a URL for one PUT of this file. S3 refuses another content type or size, and a second object with the same
 * key. The sender must repeat `headers`.
 */
export async function signUpload(upload: FileNames & { contentType: string; size: number }, expiresIn: number) {
  const headers = {
    ...{ 'content-type': upload.contentType, 'if-none-match': '*' },
    ...(upload.storage && { [expectedOwner]: accountOf(upload.storage) }),
  };
  const put = { ...objectOf(upload), ContentType: upload.contentType, ContentLength: upload.size, IfNoneMatch: '*' };
  const signableHeaders = new Set([...Object.keys(headers), 'content-length']);
  const command = new PutObjectCommand(put);
  const unhoistableHeaders = new Set([expectedOwner]);
  const url = await withBucket(upload, client =>
    getSignedUrl(client, command, { expiresIn, signableHeaders, unhoistableHeaders }),
  );
  return { url, headers };
}

/** Returns the origin of upload URLs, which a page must allow. It does not depend on credentials. */
export async function uploadOrigin(file: FileNames): Promise<string> {
  return new URL(await getSignedUrl(s3, new PutObjectCommand(objectOf(file)), { expiresIn: 60 })).origin;
}

/** Returns a link to download an archive under its name. */
export function linkToArchive(archive: ArchiveNames, expiresIn: number): Promise<FileLink> {
  const get = { ...archiveObject(archive), ResponseContentDisposition: fileAttachment(archiveName(archive)) };
  return linkUnlessShutOut(async () => ({ url: await signGet(archive, get, expiresIn) }));
}

/** Returns a link to download a file of an export under its name. */
export function linkToExportFile(file: ExportFile & { name: string }, expiresIn: number): Promise<FileLink> {
  const get = {
    ...exportFileObject(file),
    ResponseContentDisposition: fileAttachment(file.name),
    ResponseCacheControl: 'private, no-store',
  };
  return linkUnlessShutOut(async () => ({ url: await signGet(file, get, expiresIn) }));
}

/**
 * Returns a URL that downloads the file under its own name, and never shows it as a page. It overrides headers that the
 * sender may have stored, such as a wrong content encoding.
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
  return signGet(upload, get, expiresIn);
}

const signGet = (stored: WithStorage, get: GetObjectCommandInput, expiresIn: number): Promise<string> =>
  withBucket(stored, client => getSignedUrl(client, new GetObjectCommand(get), { expiresIn }));

/** Opens a file. Returns undefined if it is gone, or is not handed out, or its bucket is closed. */
export async function openFile(file: FileNames): Promise<Readable | undefined> {
  try {
    if (await withheldBecause(file)) return undefined;
    const { Body } = await withBucket(file, client => client.send(new GetObjectCommand(objectOf(file))));
    return Body as Readable;
  } catch (error) {
    if (isStorageUnreachable(error) || error instanceof NoSuchKey) return undefined;
    throw error;
  }
}

/** A link to a file, or the reason why there is none. */
export type FileLink = { url: string } | { url: null; withheld: string };

/** Returns a file's link for a list of files. A file without one doesn't fail the others. */
export const linkToFile = (upload: Parameters<typeof signDownload>[0], expiresIn: number): Promise<FileLink> =>
  linkUnlessShutOut(async () => {
    const withheld = await withheldBecause(upload);
    return withheld ? { url: null, withheld } : { url: await signDownload(upload, expiresIn) };
  });

async function linkUnlessShutOut(link: () => Promise<FileLink>): Promise<FileLink> {
  try {
    return await link();
  } catch (error) {
    if (isStorageUnreachable(error)) return { url: null, withheld: error.message };
    throw error;
  }
}

/**
 * The tag that GuardDuty puts on an object.
 * https://docs.aws.amazon.com/guardduty/latest/ug/monitoring-malware-protection-s3-scans-gdu.html
 */
const tag = 'GuardDutyMalwareScanStatus';

const reasons: Readonly<Record<string, string>> = {
  THREATS_FOUND: 'The scan for malware has found a threat in this file: it is not handed out.',
  UNSUPPORTED:
    'This file could not be scanned for malware, because it is protected by a password or too large: it is not handed out.',
  ACCESS_DENIED:
    'This file could not be scanned for malware, because the scanner was denied access: it is not handed out.',
  FAILED: 'The scan of this file for malware has failed: it is not handed out.',
};

const waiting = 'This file is being scanned for malware: try again in a minute.';

/**
 * Returns the reason to withhold a file, or undefined. Deployments without scans withhold nothing, and neither do
 * buckets of owners, who must watch them themselves.
 */
export async function withheldBecause(file: FileNames): Promise<string | undefined> {
  if (process.env.MALWARE_PROTECTION !== 'true' || file.storage) return undefined;
  const { TagSet = [] } = await s3.send(new GetObjectTaggingCommand(objectOf(file)));
  const status = TagSet.find(({ Key }) => Key === tag)?.Value;
  if (status === 'NO_THREATS_FOUND') return undefined;
  return status === undefined ? waiting : (reasons[status] ?? reasons.FAILED);
}
