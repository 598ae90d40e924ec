import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { account } from '../credentials.ts';
import { type LocalServer, serve } from '../http-server.ts';
import type { Customer } from '../iam/customers.ts';
import { Identities } from '../iam/sts.ts';
import { type Bucket, type BucketProperties, bucket, expire } from './buckets.ts';
import { corsHeaders, preflightHeaders } from './cors.ts';
import { internalError, notImplemented, S3Error } from './errors.ts';
import { listObjects } from './list.ts';
import { ObjectStore } from './object-store.ts';
import { deleteObject, deleteObjects, getObject, headObject, putObject } from './objects.ts';
import { refuseUnknownHeaders, type S3Operation, type S3Reply } from './operation.ts';
import { checkBucketOwner, checkPermission, permissions } from './permissions.ts';
import { S3Request } from './request.ts';
import { verifySignature } from './signature.ts';
import { getTags, putTags } from './tagging.ts';
import { document } from './xml.ts';

export type S3Options = {
  /** The local cloud's data directory, which has the `s3` folder. */
  readonly dataDir: string;
  /** The port; 0 picks a free one. Clients keep signed URLs, so use the same port after a restart. */
  readonly port: number;
  readonly buckets: readonly { readonly name: string; readonly properties: BucketProperties }[];
  /** Who may sign requests. Default: only the local cloud. */
  readonly identities?: Identities;
  /** Other accounts, with their own buckets. */
  readonly customers?: () => readonly Customer[];
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
};

export type S3Server = LocalServer & {
  /** Deletes what the buckets' lifecycle rules make expire. It also runs at start and every hour. */
  sweep(): void;
};

/**
 * Serves buckets for clients of the current AWS SDK and for browsers, at `<endpoint>/<bucket>/<key>`. An IP address as
 * the endpoint makes the SDK use this form. Every request must be signed or presigned. Objects survive a restart or a
 * kill; the configuration decides which buckets exist.
 */
export async function startS3(options: S3Options): Promise<S3Server> {
  const { dataDir, port, buckets: configured, identities = new Identities(), customers = () => [] } = options;
  const { now = Date.now } = options;
  const buckets = new Map(configured.map(({ name, properties }) => [name, bucket(name, properties)]));
  const store = new ObjectStore(join(dataDir, 's3'));
  function sweep(): void {
    for (const bucket of buckets.values()) expire(bucket, store, now());
  }
  sweep();
  const hourly = setInterval(sweep, 3_600_000).unref();
  const server = await serve(
    (message, response) => {
      const at = now();
      // Clients correct their clock by it, and signatures are judged by it.
      response.setHeader('date', new Date(at).toUTCString());
      void respond({ message, response, buckets, identities, customers: customers(), store, now: at });
    },
    port,
    () => {
      clearInterval(hourly);
      store.close();
    },
  );
  return { ...server, sweep };
}

/** The operations, by method, bucket or object, and the query parameters that select one. */
const operations: Record<string, S3Operation> = {
  'GET bucket list-type': listObjects,
  'POST bucket delete': deleteObjects,
  'GET object': getObject,
  'HEAD object': headObject,
  'PUT object': putObject,
  'DELETE object': deleteObject,
  'GET object tagging': getTags,
  'PUT object tagging': putTags,
};

/** Query parameters that select no operation. */
const details = /^(x-|response-|prefix$|max-keys$|continuation-token$|encoding-type$)/i;

function operationOf(request: S3Request): S3Operation {
  const chosenBy = request.query.map(([name]) => name).filter(name => !details.test(name));
  const name = [request.method, request.key === '' ? 'bucket' : 'object', ...chosenBy.sort()].join(' ');
  const operation = operations[name];
  if (!operation) throw notImplemented(`the operation ${name}`);
  return operation;
}

type Exchange = {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  readonly buckets: ReadonlyMap<string, Bucket>;
  readonly identities: Identities;
  readonly customers: readonly Customer[];
  readonly store: ObjectStore;
  readonly now: number;
};

async function answer(exchange: Exchange): Promise<S3Reply> {
  const { message, response, buckets, identities, customers, store, now } = exchange;
  const request = new S3Request(message);
  const customer = customers.find(({ bucket: { name } }) => name === request.bucketName);
  const bucket = customer ? bucketOf(customer) : buckets.get(request.bucketName);
  if (!bucket)
    throw new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist', { BucketName: request.bucketName });
  if (request.method === 'OPTIONS') return { headers: preflightHeaders(bucket, message) };
  // Set the headers first: a browser's page must be able to read a refusal too.
  response.setHeaders(new Map(Object.entries(corsHeaders(bucket, message.headers.origin, message.method))));
  const { payload, identity } = verifySignature(request, identities, now);
  refuseUnknownHeaders(request);
  checkBucketOwner(request, customer?.bucket.heldBy ?? account);
  const operation = operationOf(request);
  const mayDo = permissions(identity, customers, customer);
  checkPermission(request, mayDo, store);
  return operation({ request, bucket, store, payload, mayDo, now });
}

const bucketOf = ({ bucket: { name, properties } }: Customer): Bucket => bucket(name, properties);

async function respond(exchange: Exchange): Promise<void> {
  const { message, response } = exchange;
  response.setHeader('x-amz-request-id', randomUUID());
  try {
    const { status = 200, headers = {}, body } = await answer(exchange);
    response.writeHead(status, headers);
    if (typeof body === 'object') await pipeline(body, response);
    else response.end(body);
  } catch (error) {
    if (response.headersSent || response.destroyed) response.destroy();
    else respondError(exchange, error);
  }
  // Read what a refused client still sends; otherwise it could not read the refusal.
  message.resume();
}

function respondError({ message, response }: Exchange, error: unknown): void {
  const known = error instanceof S3Error;
  if (!known) console.error(error);
  const { status, code, message: text, details } = known ? error : internalError();
  const content = {
    Code: code,
    Message: text,
    ...details,
    Resource: message.url,
    RequestId: String(response.getHeader('x-amz-request-id')),
  };
  const body = document('Error', content);
  response.writeHead(status, { 'content-type': 'application/xml' }).end(message.method === 'HEAD' ? undefined : body);
}
