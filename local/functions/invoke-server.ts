import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type LocalServer, serve } from '../http-server.ts';
import { ServiceError } from '../json-protocol.ts';
import { findNamed } from '../template/assembly.ts';
import type { FunctionResource } from '../template/functions.ts';
import { payloadBytesMax } from './function-protocol.ts';
import type { FunctionHost } from './functions.ts';

export type InvokeServerOptions = {
  readonly functions: readonly FunctionResource[];
  readonly host: FunctionHost;
  readonly port: number;
};

/**
 * Serves the one operation of Lambda's API that a running service needs, synchronous Invoke:
 * https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html
 */
export function startInvokeServer({ functions, host, port }: InvokeServerOptions): Promise<LocalServer> {
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const payload = await buffer(request);
    const name = functionOf(request);
    if (payload.length > payloadBytesMax) {
      const message = `Request must be smaller than ${payloadBytesMax} bytes for the InvokeFunction operation`;
      throw new ServiceError('RequestTooLargeException', message, { status: 413 });
    }
    const result = await host.invoke(name, payload.toString() || '{}');
    if (result.failed) response.setHeader('x-amz-function-error', 'Unhandled');
    response.setHeader('x-amz-executed-version', '$LATEST').end(result.payload || 'null');
  }

  function functionOf({ method, url = '', headers }: IncomingMessage): string {
    const [, name] = /^\/2015-03-31\/functions\/([^/?]+)\/invocations$/.exec(url) ?? [];
    const type = headers['x-amz-invocation-type'] ?? 'RequestResponse';
    if (method !== 'POST' || name === undefined || type !== 'RequestResponse') {
      const why = `The local cloud does not support ${method} ${url} (${type}).`;
      throw new ServiceError('NotImplemented', why, { status: 501 });
    }
    // Accepts a name or an ARN, with or without a version. There is only the latest.
    const [, plain = ''] = /^(?:arn:.*:function:)?([^:]+)(?::\$LATEST)?$/.exec(decodeURIComponent(name)) ?? [];
    try {
      return findNamed(functions, plain).name;
    } catch {
      const why = `Function not found: ${decodeURIComponent(name)}`;
      throw new ServiceError('ResourceNotFoundException', why, { status: 404 });
    }
  }

  const listener = (request: IncomingMessage, response: ServerResponse) =>
    void answer(request, response).catch(error => {
      const { status, type } = error instanceof ServiceError ? error : { status: 500, type: 'ServiceException' };
      response.setHeader('x-amzn-errortype', type);
      response.writeHead(status).end(JSON.stringify({ Type: 'User', Message: String(error.message) }));
    });
  return serve(listener, port, () => {});
}
