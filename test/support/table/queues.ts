import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PurgeQueueCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll } from '@jest/globals';
import { accessKeyId, region, secretAccessKey } from '../../../local/credentials.ts';
import { queueUrl } from '../../../local/sqs/queues.ts';
import { startSqs } from '../../../local/sqs/server.ts';
import { clientDefaults } from '../../../shared/aws/client-defaults.ts';
import type { Json } from '../cloud/http.ts';

export type QueueName = 'fast' | 'slow' | 'dead';

/** Sets up the delivery queues without workers, for the tests of a file. `ahead` makes delayed messages arrive. */
export function useDeliveryQueues() {
  const directory = mkdtempSync(join(tmpdir(), 'formline-sqs-'));
  let close: () => Promise<void> | void = () => {};
  let endpoint = '';
  let ahead = 0;

  beforeAll(async () => {
    const names: QueueName[] = ['fast', 'slow', 'dead'];
    const queues = names.map(name => ({ name, properties: {} }));
    const server = await startSqs({ dataDir: directory, port: 0, queues, now: () => Date.now() + ahead });
    endpoint = server.endpoint;
    Object.assign(process.env, {
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      AWS_REGION: region,
      AWS_ENDPOINT_URL_SQS: endpoint,
      FAST_DELIVERIES_QUEUE_URL: queueUrl(endpoint, 'fast'),
      SLOW_DELIVERIES_QUEUE_URL: queueUrl(endpoint, 'slow'),
      DEAD_DELIVERIES_QUEUE_URL: queueUrl(endpoint, 'dead'),
    });
    close = () => server.close();
  });

  afterAll(async () => {
    await close();
    rmSync(directory, { recursive: true, force: true });
  });

  /** Empties a queue and returns its messages, delayed ones included. */
  return async (name: QueueName): Promise<Json[]> => {
    const sqs = new SQSClient({ endpoint, logger: clientDefaults.logger });
    const QueueUrl = queueUrl(endpoint, name);
    const bodies: Json[] = [];
    ahead += 20 * 60_000;
    for (;;) {
      const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }));
      if (Messages.length === 0) break;
      bodies.push(...Messages.map(({ Body }) => JSON.parse(Body ?? '')));
    }
    await sqs.send(new PurgeQueueCommand({ QueueUrl })).catch(() => {});
    sqs.destroy();
    return bodies;
  };
}
