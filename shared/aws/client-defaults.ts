import { Agent } from 'node:http';
import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { attemptPatienceMs, requestPatience } from './request-patience.ts';

/**
 * Sends requests to AWS, with timeouts. While a function is frozen, the other side may close its connections unnoticed.
 * So one dead connection drops all idle ones, and a retry opens a new one.
 */
class ImpatientHandler extends NodeHttpHandler {
  override async handle(
    request: Parameters<NodeHttpHandler['handle']>[0],
    options: Parameters<NodeHttpHandler['handle']>[1] = {},
  ): ReturnType<NodeHttpHandler['handle']> {
    const attemptMs = Math.min(requestPatience()?.attemptMs ?? attemptMsMax, attemptMsMax);
    try {
      return await super.handle(request, { ...options, requestTimeout: attemptMs });
    } catch (error) {
      // A reset connection causes an error of the same name.
      if (error instanceof Error && error.name === 'TimeoutError') this.#dropIdleConnections();
      throw error;
    }
  }

  #dropIdleConnections(): void {
    for (const agent of Object.values(this.httpHandlerConfigs())) {
      if (!(agent instanceof Agent)) continue;
      for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy();
    }
  }
}

type Logger = NonNullable<DynamoDBClientConfig['logger']>;

/**
 * A silent logger without `info` and `error`: if they existed, the SDK would first search every answer for sensitive
 * parts. It calls `debug` and `warn` without asking.
 */
const silentLogger = { debug() {}, warn() {} } as Partial<Logger> as Logger;

/** The longest wait for the first byte of a reply, and for each later one. */
const attemptMsMax = Math.max(3000, attemptPatienceMs());

/**
 * The options of every AWS client, to which `bindToRequest` adds more. Jobs and workers make four attempts of three
 * seconds. No body that we send or receive takes that long.
 */
export const clientDefaults = {
  maxAttempts: 4,
  logger: silentLogger,
  requestHandler: new ImpatientHandler({
    connectionTimeout: attemptPatienceMs(),
    requestTimeout: attemptMsMax,
    throwOnRequestTimeout: true,
    socketTimeout: attemptMsMax,
  }),
};
