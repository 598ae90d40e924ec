import { gunzipSync } from 'node:zlib';
import { DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { describe, expect } from '@jest/globals';
import type { CustomerStack } from '../../local/iam/customers.ts';
import { clientOf } from '../support/cloud/client.ts';
import type { Json } from '../support/cloud/http.ts';
import { itLocally, itLocallyInAll, startedService } from '../support/cloud/service.ts';
import { changeItem, oldResponses } from '../support/cloud/stored-items.ts';
import { eventually } from '../support/eventually.ts';
import { announced, fileForm, objectsThatName, put, signed, uploaded } from '../support/records/files.ts';
import { newForm, submit } from '../support/records/forms.ts';
import { expectRefusal } from '../support/refusals.ts';

const service = startedService();
const secret = service.client('secretKey');
const browser = service.client('publishableKey');

let customers = 0;

/** Another account with a bucket and a role for this organization; `without` is what its policies lack. */
function deployed(changes: Partial<CustomerStack> = {}): {
  storage: Json;
  redeploy: (changes?: Partial<CustomerStack>) => void;
} {
  customers += 1;
  const account = String(222_222_222_000 + customers);
  const [BucketName, RoleName] = [`acme-files-${customers}`, `formline-storage-${customers}`];
  const stack = { account, BucketName, RoleName, ExternalId: service.credentials().organization.id };
  const redeploy = (changed: Partial<CustomerStack> = {}) => service.cloud().deployCustomer({ ...stack, ...changed });
  redeploy(changes);
  const roleArn = `arn:aws:iam::${account}:role/${RoleName}`;
  // Answers in the bucket have a test of their own: owner-answers.
  return { storage: { mode: 'owner', bucket: BucketName, roleArn, answers: 'table' }, redeploy };
}

/** Another account with a bucket and no role; its administrator writes proofs and bucket policies. */
function bucketWithoutRole() {
  customers += 1;
  const account = String(222_222_222_000 + customers);
  const { id: organization } = service.credentials().organization;
  const bucket = `acme-files-${customers}`;
  const stack = { account, BucketName: bucket, RoleName: `formline-storage-${customers}`, ExternalId: organization };
  const redeploy = (changed: Partial<CustomerStack> = {}) => service.cloud().deployCustomer({ ...stack, ...changed });
  redeploy();
  const proofOf = (id: string) => ({ Bucket: bucket, Key: `formline/${id}` });
  const administrator = new S3Client({
    ...{ endpoint: service.cloud().environment.AWS_ENDPOINT_URL_S3, region: 'us-east-1', forcePathStyle: true },
    credentials: { accessKeyId: account, secretAccessKey: 'local' },
  });
  return {
    ...{ account, redeploy, storage: { mode: 'owner', bucket } as Json },
    prove: (Body = `${account}\n`, id = organization) =>
      administrator.send(new PutObjectCommand({ ...proofOf(id), Body })),
    unprove: () => administrator.send(new DeleteObjectCommand(proofOf(organization))),
  };
}

/** The bucket policy in the message of a refusal. */
const policyIn = (message: string) => JSON.parse(message.match(/\{"Version".*\}/)?.[0] ?? '');

/** The role's credentials of before are good for a while: what it may do with them goes too. */
const closed = { without: ['sts:AssumeRole', 's3:GetObject', 's3:PutObject', 's3:DeleteObject', 's3:ListBucket'] };

const without = (policy: { Statement: { Action: string | string[] }[] }, action: string): Json => ({
  ...policy,
  Statement: policy.Statement.map(each => ({ ...each, Action: [each.Action].flat().filter(name => name !== action) })),
});

const change = (id: string, body: object) => secret('updateForm', { params: { id }, body });
const bucketOf = (url: string) => new URL(url).pathname.split('/')[1];
const linkOf = async (fileId: string) => String((await secret('getFile', { params: { fileId } })).headers.location);

describe('a bucket of one’s own', () => {
  itLocally('has the files and archives of its form, which are read and removed there', async () => {
    const { storage } = deployed();
    const { body: form } = await secret('createForm', { body: { ...fileForm, storage } });
    expect(form.storage).toEqual({ ...storage, externalId: service.credentials().organization.id });
    const upload = await signed(browser, form.id);
    expect(bucketOf(upload.uploadUrl)).toBe(storage.bucket);
    expect((await put(upload)).status).toBe(200);
    const response = await submit(browser, form.id, { name: 'Ada', cv: upload.fileId });
    expect(await objectsThatName(service.cloud(), upload.fileId)).toEqual([]);
    const link = await linkOf(upload.fileId);
    expect([bucketOf(link), await (await fetch(link)).text()]).toEqual([storage.bucket, 'My life so far']);

    await secret('deleteResponse', { params: { id: response.id } });
    await eventually(async () => {
      await service.hasten('UPLOADS#');
      expect((await fetch(link)).status).toBe(404);
    });

    await oldResponses(service.cloud(), form, [40]);
    await change(form.id, { retention: { days: 30, policy: 'archive' } });
    const [archive] = await eventually(async () => {
      await service.hasten('RETENTION#');
      const { items } = (await secret('listArchives', { params: { id: form.id } })).body;
      expect(items).toHaveLength(1);
      return items;
    });
    expect(bucketOf(archive.url)).toBe(storage.bucket);
    expect(gunzipSync(await (await fetch(archive.url)).bytes()).toString()).toContain('"name":"Ada"');
    const trail = (await secret('listAuditEvents', { query: { subject_id: form.id } })).body.items;
    expect(trail.map(({ action }: Json) => action)).toContain('form.retention_changed');
  });

  itLocally('keeps what is there when the form’s files go elsewhere', async () => {
    const { storage } = deployed();
    const form = await newForm(secret, { ...fileForm, storage });
    const cv = await uploaded(browser, form.id);
    await submit(browser, form.id, { name: 'Ada', cv });
    expect((await change(form.id, { storage: null })).status).toBe(200);
    expect(bucketOf((await signed(browser, form.id)).uploadUrl)).not.toBe(storage.bucket);
    expect(await (await fetch(await linkOf(cv))).text()).toBe('My life so far');
    const trail = (await secret('listAuditEvents', { query: { subject_id: form.id } })).body.items;
    expect(trail.map(({ action }: Json) => action)).toContain('form.storage_changed');
  });

  itLocally('is refused with what failed, and what to do', async () => {
    const { id } = await newForm(secret, fileForm);
    const { storage, redeploy } = deployed();
    const refused: [string[], string, string][] = [
      [
        ['sts:AssumeRole'],
        'storage.roleArn storage.assume',
        '000000000000 call sts:AssumeRole with the external id org_',
      ],
      [['sts:ExternalId'], 'storage.roleArn storage.externalId', 'must require your external id'],
      [['s3:PutObject'], 'storage.bucket storage.write', 's3:PutObject'],
      [['s3:GetObject'], 'storage.bucket storage.read', 's3:GetObject'],
      [['s3:DeleteObject'], 'storage.bucket storage.delete', 's3:DeleteObject'],
    ];
    for (const [without, fault, advice] of refused) {
      redeploy({ without });
      const { status, body } = await change(id, { storage });
      const told = body.details?.map(({ field, rule }: Json) => `${field} ${rule}`);
      expect({ status, told }).toEqual({ status: 400, told: [fault] });
      expect(body.details[0].message).toContain(advice);
    }
    redeploy({ trustsLike: 'org_*' });
    expect((await change(id, { storage })).body.details).toMatchObject([{ rule: 'storage.externalId' }]);
    redeploy();
    const missing = await change(id, { storage: { ...storage, bucket: 'acme-nowhere' } });
    expect(missing.body.details).toMatchObject([{ field: 'storage.bucket', rule: 'storage.write' }]);
    expect((await secret('getForm', { params: { id } })).body.storage).toBeUndefined();
    expect((await change(id, { storage })).status).toBe(200);
  });

  itLocally('is nobody else’s: no other organization, no editor, no external id of a caller’s choice', async () => {
    const { storage } = deployed();
    const { environments } = await service.newOrganization();
    const { baseUrl } = service.cloud();
    const headers = { authorization: `Bearer ${environments.production.secretKey}` };
    const stranger = clientOf(() => ({ baseUrl, headers }));
    const theirs = await stranger('createForm', { body: { ...fileForm, storage } });
    expect(theirs.body.details).toMatchObject([{ rule: 'storage.assume' }]);
    const { id: externalId } = service.credentials().organization;
    const chosen = await stranger('createForm', { body: { ...fileForm, storage: { ...storage, externalId } } });
    expect(chosen.body.details).toMatchObject([{ field: 'storage.externalId', rule: 'readOnly' }]);
    const editor = service.keyOfRole('editor');
    expectRefusal(await editor('createForm', { body: { ...fileForm, storage } }), 403, 'insufficient_permission');
  });

  itLocallyInAll('that is closed costs no response, and gives its files again once it is open', async () => {
    const { storage, redeploy } = deployed();
    const form = await newForm(secret, { ...fileForm, storage });
    const other = deployed();
    const untouched = await newForm(secret, { ...fileForm, storage: other.storage });
    const cv = await uploaded(browser, form.id);
    redeploy(closed);
    other.redeploy(closed);
    const refusal = await browser('signUpload', { body: announced(untouched.id) });
    expectRefusal(refusal, 503, 'unavailable');
    expect(refusal.body.message).toContain(`the bucket ${other.storage.bucket}, which does not admit this service`);
    const response = await submit(browser, form.id, { name: 'Ada', cv });
    expectRefusal(await secret('getFile', { params: { fileId: cv } }), 503, 'unavailable');
    const page = (await secret('listResponses', { query: { form_id: form.id, files: 'url' } })).body;
    expect(page.items).toMatchObject([{ id: response.id, files: { cv: { url: null, withheld: expect.any(String) } } }]);
    redeploy();
    expect(await (await fetch(await linkOf(cv))).text()).toBe('My life so far');
  });

  itLocallyInAll('that is closed keeps an erasure from saying that it is done, until it is open again', async () => {
    const { storage, redeploy } = deployed();
    const form = await newForm(secret, {
      ...fileForm,
      fields: [...fileForm.fields, { id: 'email', type: 'email' }],
      storage,
    });
    const cv = await uploaded(browser, form.id);
    await submit(browser, form.id, { name: 'Ada', email: 'ada@example.com', cv });
    const { id: exportId } = (await secret('createExport', { body: { formId: form.id, format: 'csv' } })).body;
    const exported = await eventually(async () => {
      const { items } = (await secret('listExportFiles', { params: { id: exportId } })).body;
      expect(items).toHaveLength(1);
      return items[0];
    });
    const links = [await linkOf(cv), exported.url];
    redeploy(closed);
    const { id } = (await secret('eraseDataSubject', { body: { email: 'ada@example.com' } })).body;
    const hasten = async () => {
      const key = { pk: `SUBJECT#${id}`, sk: 'SUBJECT' };
      await changeItem(service.cloud(), key, { notBefore: 0 });
      await service.hasten('UPLOADS#', 'EXPORT#', 'SUBJECT#');
      return (await secret('getDataSubjectRequest', { params: { id } })).body;
    };
    const pending = { files: 1, exports: 1, buckets: [storage.bucket], rows: 0 };
    await eventually(async () => {
      expect(await hasten()).toMatchObject({ state: 'done_with_remainder', found: 1, erased: 1, pending });
    });
    expect((await secret('getExport', { params: { id: exportId } })).status).toBe(404);
    redeploy();
    expect(await Promise.all(links.map(async link => (await fetch(link)).status))).toEqual([200, 200]);
    await eventually(async () => expect(await hasten()).toMatchObject({ state: 'done', pending: null }));
    for (const link of links) expect((await fetch(link)).status).toBe(404);
  });

  itLocallyInAll('that changes hands gets nothing, and gives nothing', async () => {
    const { storage, redeploy } = deployed();
    const form = await newForm(secret, { ...fileForm, storage });
    const sent = await uploaded(browser, form.id);
    await submit(browser, form.id, { name: 'Ada', cv: sent });
    const late = await signed(browser, form.id);
    const link = await linkOf(sent);
    expect((await fetch(link)).status).toBe(200);
    // The bucket is deleted, and somebody else makes one of its name, with a policy that lets the role in.
    redeploy({ heldBy: '666677778888' });
    expect((await put(late)).status).toBe(403);
    expect((await fetch(link)).status).toBe(403);
    const again = await secret('createForm', { body: { ...fileForm, storage } });
    expect(again.body.details).toMatchObject([{ field: 'storage.bucket', rule: 'storage.write' }]);
    redeploy();
    expect((await put(late)).status).toBe(200);
  });

  itLocally('needs no role where its policy lets the deployment in, and its owner proves whose it is', async () => {
    const { account, storage, redeploy, prove, unprove } = bucketWithoutRole();
    const other = bucketWithoutRole();
    const { organization } = await service.newOrganization();
    const create = () => secret('createForm', { body: { ...fileForm, storage } });
    const refusal = async () => {
      const { status, body } = await create();
      expect({ status, details: body.details?.length }).toEqual({ status: 400, details: 1 });
      return body.details[0] as Json;
    };
    await prove();
    const closed = await refusal();
    expect(closed).toMatchObject({ field: 'storage.bucket', rule: 'storage.policy' });
    const bucketPolicy = policyIn(closed.message);
    redeploy({ bucketPolicy });
    await unprove();
    // The owner lets the role in for another organization.
    await prove(account, organization.id);
    const unproved = await refusal();
    expect(unproved.rule).toBe('storage.proof');
    expect(unproved.message).toContain(`s3://${storage.bucket}/formline/${service.credentials().organization.id}`);
    await prove('acme');
    expect((await refusal()).rule).toBe('storage.proof');
    await prove(other.account);
    expect((await refusal()).rule).toBe('storage.account');
    await prove('000000000000');
    expect((await refusal()).rule).toBe('storage.ownAccount');
    await prove();
    redeploy({ bucketPolicy: without(bucketPolicy, 's3:PutObject') });
    expect((await refusal()).rule).toBe('storage.write');

    redeploy({ bucketPolicy });
    const { body: form, status } = await create();
    expect(status).toBe(201);
    expect(form.storage).toMatchObject({ ...storage, account, roleArn: expect.stringContaining('deployment-local') });
    const cv = await uploaded(browser, form.id);
    await submit(browser, form.id, { name: 'Ada', cv });
    const link = await linkOf(cv);
    expect([bucketOf(link), await (await fetch(link)).text()]).toEqual([storage.bucket, 'My life so far']);
    // What a client holds of the form does not ask for another proof.
    await unprove();
    expect((await change(form.id, { title: 'Apply', storage: { ...storage } })).status).toBe(200);
    redeploy({ bucketPolicy, heldBy: '666677778888' });
    expect((await fetch(link)).status).toBe(403);
  });

  itLocally('is left alone once the proof is gone, and used again when it is back', async () => {
    const { storage, redeploy, prove, unprove } = bucketWithoutRole();
    await prove();
    const { body: refused } = await secret('createForm', { body: { ...fileForm, storage } });
    const bucketPolicy = policyIn(refused.details[0].message);
    redeploy({ bucketPolicy });
    const form = await newForm(secret, { ...fileForm, storage });
    await unprove();
    const refusal = await browser('signUpload', { body: announced(form.id) });
    expectRefusal(refusal, 503, 'unavailable');
    expect(refusal.body.message).toContain('restore the bucket policy and the object formline/org_');
    await prove();
    redeploy();
    expectRefusal(await browser('signUpload', { body: announced(form.id) }), 503, 'unavailable');
    redeploy({ bucketPolicy });
    expect(await uploaded(browser, form.id)).toMatch(/./);
  });

  itLocally('is not opened by the role of a deployment that is named as an owner’s', async () => {
    const { storage, redeploy, account, prove } = bucketWithoutRole();
    await prove();
    const { body: refused } = await secret('createForm', { body: { ...fileForm, storage } });
    const policy = JSON.stringify(policyIn(refused.details[0].message)).replaceAll('local-us-east-1', 'else-us-east-1');
    redeploy({ bucketPolicy: JSON.parse(policy) });
    const roleArn = 'arn:aws:iam::000000000000:role/formline-storage-deployment-else-us-east-1';
    const { body } = await secret('createForm', { body: { ...fileForm, storage: { ...storage, roleArn, account } } });
    expect(body.details).toMatchObject([{ field: 'storage.roleArn', rule: 'storage.externalId' }]);
  });

  itLocallyInAll('that is closed holds archives up, and a request that waits for it names it', async () => {
    const { storage, redeploy } = deployed();
    const { body: form } = await secret('createForm', {
      body: {
        ...fileForm,
        fields: [...fileForm.fields, { id: 'email', type: 'email' }],
        ...{ storage, retention: { days: 30, policy: 'archive' } },
      },
    });
    const archives = async (): Promise<Json[]> =>
      (await secret('listArchives', { params: { id: form.id } })).body.items;
    await oldResponses(service.cloud(), form, [40], { name: 'Ada', email: 'ada@example.com' });
    await eventually(async () => {
      await service.hasten('RETENTION#');
      expect(await archives()).toHaveLength(1);
    });
    redeploy(closed);

    await oldResponses(service.cloud(), form, [41], { name: 'Grace' });
    const asked = await secret('exportDataSubject', { body: { email: 'ada@example.com' } });
    expect(asked).toMatchObject({ status: 202 });
    const waiting = await eventually(async () => {
      await service.hasten('SUBJECT#', 'RETENTION#');
      const { body } = await secret('getDataSubjectRequest', { params: { id: asked.body.id } });
      expect(body).toMatchObject({ state: 'waiting' });
      return body;
    });
    expect(waiting.reason).toContain(`the bucket ${storage.bucket}, which does not admit this service`);
    expect(await archives()).toHaveLength(1);

    redeploy();
    await eventually(async () => {
      await service.hasten('RETENTION#');
      expect(await archives()).toHaveLength(2);
    });
    const packed = (await archives()).map(async ({ url }) => gunzipSync(await (await fetch(url)).bytes()).toString());
    const names = (await Promise.all(packed)).map(text => text.match(/"name":"(\w+)"/)?.[1]);
    expect(names.sort()).toEqual(['Ada', 'Grace']);
  });
});
