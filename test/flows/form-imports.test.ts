import { expect, it } from '@jest/globals';
import { startedService } from '../support/cloud/service.ts';
import { newForm } from '../support/records/forms.ts';
import { expectRefusal } from '../support/refusals.ts';

const service = startedService();
const secret = service.client('secretKey');
const staging = service.client('secretKey', 'staging');

it('makes a draft in another stage of a form as it was read', async () => {
  const { id } = await newForm(secret, {
    webhooks: [{ event: 'response.created', url: 'https://example.com/hook' }],
    allowedOrigins: ['https://www.example.com'],
  });
  const { body: source } = await secret('getForm', { params: { id } });
  const { status, body } = await staging('importForm', { body: { format: 'formline', source } });
  expect({ status, warnings: body.warnings }).toMatchObject({ status: 201, warnings: [{ path: 'webhooks' }] });
  const { fields, title, allowedOrigins } = source;
  expect(body.form).toMatchObject({
    fields,
    title,
    allowedOrigins,
    status: 'draft',
    environment: 'staging',
    version: 1,
  });
  expect(body.form.id).not.toBe(id);
  expect((await staging('getForm', { params: { id: body.form.id } })).body).toEqual(body.form);
});

it('leaves the bucket of an owner behind, which lets in one organization, and says so', async () => {
  const roleArn = 'arn:aws:iam::222222222222:role/formline-storage-acme';
  const storage = { mode: 'owner', bucket: 'acme-files', roleArn, externalId: 'org_of_elsewhere' };
  const source = { title: 'Application', fields: [{ id: 'name', type: 'text' }], storage };
  const { status, body } = await secret('importForm', { body: { format: 'formline', source } });
  expect({ status, warnings: body.warnings }).toMatchObject({ status: 201, warnings: [{ path: 'storage' }] });
  expect(body.form.storage).toBeUndefined();
  const kept = { ...source, storage: { mode: 'platform' } };
  expect((await secret('importForm', { body: { format: 'formline', source: kept } })).body).toMatchObject({
    form: { storage: { mode: 'platform' } },
    warnings: [],
  });
});

it('stores nothing on a dry run', async () => {
  const source = '<form><h1>Hi</h1><input name="name" required></form>';
  const before = (await secret('listForms')).body.total;
  const { status, body } = await secret('importForm', { body: { format: 'html', source, dryRun: true } });
  const fields = [{ id: 'name', type: 'text', label: 'name', required: true }];
  expect({ status, body }).toEqual({
    status: 200,
    body: { form: { title: 'Hi', status: 'draft', fields }, warnings: [] },
  });
  expect((await secret('listForms')).body.total).toBe(before);
});

it.each([true, false])('names what is wrong with the form that it would be, on a dry run (%s) too', async dryRun => {
  const source = {
    title: 'Bad',
    fields: [
      { id: 'a', type: 'select' },
      { id: 'b', type: 'nothing' },
    ],
  };
  const faults = expectRefusal(
    await secret('importForm', { body: { format: 'formline', source, dryRun } }),
    400,
    'validation_failed',
  );
  expect(faults.map(({ field }) => field)).toContain('form.fields[1].type');
});

it('says what a source is not', async () => {
  for (const [format, source] of [
    ['html', '<p>No form</p>'],
    ['typeform', '{'],
    ['google', '[]'],
  ]) {
    const faults = expectRefusal(await secret('importForm', { body: { format, source } }), 400, 'validation_failed');
    expect(faults).toMatchObject([{ field: 'source', rule: 'format' }]);
  }
});

it('refuses what a source says in escapes that nobody has looked at, and what is nested in its text', async () => {
  const refused = async (source: string, dryRun: boolean) =>
    expectRefusal(
      await secret('importForm', { body: { format: 'formline', source, dryRun } }),
      ...([400, 'validation_failed'] as const),
    );
  for (const dryRun of [true, false]) {
    const half = await refused('{"title":"\\ud800","fields":[]}', dryRun);
    expect(half).toMatchObject([{ field: 'form.title', rule: 'unicode' }]);
    const deep = await refused(`{"title":"x","fields":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, dryRun);
    expect(deep).toMatchObject([{ field: 'source', rule: 'format', message: expect.stringContaining('200 deep') }]);
  }
});

it('takes a form whose files may be larger than here', async () => {
  const source = {
    title: 'Film',
    fields: [{ id: 'film', type: 'file', validate: { maxBytes: 50_000_000, maxFiles: 2 } }],
  };
  const { status, body } = await secret('importForm', { body: { format: 'formline', source } });
  expect({ status, fields: body.form?.fields, warnings: body.warnings }).toEqual({
    status: 201,
    fields: [{ id: 'film', type: 'file', validate: { maxFiles: 2 } }],
    warnings: [{ path: 'fields[0].validate.maxBytes', message: expect.stringContaining('10485760') }],
  });
});
