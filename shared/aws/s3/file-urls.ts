import {
  GetObjectCommand,
  type GetObjectCommandInput,
  GetObjectTaggingCommand,
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

/** The header by which S3 refuses what is sent to a bucket of another account. */
const expectedOwner = 'x-amz-expected-bucket-owner';

/**
 * A URL for one PUT of this file. S3 refuses another content type or size, and a second object under the same key;
 * `headers` are those that the sender must repeat.
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

/** The origin of the URLs of uploads: what a page has to be allowed to send files to. It depends on no credentials. */
export async function uploadOrigin(file: FileNames): Promise<string> {
  return new URL(await getSignedUrl(s3, new PutObjectCommand(objectOf(file)), { expiresIn: 60 })).origin;
}

/** A link to an archive, under its name. */
export function linkToArchive(archive: ArchiveNames, expiresIn: number): Promise<FileLink> {
  const get = { ...archiveObject(archive), ResponseContentDisposition: fileAttachment(archiveName(archive)) };
  return linkUnlessShutOut(async () => ({ url: await signGet(archive, get, expiresIn) }));
}

/** A link to a file of an export, under its name. */
export function linkToExportFile(file: ExportFile & { name: string }, expiresIn: number): Promise<FileLink> {
  const get = {
    ...exportFileObject(file),
    ResponseContentDisposition: fileAttachment(file.name),
    ResponseCacheControl: 'private, no-store',
  };
  return linkUnlessShutOut(async () => ({ url: await signGet(file, get, expiresIn) }));
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
  return signGet(upload, get, expiresIn);
}

const signGet = (stored: WithStorage, get: GetObjectCommandInput, expiresIn: number): Promise<string> =>
  withBucket(stored, client => getSignedUrl(client, new GetObjectCommand(get), { expiresIn }));

/** A link to a file, or the reason why there is none. */
export type FileLink = { url: string } | { url: null; withheld: string };

/** A link within a list of files; a file that can't have one does not fail the others. */
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
 * What GuardDuty tags an object with.
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
 * Why a file is not to be handed out; undefined where it may be. Where the deployment scans nothing, and in the buckets of
 * owners, everything may: those are for their owners to watch over.
 */
export async function withheldBecause(file: FileNames): Promise<string | undefined> {
  if (process.env.MALWARE_PROTECTION !== 'true' || file.storage) return undefined;
  const { TagSet = [] } = await s3.send(new GetObjectTaggingCommand(objectOf(file)));
  const status = TagSet.find(({ Key }) => Key === tag)?.Value;
  if (status === 'NO_THREATS_FOUND') return undefined;
  return status === undefined ? waiting : (reasons[status] ?? reasons.FAILED);
}
