import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll } from '@jest/globals';
import { accessKeyId, region, secretAccessKey } from '../../../local/credentials.ts';
import { type LocalServer, serve } from '../../../local/http-server.ts';

/** What happens to a request: it is answered, accepted without an answer, answered without an end, or fails. */
type Fate = 'answer' | 'silence' | 'stall' | 'failure';

/**
 * Sets up a server for the tests of a file that replaces DynamoDB, SQS, S3 and KMS. It accepts every request and may
 * never answer.
 */
export function useSilentServer() {
  const connections = new Set<Socket>();
  let dead = new Set<Socket>();
  let planned: Fate[] = [];
  let requests = 0;
  let server: LocalServer | undefined;

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    requests += 1;
    connections.add(request.socket);
    const fate = dead.has(request.socket) ? 'silence' : (planned.shift() ?? 'answer');
    if (fate === 'silence') return;
    if (fate === 'failure') response.writeHead(500).end('{"__type":"InternalServerError"}');
    else if (fate === 'stall') response.writeHead(200, { 'content-length': 100 }).write('{');
    else if (request.method === 'HEAD') response.writeHead(200, { 'content-length': 5 }).end();
    else response.writeHead(200).end(JSON.stringify(answerTo((await json(request)) as { MessageBody?: string })));
  };

  beforeAll(async () => {
    server = await serve(answer, 0, () => {});
    const credentials = { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_REGION: region };
    const services = ['DYNAMODB', 'SQS', 'S3', 'KMS'].map(name => [`AWS_ENDPOINT_URL_${name}`, server?.endpoint]);
    Object.assign(process.env, credentials, Object.fromEntries(services), {
      TABLE_NAME: 'table',
      UPLOADS_BUCKET: 'uploads',
      KMS_KEY_ID: 'key',
      FAST_DELIVERIES_QUEUE_URL: `${server.endpoint}/000000000000/fast`,
    });
  });
  afterAll(() => server?.close());

  return {
    /** Sets the fates of the next requests. Later ones are answered. */
    plan: (...fates: Fate[]): void => {
      planned = fates;
      requests = 0;
    },
    /** Loses whatever is sent on the current connections, as after a client's long sleep. */
    forgetConnections: (): void => {
      dead = new Set(connections);
    },
    requests: (): number => requests,
  };
}

/** Returns an answer that fits GetItem, SendMessage and Encrypt. */
const answerTo = ({ MessageBody = '' }) => ({
  MessageId: '1',
  MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex'),
  CiphertextBlob: 'YQ==',
});
