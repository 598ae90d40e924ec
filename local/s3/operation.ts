import type { Readable } from 'node:stream';
import type { Bucket } from './buckets.ts';
import { invalidArgument, notImplemented } from './errors.ts';
import type { ObjectHeaders, ObjectStore } from './object-store.ts';
import type { MayDo } from './permissions.ts';
import type { S3Request } from './request.ts';
import { document, type Xml } from './xml.ts';

export type S3Call = {
  readonly request: S3Request;
  readonly bucket: Bucket;
  readonly store: ObjectStore;
  /** The signature's declaration about the body. */
  readonly payload: string;
  readonly mayDo: MayDo;
  /** Milliseconds since the epoch. */
  readonly now: number;
};

export type S3Reply = {
  readonly status?: number;
  readonly headers?: Record<string, string | number>;
  readonly body?: string | Readable;
};

export type S3Operation = (call: S3Call) => S3Reply | Promise<S3Reply>;

export function xmlAnswer(name: string, content: Xml): S3Reply {
  return { headers: { 'content-type': 'application/xml' }, body: document(name, content) };
}

/** The request headers that are stored and returned with the object. */
const keptHeaders = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
];

/** Throws if an answer could not repeat the value. */
export function headerValue(name: string, value: string): string {
  if (!/[^\t\x20-\x7e\x80-\xff]/.test(value)) return value;
  throw invalidArgument(`Header value cannot be represented using ISO-8859-1: ${name}`);
}

export function headersOf(request: S3Request): ObjectHeaders {
  const names = [...keptHeaders, ...request.amzHeaders().filter(name => name.startsWith('x-amz-meta-'))];
  const given = names.flatMap(name => {
    const value = request.header(name);
    return value ? [[name, headerValue(name, value)] as const] : [];
  });
  return { 'content-type': 'binary/octet-stream', ...Object.fromEntries(given) };
}

const knownAmzHeaders = new Set(
  [
    'algorithm credential date expires signedheaders signature security-token content-sha256 user-agent',
    'sdk-checksum-algorithm checksum-mode checksum-crc32 checksum-sha256 expected-bucket-owner',
  ]
    .flatMap(line => line.split(' '))
    .map(name => `x-amz-${name}`),
);

/** Throws for a header whose request isn't supported, such as `x-amz-tagging`. */
export function refuseUnknownHeaders(request: S3Request): void {
  const unknown = request.amzHeaders().find(name => !knownAmzHeaders.has(name) && !name.startsWith('x-amz-meta-'));
  if (unknown !== undefined) throw notImplemented(`the header ${unknown}`);
  if (request.header('if-match') !== undefined && request.method !== 'PUT') throw notImplemented('the header If-Match');
}

/** Whether the request may only create the object. */
export function onlyIfNew(request: S3Request): boolean {
  const condition = request.header('if-none-match');
  if (condition !== undefined && condition !== '*') throw notImplemented('If-None-Match with an ETag for a write');
  return condition === '*';
}
