import type { IncomingMessage, ServerResponse } from 'node:http';
import { type LocalServer, serve } from './http-server.ts';

export type ServiceInput = Record<string, unknown>;

export type ServiceCall = {
  /** Aborts when the client disconnects or the server closes. */
  readonly signal: AbortSignal;
  /** The address that the client called, such as `http://127.0.0.1:9324`. */
  readonly endpoint: string;
  /** The calling function's trace header: the chain of invocations that it is part of. */
  readonly traceHeader: string | undefined;
};

/** Answers one operation. */
export type ServiceOperation = (input: ServiceInput, call: ServiceCall) => unknown;

/** An error in the service's format: `type` is the shape's name, `queryCode` the code of the older query protocol. */
export class ServiceError extends Error {
  readonly type: string;
  readonly queryCode: string | undefined;
  readonly status: number;

  constructor(
    type: string,
    message: string,
    { queryCode, status = 400 }: { queryCode?: string; status?: number } = {},
  ) {
    super(message);
    this.type = type;
    this.queryCode = queryCode;
    this.status = status;
  }
}

const maxRequestBytes = 4 * 1024 * 1024;

async function readInput(request: IncomingMessage): Promise<ServiceInput> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxRequestBytes)
      throw new ServiceError('RequestEntityTooLarge', 'The request is too large.', { status: 413 });
    chunks.push(chunk);
  }
  let input: unknown;
  try {
    input = JSON.parse(Buffer.concat(chunks).toString() || '{}');
  } catch {
    throw new ServiceError('SerializationException', 'The request is not JSON.');
  }
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new ServiceError('SerializationException', 'The request is not a JSON object.');
  }
  return input as ServiceInput;
}

function answerError(response: ServerResponse, error: unknown): void {
  const known = error instanceof ServiceError;
  if (!known) console.error(error);
  const fault = known ? error : new ServiceError('InternalFailure', String(error), { status: 500 });
  if (fault.queryCode) response.setHeader('x-amzn-query-error', `${fault.queryCode};Sender`);
  response.writeHead(fault.status).end(JSON.stringify({ __type: fault.type, message: fault.message }));
}

export type JsonService = {
  /** The prefix of the operation in `x-amz-target`, such as `AmazonSQS`. */
  readonly target: string;
  readonly contentType: 'application/x-amz-json-1.0' | 'application/x-amz-json-1.1';
  readonly operations: Readonly<Record<string, ServiceOperation>>;
  readonly port: number;
  released(): void;
};

/** Serves operations in AWS's JSON protocol. Refuses other operations by name. */
export function serveJson({ target, contentType, operations, port, released }: JsonService): Promise<LocalServer> {
  function operationOf({ headers }: IncomingMessage): ServiceOperation {
    const name = String(headers['x-amz-target'] ?? '');
    const known = Object.entries(operations).find(([operation]) => name === `${target}.${operation}`);
    if (known) return known[1];
    throw new ServiceError('UnknownOperationException', `The local cloud does not support the operation "${name}".`);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    response.setHeader('content-type', contentType);
    try {
      const operation = operationOf(request);
      const traceHeader = request.headers['x-amzn-trace-id'];
      const call = {
        signal: gone.signal,
        endpoint: `http://${request.headers.host}`,
        traceHeader: typeof traceHeader === 'string' ? traceHeader : undefined,
      };
      const output = await operation(await readInput(request), call);
      response.end(JSON.stringify(output ?? {}));
    } catch (error) {
      if (!gone.signal.aborted) answerError(response, error);
    }
  }
  return serve((request, response) => void answer(request, response), port, released);
}
