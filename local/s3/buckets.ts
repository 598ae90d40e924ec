import { refuseUnknown } from '../template/template-properties.ts';
import type { ObjectStore } from './object-store.ts';

export type CorsRule = {
  Id?: string;
  AllowedHeaders?: string[];
  AllowedMethods: string[];
  AllowedOrigins: string[];
  ExposedHeaders?: string[];
  /** The age in seconds. */
  MaxAge?: number;
};

type LifecycleRule = {
  Id?: string;
  Status: string;
  Prefix?: string;
  ExpirationInDays?: number;
  /** Has no effect here: uploads have no parts. */
  AbortIncompleteMultipartUpload?: unknown;
};

/** The properties of a template's `AWS::S3::Bucket`, with references resolved. */
export type BucketProperties = {
  BucketName?: string;
  CorsConfiguration?: { CorsRules: CorsRule[] };
  LifecycleConfiguration?: { Rules: LifecycleRule[] };
  /** These have no effect here: only the owner has access, and nothing is encrypted. */
  BucketEncryption?: unknown;
  OwnershipControls?: unknown;
  PublicAccessBlockConfiguration?: unknown;
  Tags?: unknown;
};

const known = {
  bucket: ['BucketName', 'CorsConfiguration', 'LifecycleConfiguration', 'Tags'],
  access: ['BucketEncryption', 'OwnershipControls', 'PublicAccessBlockConfiguration'],
  rule: ['Id', 'Status', 'Prefix', 'ExpirationInDays', 'AbortIncompleteMultipartUpload'],
  // Local buckets have no versions.
  versions: ['ExpiredObjectDeleteMarker', 'NoncurrentVersionExpiration'],
};

export type Bucket = {
  readonly name: string;
  readonly cors: readonly CorsRule[];
  readonly lifecycle: readonly LifecycleRule[];
};

export function bucket(name: string, properties: BucketProperties): Bucket {
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name)) throw new Error(`"${name}" is not the name of a bucket.`);
  refuseUnknown(`Bucket ${name}`, properties, [...known.bucket, ...known.access]);
  const lifecycle = properties.LifecycleConfiguration?.Rules ?? [];
  for (const rule of lifecycle)
    refuseUnknown(`Bucket ${name}, lifecycle rule`, rule, [...known.rule, ...known.versions]);
  return {
    name,
    cors: properties.CorsConfiguration?.CorsRules ?? [],
    lifecycle: lifecycle.filter(({ Status }) => Status === 'Enabled'),
  };
}

const day = 86_400_000;

/** Deletes the objects that the bucket's lifecycle rules make expire. `now` is in milliseconds since the epoch. */
export function expire({ name, lifecycle }: Bucket, store: ObjectStore, now: number): void {
  for (const { Prefix = '', ExpirationInDays = Number.POSITIVE_INFINITY } of lifecycle) {
    // S3 rounds up to the next midnight UTC.
    const isOver = (since: number) => now >= Math.ceil(since / day + ExpirationInDays) * day;
    const expired = store.withPrefix(name, Prefix).filter(({ modified }) => isOver(modified));
    for (const { key } of [...expired]) store.delete(name, key);
  }
}
