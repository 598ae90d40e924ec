import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { afterAll, describe, expect } from '@jest/globals';
import type { CustomerStack } from '../../local/iam/customers.ts';
import { httpReceiver } from '../shared/outbound/receivers.ts';
import type { Json } from '../support/cloud/http.ts';
import { itLocally, itLocallyInAll, startedService } from '../support/cloud/service.ts';
import { changeItem, itemsThatName } from '../support/cloud/stored-items.ts';
import { eventually } from '../support/eventually.ts';
import { newForm, submit } from '../support/records/forms.ts';
import { expectRefusal } from '../support/refusals.ts';

const service = startedService();
const secret = service.client('secretKey');
const browser = service.client('publishableKey');

const receivers: Awaited<ReturnType<typeof httpReceiver>>[] = [];
afterAll(() => Promise.all(receivers.map(receiver => receiver.close())));

let customers = 0;

/** Another account with a bucket and a role for this organization, and what its owner finds in the bucket. */
function deployed() {
  customers += 1;
  const account = String(333_333_333_000 + customers);
  const [BucketName, RoleName] = [`acme-answers-${customers}`, `formline-storage-${customers}`];
  const stack = { account, BucketName, RoleName, ExternalId: service.credentials().organization.id };
  const redeploy = (changed: Partial<CustomerStack> = {}) => service.cloud().deployCustomer({ ...stack, ...changed });
  redeploy();
  const owner = new S3Client({
    ...{ endpoint: service.cloud().environment.AWS_ENDPOINT_URL_S3, region: 'us-east-1', forcePathStyle: true },
    credentials: { accessKeyId: account, secretAccessKey: 'local' },
  });
  return {
    storage: { mode: 'owner', bucket: BucketName, roleArn: `arn:aws:iam::${account}:role/${RoleName}` } as Json,
    redeploy,
    objects: async (formId: string): Promise<Json[]> => {
      const { Contents = [] } = await owner.send(
        new ListObjectsV2Command({ Bucket: BucketName, Prefix: `responses/${formId}/` }),
      );
      const read = Contents.map(async ({ Key }) => {
        const { Body } = await owner.send(new GetObjectCommand({ Bucket: BucketName, Key }));
        return { Key, ...JSON.parse((await Body?.transformToString()) ?? '') };
      });
      return Promise.all(read);
    },
  };
}

const closed = { without: ['sts:AssumeRole', 's3:GetObject', 's3:PutObject', 's3:DeleteObject', 's3:ListBucket'] };
const fields = [
  { id: 'name', type: 'text' },
  { id: 'email', type: 'email' },
  { id: 'plan', type: 'select', options: ['free', 'team'] },
];
const answersForm = { title: 'Answers', status: 'live', fields };

const get = async (id: string): Promise<Json> => (await secret('getResponse', { params: { id } })).body;
const list = async (formId: string, query: object = {}): Promise<Json> =>
  (await secret('listResponses', { query: { form_id: formId, ...query } })).body;
describe('answers in a bucket of one’s own', () => {
  itLocally('leave the table within seconds, and are read, changed, exported and deleted there', async () => {
    const { storage, objects } = deployed();
    const form = await newForm(secret, { ...answersForm, storage });
    expect(form.storage).toMatchObject({ ...storage, answers: 'bucket' });
    const ada = await submit(browser, form.id, { name: 'Ada-in-bucket', plan: 'team' });
    await submit(browser, form.id, { name: 'Grace-in-bucket', plan: 'free' });
    const moved = await eventually(async () => {
      expect(await itemsThatName(service.cloud(), '-in-bucket')).toEqual([]);
      return objects(form.id);
    });
    expect(moved.map(({ answers }) => answers.name).sort()).toEqual(['Ada-in-bucket', 'Grace-in-bucket']);
    expect(moved[0]?.Key).toMatch(/^responses\/form_\w+\/\d{4}\/\d\d\/\d\d\/sub_\w+\.\w+\.json$/);
    expect((await get(ada.id)).answers).toEqual({ name: 'Ada-in-bucket', plan: 'team' });
    const { items, total } = await list(form.id);
    expect([total, items.map(({ answers }: Json) => answers.name)]).toEqual([2, ['Grace-in-bucket', 'Ada-in-bucket']]);
    expect((await list(form.id, { 'answers[plan]': 'team' })).items.map(({ id }: Json) => id)).toEqual([ada.id]);
    const csv = await secret('listResponses', { query: { form_id: form.id, format: 'csv' } });
    expect(String(csv.text)).toContain('Ada-in-bucket');
    const whole = (await secret('listResponses', { query: {} })).body;
    expect(whole.items.map(({ answers }: Json) => answers.name)).toContain('Ada-in-bucket');

    const changed = await secret('updateResponse', {
      params: { id: ada.id },
      body: { answers: { name: 'Ada-L-in-bucket' } },
    });
    expect(changed.body).toMatchObject({ answers: { name: 'Ada-L-in-bucket', plan: 'team' } });
    await eventually(async () => {
      await service.hasten('UPLOADS#');
      expect(await itemsThatName(service.cloud(), 'Ada-L-in-bucket')).toEqual([]);
      expect((await objects(form.id)).map(({ answers }) => answers.name).sort()).toEqual([
        'Ada-L-in-bucket',
        'Grace-in-bucket',
      ]);
    });
    expect((await secret('deleteResponse', { params: { id: ada.id } })).status).toBe(204);
    await eventually(async () => {
      await service.hasten('UPLOADS#');
      expect((await objects(form.id)).map(({ answers }) => answers.name)).toEqual(['Grace-in-bucket']);
    });
    expect((await list(form.id)).total).toBe(1);
  });

  itLocallyInAll('are shown as unavailable while the bucket is closed, which loses none', async () => {
    const { storage, redeploy, objects } = deployed();
    const form = await newForm(secret, { ...answersForm, storage });
    const receiver = await httpReceiver(response => response.writeHead(200).end());
    receivers.push(receiver);
    const sent = (name: string) => receiver.requests.filter(({ body }) => body.includes(name)).length;
    const webhook = { url: receiver.url, events: ['response.created'], formId: form.id, includeAnswers: true };
    const { body: hook } = await secret('createWebhook', { body: webhook });
    const ada = await submit(browser, form.id, { name: 'Ada-closed' });
    const delivery = await eventually(async () => {
      expect(await objects(form.id)).toHaveLength(1);
      const { items } = (await secret('listDeliveries', { params: { id: hook.id } })).body;
      expect(items).toMatchObject([{ status: 'succeeded' }]);
      return items[0];
    });
    // However late it is sent again, the event has the answers.
    const params = { id: hook.id, deliveryId: delivery.id };
    await secret('retryDelivery', { params });
    await eventually(async () => expect([sent('Ada-closed'), receiver.requests.length]).toEqual([2, 2]));
    redeploy(closed);
    await secret('retryDelivery', { params });
    const grace = await submit(browser, form.id, { name: 'Grace-closed' });
    await eventually(async () => expect(sent('Grace-closed')).toBe(1));
    const shown = (await list(form.id)).items;
    expect(shown.find(({ id }: Json) => id === ada.id)).toMatchObject({
      status: 'completed',
      answersUnavailable: true,
      concealed: { name: 'unavailable' },
    });
    expect(shown.find(({ id }: Json) => id === grace.id).answers).toEqual({ name: 'Grace-closed' });
    const refused = await secret('updateResponse', { params: { id: ada.id }, body: { answers: { name: 'Eve' } } });
    expectRefusal(refused, 503, 'unavailable');
    // The event waits for its answers, and is not sent without them.
    expect([sent('Ada-closed'), receiver.requests.length]).toEqual([2, 3]);
    redeploy();
    await eventually(async () => {
      await service.hasten('RESPONSES#');
      expect(await objects(form.id)).toHaveLength(2);
    });
    expect((await get(ada.id)).answers).toEqual({ name: 'Ada-closed' });
    // It comes by itself, or when it is asked for again.
    await secret('retryDelivery', { params });
    await eventually(async () => expect([3, 4]).toContain(sent('Ada-closed')));
    expect(sent('-closed')).toBe(receiver.requests.length);
    expect(await itemsThatName(service.cloud(), '-closed')).toEqual([]);
  });

  itLocallyInAll(
    'move when the form changes its mind, are erased with their person, and count in the summary',
    async () => {
      const { storage, objects } = deployed();
      const form = await newForm(secret, { ...answersForm, storage: { ...storage, answers: 'table' } });
      expect(form.storage.answers).toBe('table');
      await submit(browser, form.id, { email: 'ada@example.com', plan: 'team' });
      await submit(browser, form.id, { email: 'grace@example.com', plan: 'free' });
      expect(await objects(form.id)).toEqual([]);
      const { body: changed } = await secret('updateForm', {
        params: { id: form.id },
        body: { storage: { ...form.storage, answers: 'bucket' } },
      });
      expect(changed.storage.answers).toBe('bucket');
      await eventually(async () => {
        await service.hasten('SEALING#');
        expect(await objects(form.id)).toHaveLength(2);
      });
      expect((await secret('getFormSealing', { params: { id: form.id } })).body.rewritten).toBe(2);
      const asked = await secret('eraseDataSubject', { body: { email: 'ada@example.com' } });
      await eventually(async () => {
        await changeItem(service.cloud(), { pk: `SUBJECT#${asked.body.id}`, sk: 'SUBJECT' }, { notBefore: 0 });
        await service.hasten('UPLOADS#', 'SUBJECT#');
        const { body } = await secret('getDataSubjectRequest', { params: { id: asked.body.id } });
        expect(body).toMatchObject({ state: 'done', found: 1, erased: 1 });
      });
      expect((await objects(form.id)).map(({ answers }) => answers.email)).toEqual(['grace@example.com']);
      await eventually(async () => {
        const summary = JSON.stringify((await secret('getSummary', { params: { id: form.id } })).body);
        expect(summary).toMatch(/"free"[^}]*"count":1/);
        expect(summary).toMatch(/"team"[^}]*"count":0/);
      });
    },
  );
});
