import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { s3 } from '../../../shared/aws/s3/buckets.ts';
import type { Caller } from '../../../shared/domain/accounts/caller.ts';
import { newId, newWebhookId } from '../../../shared/ids.ts';
import { log } from '../../../shared/log.ts';
import type { StoredForm } from '../../../shared/store/forms/forms.ts';
import { keyOf, keysOf } from '../../../shared/store/keys.ts';
import { putItem } from '../../../shared/store/table.ts';
import { httpReceiver } from '../../shared/outbound/receivers.ts';
import type { Json } from '../../support/cloud/http.ts';
import { newCaller, storedForm, storedIntegration, storedWebhook, submit } from '../../support/records/records.ts';
import { useDeliveryLine } from '../../support/table/delivery-line.ts';
import { useKms } from '../../support/table/kms.ts';
import { useUploads } from '../../support/table/s3.ts';
import { useTable } from '../../support/table/table.ts';

useTable({ stream: true });
useKms();
useUploads();
const line = useDeliveryLine('5,30,120');
// Any bucket takes what is set aside.
process.env.STREAM_FAILURES_BUCKET = 'uploads';

let caller: Caller;
let form: StoredForm;
let receiver: Awaited<ReturnType<typeof httpReceiver>>;
let measured: Json[];
let logged: string[];

beforeEach(async () => {
  measured = [];
  logged = [];
  jest.spyOn(log, 'error').mockImplementation((...[message]: unknown[]) => void logged.push(String(message)));
  jest.spyOn(process.stdout, 'write').mockImplementation(text => {
    if (String(text).startsWith('{"_aws"')) measured.push(JSON.parse(String(text)));
    return true;
  });
  receiver = await httpReceiver(response => response.writeHead(200).end());
  caller = await newCaller();
  form = await storedForm(caller);
  await storedWebhook(caller, { url: receiver.url });
  await line.workOff();
  receiver.requests.length = 0;
});
afterEach(async () => {
  await line.takeDeadLetters();
  await receiver.close();
  jest.restoreAllMocks();
});

/** The records that were set aside, oldest first, as `npm run replay` reads them. */
async function takeSetAside(): Promise<Json[]> {
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: 'uploads', Prefix: 'aws/lambda/' }));
  const objects = await Promise.all(
    Contents.map(async ({ Key }) => {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket: 'uploads', Key }));
      return JSON.parse((await Body?.transformToString()) ?? '');
    }),
  );
  return objects.flatMap(({ payload }) => JSON.parse(payload).Records);
}

const sumOf = (metric: string): number => measured.reduce((sum, line) => sum + Number(line[metric] ?? 0), 0);

const visitKey = (formId: string) => keyOf('visit', { form: formId, slice: '0', sha256: newId('note') });

const visit = (content: object) => ({
  ...visitKey(form.form.id),
  environmentId: caller.environmentId,
  at: new Date().toISOString(),
  receivedAt: new Date().toISOString(),
  writes: 1,
  ...content,
});

describe('a record of the stream that the dispatcher cannot process is set aside, and its neighbours go on', () => {
  const poisons: Record<string, () => Promise<unknown>> = {
    'a visit whose events are no JSON': () => putItem(visit({ events: 'view' })),
    'a visit that left a response which is none': () =>
      putItem(visit({ events: '[{"type":"abandon"}]', responseId: 'sub_x', abandonedAt: new Date().toISOString() })),
    'a response whose sort key is no time': () =>
      putItem({
        ...keysOf('response', {
          ...{ form: form.form.id, shard: '0', sortKey: 'x' },
          ...{ environmentId: caller.environmentId, indexShard: '0' },
        }),
        status: 'completed',
        answers: '{}',
      }),
    'an event that is too large for a message': async () => {
      await storedWebhook(caller, { url: receiver.url, events: ['event.view'] });
      // Each of these characters takes six in JSON.
      await putItem(
        visit({ responseId: '\u0001'.repeat(300_000), events: `[{"type":"view","at":"${new Date().toISOString()}"}]` }),
      );
    },
  };

  it.each(Object.entries(poisons))('%s', async (_, poison) => {
    const before = (await takeSetAside()).length;
    await submit(form);
    await poison();
    await submit(form);
    await line.workOff();
    expect(receiver.requests).toHaveLength(2);
    expect(await takeSetAside()).toHaveLength(before + 1);
    expect(sumOf('StreamRecordsSetAside')).toBe(1);
    expect(logged).toContain('records of the stream were set aside');
  });

  it.each([
    ['integration', { type: 'slack', config: '{', active: true }],
    ['webhook', { url: 'https://hooks.example.com/', active: true }],
  ] as const)('an event for a damaged %s: the others hear of it, and of other events', async (kind, content) => {
    const { environmentId } = caller;
    const key =
      kind === 'webhook'
        ? keyOf(kind, { owner: environmentId, webhook: newWebhookId() })
        : keyOf(kind, { owner: environmentId, integration: newId('integration') });
    await putItem({ ...key, ...content, environmentId });
    const other = await newCaller();
    await storedWebhook(other, { url: receiver.url });
    await submit(form);
    await submit(await storedForm(other));
    await line.workOff();
    expect(receiver.requests).toHaveLength(2);
    expect(sumOf('StreamRecordsSetAside')).toBe(1);
  });

  it('an item that is due at no time is handed over all the same', async () => {
    const { pk, sk } = keyOf('job', { job: newId('job') });
    await putItem({ pk, sk, kind: 'recount', duepk: 'DUE#3', duesk: '0#env#never' });
    await submit(form);
    await line.workOff();
    expect(receiver.requests).toHaveLength(1);
    expect((await line.takeDeadLetters()).map(body => JSON.parse(body))).toContainEqual({ pk, sk });
  });
});

describe('a message that a lane cannot process goes to the dead letters, and its neighbours go on', () => {
  const address = () => `WEBHOOK#${caller.environmentId}#${newWebhookId()}`;
  const poisons: Record<string, () => Promise<string>> = {
    'is no JSON': async () => '{',
    'names a key that DynamoDB refuses': async () => JSON.stringify({ pk: address(), sk: '' }),
    'names a key that is too long': async () => JSON.stringify({ pk: address(), sk: 'x'.repeat(2000) }),
    'names a key that is no text': async () => JSON.stringify({ pk: address(), sk: 7 }),
    'has a delivery without an event': async () => JSON.stringify({ pk: address(), sk: '1', delivery: {} }),
    'names a delivery whose item is damaged': async () => {
      const key = { pk: address(), sk: '1' };
      await putItem({ ...key, status: 'scheduled', event: '{', attempts: '[]', attemptCount: 0, createdAt: '' });
      return JSON.stringify(key);
    },
    'is for a receiver whose item is damaged': async () => {
      const integration = newId('integration');
      await putItem({
        ...keyOf('integration', { owner: caller.environmentId, integration }),
        ...{ type: 'slack', config: '{', active: false, environmentId: caller.environmentId },
      });
      return JSON.stringify({ pk: `WEBHOOK#${caller.environmentId}#${integration}`, sk: '1' });
    },
    'is for a form that is refused': async () => {
      const event = { name: 'response.created', timestamp: new Date().toISOString(), formId: 'x'.repeat(3000) };
      return JSON.stringify({ pk: address(), sk: '1', delivery: { id: 'x', attempts: [], attemptCount: 0, event } });
    },
  };

  it.each(Object.entries(poisons))('one that %s', async (_, poison) => {
    const body = await poison();
    await line.send('fast', body);
    await submit(form);
    await line.workOff();
    expect(receiver.requests).toHaveLength(1);
    for (let receipts = 0; receipts < 6; receipts++) {
      line.advance(3 * 60_000 + 1000);
      await line.workOff();
    }
    expect(await line.takeDeadLetters()).toEqual([body]);
    expect(receiver.requests).toHaveLength(1);
  });

  it('with the IDs of a response, and none of its answers', async () => {
    const { environmentId } = caller;
    const webhookUrl = receiver.url.replace(/\/?$/, '/services/T0001/B0001/abcdefghijklmnopWXYZ');
    const { integration } = await storedIntegration(caller, 'slack', { webhookUrl });
    const { id } = await submit(form, 'Ada Lovelace');
    await line.dispatch();
    const key = keyOf('integration', { owner: environmentId, integration: integration.id });
    await putItem({ ...key, type: 'slack', config: '{', active: true, environmentId });
    for (let receipts = 0; receipts < 6; receipts++) {
      await line.workOff();
      line.advance(3 * 60_000 + 1000);
    }
    const [letter, ...others] = await line.takeDeadLetters();
    expect(others).toEqual([]);
    expect(JSON.parse(letter ?? '')).toMatchObject({ delivery: { event: { formId: form.form.id, responseId: id } } });
    expect(letter).not.toContain('Lovelace');
  });
});
