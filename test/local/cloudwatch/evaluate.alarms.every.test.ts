import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { PurgeQueueCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { DeleteCommand, GetCommand, PutCommand, QueryCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { credentialsOf } from '../../../local/bootstrap.ts';
import { type Cloud, startCloud } from '../../../local/cloud.ts';
import { prepareAssembly } from '../../../local/prepare.ts';
import { queueUrl } from '../../../local/sqs/queues.ts';
import { findNamed, readAssembly } from '../../../local/template/assembly.ts';
import { dayOf } from '../../../shared/domain/time/quarters.ts';
import { addCounters, packCounters, unpackCounters } from '../../../shared/store/counters/packed-counters.ts';
import { dueKeys, keyOf } from '../../../shared/store/keys.ts';
import { askedAddress } from '../../support/cloud/calls/receivers.ts';
import { type Client, clientOf } from '../../support/cloud/client.ts';
import { tableOf } from '../../support/cloud/cloud-table.ts';
import type { Json } from '../../support/cloud/http.ts';
import { eventually } from '../../support/eventually.ts';
import { announced, fileForm } from '../../support/records/files.ts';
import { newForm, submit } from '../../support/records/forms.ts';
import { removeDirectory, temporaryDirectory } from '../fixture-assembly.ts';

const minute = 60_000;

let directory: string;
let assemblyDir: string;
let cloud: Cloud;
let client: Client;
let formId: string;
let otherFormId: string;
let organizationId: string;
/** Milliseconds that the cloud's clock is ahead of the functions' own. */
let ahead = 0;
const told: string[] = [];

/** How many calls of an open route in five minutes are a surge here; elsewhere it takes hundreds. */
const surge = 5;

/** What no reader of the stream can read: the SDK makes no number of it that would not be another one. */
const unreadable = { N: '123456789012345678901.5' };

/** The deployment, its log level the one that keeps most lines back; but for waits, and for what is to fail. */
async function makeAssemblyToFail(): Promise<void> {
  const prepared = await prepareAssembly({
    environment: { ...process.env, LOG_LEVEL: 'ERROR', LIMIT_MAILS_TO_STRANGERS: '1' },
  });
  assemblyDir = `${prepared}.to-fail`;
  cpSync(prepared, assemblyDir, { recursive: true });
  edit(join(assemblyDir, 'Formline-local-Delivery.template.json'), template => {
    for (const [id, { Type, Properties }] of Object.entries<Json>(template.Resources)) {
      if (Type === 'AWS::Lambda::EventSourceMapping' && Properties.StartingPosition) {
        // The clock runs hours ahead, and the further the slower the machine is: records must not be too old.
        Object.assign(Properties, { MaximumRetryAttempts: 1, MaximumRecordAgeInSeconds: 604_800 });
      }
      if (/^CountEventsStream/.test(id)) Properties.DestinationConfig.OnFailure.Destination = 'arn:aws:s3:::nowhere';
      if (/^(Jobs|FastDeliveries)[0-9A-F]{8}$/.test(id)) Properties.RedrivePolicy.maxReceiveCount = 1;
    }
  });
  const [functionsOfResponses = ''] = globSync('FormlinelocalApiResponses*.template.json', { cwd: assemblyDir });
  edit(join(assemblyDir, functionsOfResponses), template => {
    for (const [id, { Type, Properties }] of Object.entries<Json>(template.Resources)) {
      if (Type !== 'AWS::Lambda::Function' || !/^CreateSubmission[0-9A-F]{8}$/.test(id)) continue;
      Properties.Environment.Variables.LIMIT_FORM_SUBMISSIONS = '180';
    }
  });
  edit(join(assemblyDir, 'Formline-local-Monitoring.template.json'), template => {
    for (const [id, { Properties }] of Object.entries<Json>(template.Resources)) {
      if (/(Surge|RateLimited)[0-9A-F]{8}$/.test(id)) Properties.Threshold = surge - 1;
    }
  });
  const { functions } = readAssembly(assemblyDir);
  const replace = (name: string, handler: string) =>
    writeFileSync(join(findNamed(functions, name).codeDir, 'index.cjs'), `exports.handler = ${handler}`);
  replace('ListTemplates', `() => new Promise(answer => setTimeout(answer, 3100, { statusCode: 200, body: '{}' }))`);
  const counting = findNamed(functions, 'CountEvents').codeDir;
  // An earlier run of the same code has done so already.
  if (!existsSync(join(counting, 'counting.cjs'))) {
    renameSync(join(counting, 'index.cjs'), join(counting, 'counting.cjs'));
  }
  replace(
    'CountEvents',
    `async event => {
      if (JSON.stringify(event).includes('a fault of ours')) throw new Error('a fault of ours');
      return require('./counting.cjs').handler(event);
    }`,
  );
  for (const name of ['GetTemplate', 'ExportFormAnalytics'])
    replace(name, `async () => { throw new Error('a fault of ours'); }`);
}

function edit(file: string, change: (template: Json) => void): void {
  const template = JSON.parse(readFileSync(file, 'utf8'));
  change(template);
  writeFileSync(file, JSON.stringify(template));
}

beforeAll(async () => {
  directory = temporaryDirectory();
  await makeAssemblyToFail();
  cloud = await startCloud({
    assemblyDir,
    dataDir: join(directory, 'data'),
    port: 0,
    now: () => Date.now() + ahead,
    onAlarm: ({ constructId }, on) => told.push(`${on ? 'ALARM' : 'OK'} ${constructId}`),
  });
  const { environments, organization } = await credentialsOf(cloud, join(directory, 'data'));
  const headers = { authorization: `Bearer ${environments.production.secretKey}` };
  client = clientOf(() => ({ baseUrl: cloud.baseUrl, headers }));
  formId = (await newForm(client)).id;
  otherFormId = (await newForm(client)).id;
  organizationId = organization.id;
});
afterAll(async () => {
  await cloud.close();
  removeDirectory(directory);
  removeDirectory(assemblyDir);
});

const sweep = () => cloud.trigger('EveryMinute');
const pass = (minutes: number) => {
  ahead += minutes * minute;
};

/** Lets time pass in which all is well, until none of these alarms is on; gives those that still are after an hour. */
async function recover(names: readonly string[]): Promise<string[]> {
  const ringing = () => cloud.alarms().filter(name => names.includes(name));
  for (let rounds = 0; rounds < 15 && (rounds < 5 || ringing().length > 0); rounds += 1) {
    for (const queue of ['JobsDeadLetters', 'DeadDeliveries']) {
      await sqs(queue, QueueUrl => new PurgeQueueCommand({ QueueUrl }));
    }
    await sweep();
    await sleep(50);
    pass(4);
  }
  return ringing();
}

function sqs(queue: string, command: (url: string) => SendMessageCommand | PurgeQueueCommand): Promise<unknown> {
  const endpoint = cloud.environment.AWS_ENDPOINT_URL_SQS ?? '';
  const { name = '' } = cloud.assembly.queues.find(each => new RegExp(`-${queue}[0-9A-F]{8}$`).test(each.name)) ?? {};
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new SQSClient({ endpoint, region: 'us-east-1', credentials });
  return client.send(command(queueUrl(endpoint, name)) as SendMessageCommand);
}

const send = (queue: string, MessageBody: string) =>
  sqs(queue, QueueUrl => new SendMessageCommand({ QueueUrl, MessageBody }));

const times = (count: number, work: () => Promise<unknown>) => Promise.all(Array.from({ length: count }, work));

/** No worker can handle it: it is no JSON. */
const sendNonsense = (queue: string, count = 1) => times(count, () => send(queue, 'nonsense'));

async function storedResponse(): Promise<Json> {
  const { client: table, TableName } = tableOf(cloud);
  const FilterExpression = 'begins_with(pk, :pk)';
  const ExpressionAttributeValues = { ':pk': `RESPONSES#${formId}` };
  const { Items = [] } = await table.send(new ScanCommand({ TableName, FilterExpression, ExpressionAttributeValues }));
  return Items[0];
}

let copies = 0;

/** Responses that neither reader of the stream can read. */
async function putUnreadable(count: number): Promise<void> {
  const { client: table, TableName } = tableOf(cloud);
  const response = await storedResponse();
  for (let rest = count; rest > 0; rest -= 1) {
    copies += 1;
    const Item = { ...marshall({ ...response, sk: `${response.sk}-${copies}` }), unreadable };
    await table.send(new PutItemCommand({ TableName, Item }));
    await table.send(new DeleteCommand({ TableName, Key: { pk: response.pk, sk: `${response.sk}-${copies}` } }));
  }
}

/** Due ten minutes ago, and nobody's: no sweep can hand it over. */
async function withOverdueWork<T>(work: () => Promise<T>): Promise<T> {
  const { client: table, TableName } = tableOf(cloud);
  const Key = { pk: 'NOBODY#1', sk: 'NOBODY' };
  await table.send(new PutCommand({ TableName, Item: { ...Key, ...dueKeys(Date.now() - 10 * minute, 'nobody') } }));
  return await work().finally(() => table.send(new DeleteCommand({ TableName, Key })));
}

async function correctCounters(): Promise<void> {
  const { client: table, TableName } = tableOf(cloud);
  const keyOfToday = () => keyOf('job', { job: `recount-${formId}-${dayOf(Date.now())}` });
  let Key = keyOfToday();
  const stepOf = async () => (await table.send(new GetCommand({ TableName, Key }))).Item?.step;
  // What is being counted at the same time would be written over it. A record that fails takes its batch along.
  await eventually(async () => {
    const before = completedIn(await hoursOf(formId));
    Key = keyOfToday();
    await submit(client, formId);
    await eventually(async () => expect(completedIn(await hoursOf(formId))).toBeGreaterThan(before), 5000);
    expect(keyOfToday()).toEqual(Key);
  });
  await eventually(async () => expect(await stepOf()).toBe(0));
  await miscount(formId);
  // Two counts in a row have to find the same; one more when a submission was being counted between them.
  for (let step = await stepOf(); step !== undefined; step = await stepOf()) {
    if (step > 4) throw new Error('The recount comes to no end');
    await table.send(dueNow(TableName, Key));
    await send('Jobs', JSON.stringify(Key));
    await eventually(async () => expect(await stepOf()).not.toBe(step));
  }
}

/** Some hour of the form's counters has more of what was completed than it should. */
async function miscount(formId: string): Promise<void> {
  const { client: table, TableName } = tableOf(cloud);
  const [hour] = await hoursOf(formId);
  const counters = unpackCounters(hour?.counts);
  addCounters(counters, new Map([['c', [7, 0, 0, 0]]]));
  await table.send(new PutCommand({ TableName, Item: { ...hour, counts: packCounters(counters) } }));
}

async function hoursOf(formId: string): Promise<Record<string, Uint8Array>[]> {
  const { client: table, TableName } = tableOf(cloud);
  const { Items = [] } = await table.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :hours)',
      ExpressionAttributeValues: { ':pk': `COUNTS#${formId}`, ':hours': 'HOUR#' },
    }),
  );
  return Items;
}

const completedIn = (hours: Record<string, Uint8Array>[]): number =>
  hours.flatMap(({ counts }) => [...(unpackCounters(counts).get('c') ?? [])]).reduce((sum, count) => sum + count, 0);

const dueNow = (TableName: string, Key: object) =>
  new UpdateCommand({
    TableName,
    Key: Key as Record<string, string>,
    UpdateExpression: 'SET notBefore = :zero',
    ExpressionAttributeValues: { ':zero': 0 },
  });

/** Buckets of forms that DynamoDB cannot write to: with another attribute each would be larger than an item may be. */
async function fillBuckets(): Promise<void> {
  const { client: table, TableName } = tableOf(cloud);
  for (let rest = 12; rest > 0; rest -= 1) {
    const { id } = await newForm(client);
    const sha256 = createHash('sha256').update(`LIMIT_FORM_SUBMISSIONS ${id}`).digest('hex');
    await table.send(
      new PutCommand({ TableName, Item: { ...keyOf('limit', { sha256 }), filler: 'x'.repeat(409_500) } }),
    );
    // Large enough to be charged at once.
    await submit(client, id, { name: 'Ada', message: 'x'.repeat(99_000) });
  }
}

async function readDamagedAnswer(): Promise<void> {
  const { id } = await newForm(client, { fieldPolicies: { message: 'encrypted' } });
  const response = await submit(client, id, { name: 'Ada', message: 'Hello' });
  const { client: table, TableName } = tableOf(cloud);
  const ofForm = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': `RESPONSES#${id}#0` } };
  const { Items = [] } = await table.send(new QueryCommand({ TableName, ...ofForm }));
  for (const item of Items) {
    const answers = JSON.stringify({ name: 'Ada', message: [1, 1, 'AAAA'] });
    await table.send(new PutCommand({ TableName, Item: { ...item, answers } }));
  }
  await client('getResponse', { params: { id: response.id } });
}

/** Its form has a bucket in another account, whose owner takes the role back. */
async function signForClosedBucket(): Promise<void> {
  const [account, RoleName] = ['222222222222', 'formline-storage-closing'];
  const stack = { account, BucketName: 'acme-closing', RoleName, ExternalId: organizationId };
  cloud.deployCustomer(stack);
  const roleArn = `arn:aws:iam::${account}:role/${RoleName}`;
  const { id } = await newForm(client, { ...fileForm, storage: { mode: 'owner', bucket: stack.BucketName, roleArn } });
  cloud.deployCustomer({ ...stack, without: ['sts:AssumeRole'] });
  expect((await client('signUpload', { body: announced(id) })).status).toBe(503);
}

/**
 * How each alarm is made to go off: what happens in each of its periods, in an order in which none keeps the next from
 * happening.
 */
const faults: Record<string, () => Promise<unknown>> = {
  // For two minutes, one after the other.
  ApiDown: async () => {
    for (let minutes = 0; minutes < 2; minutes += 1) {
      await client('getTemplate', { params: { id: 'tpl_00000000000000000000000060' } });
      await sleep(200);
      pass(1);
    }
    cloud.alarms();
  },
  ApiServerErrors: () => client('getTemplate', { params: { id: 'tpl_00000000000000000000000060' } }),
  ApiSlow: () => client('listTemplates'),
  RateLimited: () => times(12, () => client('login', { body: { email: 'ada@example.com', password: 'wrong' } })),
  ExportsBroken: () => client('exportFormAnalytics', { params: { id: formId } }),
  MailsHeldBack: () => times(2, () => askedAddress(client)),
  CountersSetAside: () => putUnreadable(1),
  StreamReaderErrors: () => times(6, () => submit(client, otherFormId, { name: 'a fault of ours' })),
  StreamRecordsSetAside: () => putUnreadable(1),
  StreamRecordsLost: () => submit(client, otherFormId, { name: 'a fault of ours' }),
  CountersCorrected: correctCounters,
  // The clock is ahead by more than five minutes: so old is what the readers find.
  CountersLate: () => submit(client, formId),
  DispatchLate: () => submit(client, formId),
  LimitsOpen: fillBuckets,
  AnswersUnreadable: readDamagedAnswer,
  OwnerStorageUnreachable: signForClosedBucket,
  DueWorkLate: () => withOverdueWork(sweep),
  DueWorkRefused: () => withOverdueWork(sweep),
  SweepStopped: async () => {},
  JobDeadLetters: async () => {
    await sendNonsense('Jobs');
    await sleep(200);
    pass(31);
  },
  DeferredWorkErrors: () => sendNonsense('Jobs', 6),
  DeadDeliveries: () => sendNonsense('FastDeliveries'),
  DeliveryErrors: () => sendNonsense('FastDeliveries', 6),
  DeliveriesLate: async () => {
    await sendNonsense('FastDeliveries');
    pass(1.5);
    cloud.alarms();
  },
  RetriesLate: async () => {
    await sendNonsense('SlowDeliveries');
    pass(31);
    for (const _ of Array(4)) {
      cloud.alarms();
      pass(4);
    }
  },
};

/** Anybody may call them; what they refuse is a call all the same. */
const openRoutes = [
  'acceptInvitation',
  'beginSingleSignOn',
  'createEvents',
  'createSubmission',
  'followMailLink',
  'getChallenge',
  'getDraft',
  'getHome',
  'getHostedPage',
  'getImage',
  'getInvitation',
  'getPublicForm',
  'keepDraft',
  'login',
  'loginWithCode',
  'requestPasswordReset',
  'resetPassword',
  'resumeDraft',
  'signUpload',
  'submitHostedPage',
] as const;

for (const operation of openRoutes) {
  const params = { id: 'none', formId: 'none', imageId: 'none', token: 'none', provider: 'none' };
  faults[`${operation.charAt(0).toUpperCase()}${operation.slice(1)}Surge`] = () =>
    times(surge, () => client(operation, { params }));
}

/** What is never measured here: the local engine does not throttle, there is no quota of functions, and no mail leaves. */
const cannotRing = ['ConcurrencyNearQuota', 'FunctionsThrottled', 'MailsBounce', 'MailsComplained', 'ThrottledWrites'];

describe('the alarms', () => {
  it('each ring here, or are known not to', () => {
    const { alarms } = cloud.assembly;
    const ids = alarms.map(({ constructId }) => constructId);
    expect(ids.sort()).toEqual([...Object.keys(faults), ...cannotRing].sort());
    expect(
      alarms
        .filter(({ neverRings }) => neverRings)
        .map(({ constructId }) => constructId)
        .sort(),
    ).toEqual(cannotRing);
  });

  it('are silent while all is well, and when nobody comes', async () => {
    await submit(client, formId);
    expect(await recover([...Object.keys(faults), ...cannotRing])).toEqual([]);
  });

  it.each(Object.keys(faults))('%s', async name => {
    const rings = () => cloud.alarms().includes(name) || told.includes(`ALARM ${name}`);
    expect(await recover([name])).toEqual([]);
    // What happens takes a while to be measured, on a busy machine longer than on an idle one.
    for (let round = 1; round <= 12 && !rings(); round += 1) {
      await faults[name]?.();
      await sleep(200 * round);
      pass(4);
    }
    expect(told).toContain(`ALARM ${name}`);
  });
});
