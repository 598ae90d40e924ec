import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { GetQueueAttributesCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { accessKeyId, region, secretAccessKey } from '../../local/credentials.ts';
import { queueUrl } from '../../local/sqs/queues.ts';

let dataDir: string;
let killed: (() => Promise<unknown>)[];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'kill-'));
  killed = [];
});

afterEach(async () => {
  for (const kill of killed) await kill();
  rmSync(dataDir, { recursive: true });
});

/** Runs a server in a process of its own. */
async function startProcess(module: 's3' | 'sqs', start: 'startS3' | 'startSqs', resources: object) {
  const options = JSON.stringify({ dataDir, port: 0, ...resources });
  const url = JSON.stringify(join(import.meta.dirname, '../../local', module, 'server.ts'));
  const script = `import { ${start} } from ${url}; console.log((await ${start}(${options})).endpoint);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const kill = () => {
    child.kill('SIGKILL');
    return ended;
  };
  killed.push(kill);
  const [line] = await once(child.stdout, 'data');
  const endpoint = String(line).trim();
  return { kill, settings: { endpoint, region, credentials: { accessKeyId, secretAccessKey }, maxAttempts: 1 } };
}

/** Does the work again and again, kills the server meanwhile and gives the number of times it was acknowledged. */
async function untilKilled(kill: () => Promise<unknown>, work: (n: number) => Promise<unknown>): Promise<number> {
  let acknowledged = 0;
  const working = (async () => {
    for (;;) {
      await work(acknowledged);
      acknowledged += 1;
      if (acknowledged === 50) void kill();
    }
  })();
  await expect(working).rejects.toThrow();
  return acknowledged;
}

it('SQS loses no acknowledged message when its process is killed', async () => {
  const start = () => startProcess('sqs', 'startSqs', { queues: [{ name: 'work', properties: {} }] });
  const before = await start();
  const client = new SQSClient(before.settings);
  const QueueUrl = queueUrl(before.settings.endpoint, 'work');
  const sent = await untilKilled(before.kill, n =>
    client.send(new SendMessageCommand({ QueueUrl, MessageBody: `message ${n}` })),
  );

  const { settings } = await start();
  const command = new GetQueueAttributesCommand({
    QueueUrl: queueUrl(settings.endpoint, 'work'),
    AttributeNames: ['ApproximateNumberOfMessages'],
  });
  const { Attributes } = await new SQSClient(settings).send(command);
  // The last one may have been stored without its answer.
  expect([sent, sent + 1]).toContain(Number(Attributes?.ApproximateNumberOfMessages));
});

it('S3 loses no acknowledged object, and keeps no part of another, when its process is killed', async () => {
  const start = () => startProcess('s3', 'startS3', { buckets: [{ name: 'files', properties: {} }] });
  const content = (n: number) => `${n} `.repeat(50_000);
  const before = await start();
  const client = new S3Client(before.settings);
  const put = (n: number) => new PutObjectCommand({ Bucket: 'files', Key: `object ${n}`, Body: content(n) });
  const stored = await untilKilled(before.kill, n => client.send(put(n)));

  const { settings } = await start();
  const after = new S3Client(settings);
  const { KeyCount = 0 } = await after.send(new ListObjectsV2Command({ Bucket: 'files' }));
  expect([stored, stored + 1]).toContain(KeyCount);
  for (let n = 0; n < KeyCount; n += 1) {
    const object = await after.send(new GetObjectCommand({ Bucket: 'files', Key: `object ${n}` }));
    expect((await object.Body?.transformToString()) === content(n)).toBe(true);
  }
  expect(readdirSync(join(dataDir, 's3/bodies'))).toHaveLength(KeyCount);
});
