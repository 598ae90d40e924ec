import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { GetQueueAttributesCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Credentials, credentialsOf } from '../../local/bootstrap.ts';
import { type Cloud, startCloud } from '../../local/cloud.ts';
import { prepareAssembly } from '../../local/prepare.ts';
import { httpReceiver } from '../shared/outbound/receivers.ts';
import { type Client, clientOf } from '../support/cloud/client.ts';
import { copyTable, tableOf } from '../support/cloud/cloud-table.ts';
import { hastenJobs } from '../support/cloud/deferred-work.ts';
import type { Json } from '../support/cloud/http.ts';
import { changedAssembly } from '../support/cloud/own-cloud.ts';
import { runbookBlocks, runIn } from '../support/cloud/runbook.ts';
import { keyHeader } from '../support/cloud/service.ts';
import { changeItem, itemsThatName } from '../support/cloud/stored-items.ts';
import { eventually } from '../support/eventually.ts';
import { newForm, submit } from '../support/records/forms.ts';

/** What begins a block that only AWS can run. */
const onlyOnAws = [
  // It waits for half an hour, and makes a backup.
  'npm run destroy-data-keys -- --organization "$ORGANIZATION" \\\n  --table',
  'ALARM=$(resource Monitoring',
  'npm run pause',
  'aws dynamodb restore-table-to-point-in-time',
  'aws dynamodb update-continuous-backups',
  'npm run resume',
  'TABLE_NAME=$RESTORED_TABLE',
];

const blocks = runbookBlocks();
const executed = new Set<string>();

const directory = mkdtempSync(join(tmpdir(), 'runbook-'));
const dataDir = join(directory, 'data');
let receiver: Awaited<ReturnType<typeof httpReceiver>>;
let other: Awaited<ReturnType<typeof httpReceiver>> | undefined;
let assemblyDir: string;
let cloud: Cloud;
let credentials: Credentials;

const client: Client = clientOf(() => ({
  baseUrl: cloud.baseUrl,
  headers: keyHeader('secretKey', credentials.environments.production.secretKey),
}));

async function start(assembly: string): Promise<void> {
  cloud = await startCloud({ assemblyDir: assembly, dataDir, port: 0 });
  credentials = await credentialsOf(cloud, dataDir);
}

/** The block of the runbook with this command. */
function block(command: string): string {
  const [found, ...others] = blocks.filter(text => text.includes(command));
  if (!found || others.length > 0) throw new Error(`${others.length} more blocks have ${command}`);
  executed.add(found);
  return found;
}

/** What an operator pastes first, for the stage of the local cloud. */
const names = () => block('export STAGE=').replace('production', 'local') + block('resource() {');

const run = (...commands: readonly string[]) =>
  runIn({ cloud, assemblyDir, directory }, [names(), ...commands].join('\n'));

beforeAll(async () => {
  receiver = await httpReceiver(response => response.writeHead(204).end());
  assemblyDir = await prepareAssembly();
  await start(assemblyDir);
});

afterAll(async () => {
  await cloud?.close();
  await receiver.close();
  await other?.close();
  rmSync(directory, { recursive: true, force: true });
});

const awsClient = (service: 'S3' | 'SQS') => ({
  endpoint: cloud.environment[`AWS_ENDPOINT_URL_${service}`],
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
});

/** The objects in the bucket of stream failures: what each is called, and what it holds. */
async function setAside(): Promise<{ Key: string; failure: Json }[]> {
  const s3 = new S3Client(awsClient('S3'));
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: await failuresBucket() }));
  return Promise.all(
    Contents.map(async ({ Key = '' }) => {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket: await failuresBucket(), Key }));
      return { Key, failure: JSON.parse((await Body?.transformToString()) ?? '') };
    }),
  );
}

async function putBack(Key: string, failure: Json): Promise<void> {
  const Body = JSON.stringify(failure);
  await new S3Client(awsClient('S3')).send(new PutObjectCommand({ Bucket: await failuresBucket(), Key, Body }));
}

let foundBucket: Promise<string> | undefined;

function failuresBucket(): Promise<string> {
  foundBucket ??= run('resource Data AWS::S3::Bucket StreamFailures').then(name => name.trim());
  return foundBucket;
}

const recordsOf = (failure: Json): Json[] => JSON.parse(failure.payload).Records;

describe('the replay of what was set aside', () => {
  const submissions = 12;
  let form: Json;

  const counted = async (): Promise<number> =>
    (await client('getFormAnalytics', { params: { id: form.id } })).body.totals.submissions;

  const told = () => receiver.requests.map(({ body }) => JSON.parse(body).event.attributes.response.id).sort();

  /**
   * Both readers fail at each record, and give up with the first attempt. They have no windows: a reader whose function
   * fails at the end of a window waits until it succeeds, here from each quarter of an hour on.
   */
  const broken = () =>
    changedAssembly(assemblyDir, join(directory, 'broken'), (resource, id) => {
      if (/^(CountEvents|DispatchEvents)[0-9A-F]{8}$/.test(id)) resource.Properties.Handler = 'index.gone';
      if (resource.Properties?.BisectBatchOnFunctionError) {
        Object.assign(resource.Properties, { BisectBatchOnFunctionError: false, MaximumRetryAttempts: 0 });
        delete resource.Properties.TumblingWindowInSeconds;
      }
    });

  async function submitTo(count: number): Promise<string[]> {
    const answers = { name: 'Ada', message: 'é'.repeat(50_000) };
    const responses: string[] = [];
    for (let n = 0; n < count; n++) responses.push((await submit(client, form.id, answers)).id);
    return responses;
  }

  const replay = () => run(block('npm run replay'));

  it('counts each change and tells each webhook, once, however often it is done', async () => {
    await cloud.close();
    await start(broken());
    form = await newForm(client);
    const webhook = { url: receiver.url, formId: form.id, events: ['response.created'] };
    expect((await client('createWebhook', { body: webhook })).status).toBe(201);
    const responses = await submitTo(submissions);
    const kept = await eventually(async () => {
      const all = await setAside();
      const records = all.flatMap(({ failure }) => recordsOf(failure));
      expect(records.filter(({ dynamodb }) => dynamodb.Keys.pk.S.startsWith('RESPONSES#'))).toHaveLength(
        2 * submissions,
      );
      return all;
    });
    await cloud.close();

    await start(assemblyDir);
    expect(await counted()).toBe(0);
    expect(told()).toEqual([]);
    expect(await replay()).toContain('records handled');
    expect(await setAside()).toEqual([]);
    expect(await counted()).toBe(submissions);
    await eventually(async () => expect(told()).toEqual([...responses].sort()));

    for (const { Key, failure } of kept) await putBack(Key, failure);
    await replay();
    const later = await submitTo(1);
    await eventually(async () => expect(told()).toEqual([...responses, ...later].sort()));
    await eventually(async () => expect(await counted()).toBe(submissions + 1));
  });

  it('takes what is too large for one call by parts', async () => {
    await cloud.close();
    await start(join(directory, 'broken'));
    await submitTo(1);
    // Of the response, and not of the job that counting it had left.
    const [first] = await eventually(async () => {
      const all = (await setAside()).filter(({ failure }) => failure.payload.length > 50_000);
      expect(all.length).toBeGreaterThan(1);
      return all;
    });
    await cloud.close();
    await start(assemblyDir);
    const before = await counted();
    const large = Array.from({ length: 70 }, () => recordsOf(first?.failure)).flat();
    const payload = JSON.stringify({ Records: large });
    expect(Buffer.byteLength(payload)).toBeGreaterThan(6_291_556);
    await putBack(first?.Key ?? '', { ...first?.failure, payload });
    await replay();
    expect(await setAside()).toEqual([]);
    expect(await counted()).toBe(before + 1);
  });

  it('keeps what fails again, and says why', async () => {
    const failure = {
      requestContext: { functionArn: 'arn:aws:lambda:us-east-1:000000000000:function:Gone', condition: 'x' },
      DDBStreamBatchInfo: { shardId: 'shardId-1' },
      payload: JSON.stringify({ Records: [{}] }),
    };
    await putBack('aws/lambda/a', failure);
    await expect(replay()).rejects.toThrow('Function not found');
    expect(await setAside()).toEqual([{ Key: 'aws/lambda/a', failure }]);
  });
});

describe('the other commands', () => {
  it('run the sweep', async () => {
    const printed = await run(block('aws lambda invoke'), 'cat sweep.json');
    expect(printed).not.toContain('FunctionError');
    expect(printed).toMatch(/\nnull$/);
  });

  it('send dead jobs and dead deliveries back', async () => {
    expect(await run(block('"$(queue_arn JobsDeadLetters)"'))).toContain('TaskHandle');
    const sqs = new SQSClient(awsClient('SQS'));
    const dead = (await run('resource Delivery AWS::SQS::Queue DeadDeliveries')).trim();
    const MessageBody = JSON.stringify({ pk: 'WEBHOOK#env_1#wh_1', sk: '0' });
    await sqs.send(new SendMessageCommand({ QueueUrl: dead, MessageBody }));
    expect(await run(block('"$(queue_arn DeadDeliveries)"'))).toContain('TaskHandle');
    const left = async (QueueUrl: string) =>
      (await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['ApproximateNumberOfMessages'] })))
        .Attributes?.ApproximateNumberOfMessages;
    expect(await left(dead)).toBe('0');
  });
});

it('looks for sealed answers, and changes nothing', async () => {
  const definition = { fields: [{ id: 'iban', type: 'text' }], fieldPolicies: { iban: 'encrypted' } };
  const form = await newForm(client, definition);
  await submit(client, form.id, { iban: 'DE89370400440532013000' });
  const organization = block('export ORGANIZATION=').replace(/org_\w+/, credentials.organization.id);
  const printed = await run(organization, block('--survey'));
  expect(printed).toContain('production: keys of generation 1\n');
  expect(printed).toMatch(/: 1 sealed answers\.$/m);
});

describe('a restored table', () => {
  const table = 'formline-restored';
  const failing = { told: [] as string[], status: 503 };
  let form: Json;

  const withKey = (key: string) => clientOf(() => ({ baseUrl: cloud.baseUrl, headers: keyHeader('secretKey', key) }));
  const statusWith = async (key: string) => (await withKey(key)('listForms')).status;
  const submissions = async (): Promise<number> =>
    (await client('getFormAnalytics', { params: { id: form.id } })).body.totals.submissions;
  let token = '';
  const team = clientOf(() => ({ baseUrl: cloud.baseUrl, headers: { authorization: `Bearer ${token}` } }));
  const newKey = async (name: string): Promise<Json> =>
    (await team('createApiKey', { body: { type: 'secret', environment: 'production', name } })).body;

  /** A recount waits for a quarter of an hour, and counts twice. */
  async function recount(): Promise<void> {
    const { client: dynamodb, TableName } = tableOf(cloud);
    const [job] = await itemsThatName(cloud, `JOB#recount-${form.id}`);
    const Key = { pk: job?.pk?.S, sk: job?.sk?.S };
    const now = { UpdateExpression: 'SET notBefore = :now', ExpressionAttributeValues: { ':now': 0 } };
    await dynamodb.send(new UpdateCommand({ TableName, Key, ...now }));
    await hastenJobs(cloud, [`JOB#recount-${form.id}`]);
    dynamodb.destroy();
  }

  it('takes the place of another, with all that has to be true then', async () => {
    other = await httpReceiver((response, { headers }) => {
      failing.told.push(String(headers['x-service-delivery']));
      // None is tried again, or dead, before the table is copied, however slow the machine is.
      response.writeHead(failing.status, { 'retry-after': '3600' }).end();
    });
    form = await newForm(client);
    for (const url of [receiver.url, other.url]) {
      await client('createWebhook', { body: { url, formId: form.id, events: ['response.created'] } });
    }
    const { email, password } = credentials.owner;
    token = (await client('login', { body: { email, password } })).body.token;
    const [deleted, rotated] = [await newKey('deleted'), await newKey('rotated')];
    const responses = [await submit(client, form.id), await submit(client, form.id), await submit(client, form.id)];
    await eventually(async () => expect(await submissions()).toBe(3));
    await eventually(async () => expect(failing.told).toHaveLength(3));

    // What is written from here on is stored, and not yet counted.
    await cloud.close();
    await start(
      changedAssembly(assemblyDir, join(directory, 'slow'), (resource, id) => {
        if (id.startsWith('CountEventsStream')) resource.Properties.MaximumBatchingWindowInSeconds = 300;
      }),
    );
    responses.push(await submit(client, form.id), await submit(client, form.id));
    const erased = await submit(client, (await newForm(client)).id);
    const formsThen = (await client('listForms')).body.total;
    expect(await submissions()).toBe(3);

    // Those of what comes later are in no copy.
    const earlier = [...failing.told];
    const restoredTo = new Date().toISOString();
    await copyTable(cloud, table);
    await team('deleteApiKey', { params: { id: deleted.id } });
    const next = (await team('rotateApiKey', { params: { id: rotated.id }, body: { graceSeconds: 0 } })).body.key;
    await client('deleteResponse', { params: { id: erased.id } });
    const lost = await submit(client, form.id);

    const choice = block('export RESTORED_TO=')
      .replace(/2026-\S+/, restoredTo)
      .replace('formline-production-restored', table);
    const repair = block('npm run after-restore');
    const printed = await run(choice, repair);
    for (const action of ['api_key.deleted', 'api_key.rotated', 'response.deleted']) expect(printed).toContain(action);
    expect(printed).toContain('Deleted again, as they were since: 1 ');
    expect(await run(choice, repair)).toContain('API keys deleted or rotated again, as they were since: 1');
    const settings = block('aws dynamodb update-time-to-live');
    const stream = block('--stream-specification');
    const streamArn = (await run(choice, settings, stream, 'echo "$RESTORED_STREAM"')).trim().split('\n').at(-1);
    await expect(run(choice, repair)).rejects.toThrow('it is in use already');
    await cloud.close();

    failing.told.splice(0);
    failing.status = 204;
    const environment = { ...process.env, TABLE_NAME: table, TABLE_STREAM_ARN: streamArn };
    await start(await prepareAssembly({ environment }));
    const { body } = await client('listResponses', { query: { form_id: form.id } });
    expect(body.items.map(({ id }: Json) => id).sort()).toEqual(responses.map(({ id }) => id).sort());
    for (const { id } of [lost, erased]) expect((await client('getResponse', { params: { id } })).status).toBe(404);
    expect(await Promise.all([token, deleted.key, rotated.key, next].map(statusWith))).toEqual([401, 401, 401, 200]);
    expect((await client('listForms')).body.total).toBe(formsThen);

    await eventually(async () => {
      // Once it has ended there is no job any more.
      await recount().catch(() => {});
      expect(await submissions()).toBe(5);
    });
    const since = [await submit(client, form.id), await submit(client, form.id)];
    await eventually(async () => expect(await submissions()).toBe(7));
    const told = () => receiver.requests.map(({ body }) => JSON.parse(body).event.attributes.response.id);
    await eventually(async () => expect(told()).toEqual(expect.arrayContaining(since.map(({ id }) => id))));

    // What was to be tried again later is tried again, under the id that it had.
    for (const { pk, sk, nextAttemptAt } of await itemsThatName(cloud, 'nextAttemptAt')) {
      const key = { pk: pk?.S ?? '', sk: sk?.S ?? '' };
      if (nextAttemptAt) await changeItem(cloud, key, { nextAttemptAt: new Date().toISOString() });
    }
    await eventually(async () => {
      await hastenJobs(cloud, ['WEBHOOK#']);
      expect(failing.told).toEqual(expect.arrayContaining(earlier));
    });
  });
});

it('leaves no command of the runbook untried but those that only AWS can run', () => {
  const untried = blocks.filter(text => !executed.has(text));
  expect(untried.filter(text => !onlyOnAws.some(start => text.startsWith(start)))).toEqual([]);
  expect(untried).toHaveLength(onlyOnAws.length);
});
