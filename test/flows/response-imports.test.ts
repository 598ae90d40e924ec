import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '../support/cloud/http.ts';
import { startedService } from '../support/cloud/service.ts';
import { itemsThatName } from '../support/cloud/stored-items.ts';
import { eventually } from '../support/eventually.ts';
import { newForm, submit } from '../support/records/forms.ts';
import { expectRefusal } from '../support/refusals.ts';

const service = startedService();
const secret = service.client('secretKey');

let webhookId: string;
beforeAll(async () => {
  const body = { url: 'https://hooks.example.com/in', events: ['response.created', 'event.abandon'] };
  webhookId = (await secret('createWebhook', { body })).body.id;
});

const fields = [
  { id: 'name', type: 'textarea', label: 'Your name', required: true },
  { id: 'pets', type: 'multiselect', label: 'Pets', options: ['dog', { value: 'cat', label: 'A cat' }] },
  { id: 'service', type: 'matrix', label: 'Service', rows: ['speed', 'care'], columns: ['good', 'bad'] },
  { id: 'age', type: 'number', label: 'Age', validate: { min: 18 } },
  { id: 'cv', type: 'file', label: 'CV', required: true },
];

const imported = async (body: object): Promise<Json> => {
  const reply = await secret('importResponses', { body });
  expect({ status: reply.status, body: reply.body }).toMatchObject({ status: 200 });
  return reply.body;
};
const listed = async (formId: string): Promise<Json[]> =>
  (await secret('listResponses', { query: { form_id: formId, order: 'asc' } })).body.items;
const csvOf = async (formId: string, query: object = {}): Promise<string> =>
  (await secret('listResponses', { query: { form_id: formId, format: 'csv', order: 'asc', ...query } })).text;

describe('responses from a CSV of another service', () => {
  const csv = [
    'Submitted at;YOUR NAME;Pets;service.speed;Age;CV;Mood',
    '2024-02-29 18:20:00;"Ada\nLovelace";dog, A cat;good;36;cv.pdf;fine',
    '2024-03-01T10:00:00+02:00;Grace;;bad;17;;',
    'yesterday;;lion;;many;;',
    '2024-03-02;Alan;cat;;;;',
  ].join('\r\n');
  const columns = { 'Submitted at': 'submittedAt' };

  it('are stored with their times, and each row that is not is told with its line', async () => {
    const { id: formId } = await newForm(secret, { status: 'draft', fields });
    const dry = await imported({ formId, csv, columns, dryRun: true });
    expect(await listed(formId)).toEqual([]);
    const report = await imported({ formId, csv, columns });
    expect(dry).toEqual({ ...report, dryRun: true });
    const { refused, ...rest } = report;
    expect(rest).toEqual({
      ...{ dryRun: false, rows: 4, imported: 2, existing: [] },
      warnings: [
        { column: 'CV', rule: 'file', message: expect.any(String), rows: 1 },
        { column: 'Mood', rule: 'unknown', message: expect.any(String), rows: 1 },
      ],
    });
    const named = refused.map(({ line, details }: Json) => [
      line,
      details.map(({ field, rule }: Json) => `${field} ${rule}`),
    ]);
    expect(named).toEqual([
      [4, ['age min']],
      [5, ['submittedAt format', 'name required', 'pets options', 'age type']],
    ]);
    const responses = await listed(formId);
    expect(responses).toMatchObject([
      {
        status: 'completed',
        submittedAt: '2024-02-29T18:20:00.000Z',
        answers: { name: 'Ada\nLovelace', pets: ['dog', 'cat'], service: { speed: 'good' }, age: 36 },
        meta: { source: 'import' },
      },
      { submittedAt: '2024-03-02T00:00:00.000Z', answers: { name: 'Alan', pets: ['cat'] } },
    ]);
    const again = await imported({ formId, csv, columns, rules: 'types' });
    expect(again).toMatchObject({ imported: 1, existing: [2, 6], refused: [{ line: 5 }] });
    expect((await listed(formId)).map(({ answers }) => answers.name)).toEqual(['Ada\nLovelace', 'Grace', 'Alan']);
    expect((await imported({ formId, csv, columns })).existing).toEqual([2, 6]);
  });

  it('are counted as submissions of their days that no browser sent, and told to nobody', async () => {
    const { id: formId } = await newForm(secret, { fields, maxResponses: 1 });
    const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
    const rows = ['completed', 'completed', 'partial', 'abandoned'].map(
      (status, at) => `${day}T10:00:0${at}Z,${status},Ada`,
    );
    await imported({ formId, csv: ['submittedAt,status,name', ...rows].join('\n') });
    const { id } = await newForm(secret);
    const told = await submit(secret, id);
    await eventually(async () => {
      const { body } = await secret('getFormAnalytics', { params: { id: formId }, query: { days: 7 } });
      expect(body.totals).toMatchObject({ views: 0, starts: 0, submissions: 2, partial: 1, abandoned: 1 });
      const { body: trends } = await secret('getTrends', { query: { form_id: formId, days: 7 } });
      expect(trends.points.filter(({ submissions }: Json) => submissions > 0)).toMatchObject([{ date: day }]);
      const { body: dropoffs } = await secret('getDropoffs', { query: { form_id: formId, days: 7 } });
      expect(dropoffs).toMatchObject({ submissions: 2, submissionsFromBrowsers: 0 });
      const { body: list } = await secret('listResponses', { query: { form_id: formId, status: 'completed' } });
      expect(list).toMatchObject({ total: 2, items: [{}, {}] });
      const { body: deliveries } = await secret('listDeliveries', { params: { id: webhookId } });
      expect(deliveries.items.map(({ event }: Json) => event.responseId)).toEqual([told.id]);
    });
  });

  it('are of one file where rows are alike', async () => {
    const { id: formId } = await newForm(secret, { fields });
    const part = { formId, csv: 'name\nAda\nAda', submittedAt: '2024-01-01' };
    expect(await imported(part)).toMatchObject({ imported: 2 });
    expect(await imported({ ...part, firstLine: 4 })).toMatchObject({ imported: 2 });
    expect(await imported({ ...part, firstLine: 4 })).toMatchObject({ imported: 0, existing: [4, 5] });
  });
});

describe('an export', () => {
  it('brings back what was deleted under its id, and leaves the others', async () => {
    const { id: formId } = await newForm(secret);
    const [one, two] = [await submit(secret, formId, { name: '=Ada' }), await submit(secret, formId, { name: 'B' })];
    const csv = await csvOf(formId);
    await secret('deleteResponse', { params: { id: one.id } });
    await secret('updateResponse', { params: { id: two.id }, body: { spam: true } });
    expect(await imported({ formId, csv })).toMatchObject({ imported: 1, existing: [3], refused: [], warnings: [] });
    expect(await listed(formId)).toMatchObject([
      { id: one.id, submittedAt: one.submittedAt, answers: { name: '=Ada' } },
    ]);
    const moved = csv.replaceAll(one.submittedAt, '2024-01-01T00:00:00.000Z');
    expect((await imported({ formId, csv: moved })).refused).toMatchObject([{ line: 2, details: [{ rule: 'id' }] }]);
  });

  it('fills a form of another stage, whose policies seal what is not concealed in it', async () => {
    const { id } = await newForm(secret, { fieldPolicies: { email: 'masked' } });
    for (const name of ['Ada', 'Grace'])
      await submit(secret, id, { name, email: `${name}@example.com`, message: `rare fever of ${name}` });
    const staging = service.client('secretKey', 'staging');
    const { id: formId } = await newForm(staging, { fieldPolicies: { message: 'encrypted' } });
    const { status, body } = await staging('importResponses', {
      body: { formId, csv: await csvOf(id, { headers: 'label' }) },
    });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { imported: 2, refused: [], warnings: [{ column: 'E-mail', rule: 'concealed', rows: 2 }] },
    });
    const { body: list } = await staging('listResponses', { query: { form_id: formId, order: 'asc' } });
    expect(list.items.map(({ answers }: Json) => answers)).toEqual([
      { name: 'Ada', message: 'rare fever of Ada' },
      { name: 'Grace', message: 'rare fever of Grace' },
    ]);
    expect(list.items[0].submittedAt).toBe((await listed(id))[0]?.submittedAt);
    const inTheClear = await itemsThatName(service.cloud(), 'rare fever');
    expect(inTheClear.map(({ pk }) => pk?.S?.includes(id))).toEqual([true, true]);
  });
});

it('refuses what is no table of the form, and rows that the form would not keep', async () => {
  const { id: formId } = await newForm(secret, { retention: { days: 30, policy: 'delete' } });
  const rules = async (csv: string, more: object = {}) =>
    expectRefusal(await secret('importResponses', { body: { formId, csv, ...more } }), 400, 'validation_failed').map(
      ({ field, rule }) => `${field} ${rule}`,
    );
  expect(await rules('\n')).toEqual(['csv csv']);
  expect(await rules('name\n"Ada')).toEqual(['csv csv']);
  expect(await rules(`name\n${'Ada\n'.repeat(1001)}`)).toEqual(['csv csv']);
  expect(await rules('id,status\n1,completed')).toEqual(['csv columns']);
  expect(await rules('name,Your name\nAda,Ada')).toEqual(['csv columns']);
  expect(await rules('name\nAda', { columns: { Name: 'name', name: 'surname' } })).toEqual([
    'columns.Name unknown',
    'columns.name unknown',
  ]);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const csv = `name,submittedAt,status,id\nAda,2020-01-01,,1\nAda,${tomorrow},,2\nAda,,,3\nAda,2026-01-01,done,3`;
  const { refused } = await imported({ formId, csv });
  expect(refused.map(({ details }: Json) => details.map(({ field, rule }: Json) => `${field} ${rule}`))).toEqual([
    ['submittedAt retention'],
    ['submittedAt max', 'submittedAt retention'],
    ['submittedAt required', 'submittedAt retention'],
    ['status enum', 'id unique', 'submittedAt retention'],
  ]);
});
