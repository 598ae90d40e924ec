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
import { notImplemented, S3Error } from './errors.ts';
import { listObjects } from './list.ts';
import { ObjectStore } from './object-store.ts';
import { deleteObject, deleteObjects, getObject, headObject, putObject } from './objects.ts';
import { type Answer, type Operation, refuseUnknownHeaders } from './operation.ts';
import { checkBucketOwner, checkPermission, permissions } from './permissions.ts';
import { S3Request } from './request.ts';
import { verifySignature } from './signature.ts';
import { getTags, putTags } from './tagging.ts';
import { document } from './xml.ts';

export type S3Options = {
  /** The directory of the local cloud's data; the folder `s3` is kept in it. */
  readonly dataDir: string;
  /** Clients keep signed urls: give the same port after a restart. 0 takes a free one. */
  readonly port: number;
  readonly buckets: readonly { readonly name: string; readonly properties: BucketProperties }[];
  /** Who may sign requests; without it, the local cloud alone. */
  readonly identities?: Identities;
  /** Other accounts, with buckets of their own. */
  readonly customers?: () => readonly Customer[];
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
};

export type S3Server = LocalServer & {
  /** Deletes what the buckets' lifecycle rules say is too old; done at start and every hour without being asked. */
  sweep(): void;
};

/**
 * Buckets for clients of the current AWS SDK and for browsers, at `<endpoint>/<bucket>/<key>` (an IP address as
 * endpoint makes the SDK write it so). Every request must be signed or presigned. Objects outlive a restart or a kill;
 * buckets exist as far as the configuration names them.
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
    (message, response) =>
      void respond({ message, response, buckets, identities, customers: customers(), store, now: now() }),
    port,
    () => {
      clearInterval(hourly);
      store.close();
    },
  );
  return { ...server, sweep };
}

/** By method, bucket or object, and the parameters of the query that choose an operation. */
const operations: Record<string, Operation> = {
  'GET bucket list-type': listObjects,
  'POST bucket delete': deleteObjects,
  'GET object': getObject,
  'HEAD object': headObject,
  'PUT object': putObject,
  'DELETE object': deleteObject,
  'GET object tagging': getTags,
  'PUT object tagging': putTags,
};

/** Parameters that choose no operation. */
const details = /^(x-|response-|prefix$|max-keys$|continuation-token$|encoding-type$)/i;

function operationOf(request: S3Request): Operation {
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

async function answer(exchange: Exchange): Promise<Answer> {
  const { message, response, buckets, identities, customers, store, now } = exchange;
  const request = new S3Request(message);
  const customer = customers.find(({ bucket: { name } }) => name === request.bucketName);
  const bucket = customer ? bucketOf(customer) : buckets.get(request.bucketName);
  if (!bucket)
    throw new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist', { BucketName: request.bucketName });
  if (request.method === 'OPTIONS') return { headers: preflightHeaders(bucket, message) };
  // Set at once: a browser's page must be able to read a refusal too.
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
  // What a refused client still sends is read, or it would not get to read the refusal.
  message.resume();
}

function respondError({ message, response }: Exchange, error: unknown): void {
  const known = error instanceof S3Error;
  if (!known) console.error(error);
  const { status, code, message: text, details } = known ? error : new S3Error(500, 'InternalError', String(error));
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
