import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { startedService } from '../support/cloud/service.ts';
import { eventually } from '../support/eventually.ts';
import { newForm } from '../support/records/forms.ts';

/** A stage as it is while the secret of its distribution is replaced, and functions that take few submissions. */
const service = startedService({
  alone: true,
  change: ({ Type, Properties }) => {
    if (Type === 'AWS::ApiGateway::Stage') Properties.Variables = { viewerSecrets: 'secret-before,secret-now' };
    if (Type !== 'AWS::Lambda::Function') return;
    const { Variables } = Properties.Environment;
    if (Variables.LIMIT_SUBMISSIONS) Variables.LIMIT_SUBMISSIONS = '5';
  },
});
const client = service.client('secretKey');
const publishable = service.client('publishableKey');

const forms = 'forms.example.com';

/** What the distribution adds, or somebody who would like to be taken for it. */
const through = (secret: string, viewer: string, host = forms) => ({
  'x-formline-distribution': secret,
  'x-formline-viewer': viewer,
  'x-formline-host': host,
});

/** How ten submissions to a form at once are answered, each with the headers of its number. */
const statuses = (formId: string, headersOf: (number: number) => Record<string, string>): Promise<number[]> =>
  Promise.all(
    Array.from({ length: 10 }, async (_, number) => {
      const headers = { origin: 'https://a.example', ...headersOf(number) };
      return (await publishable('createSubmission', { params: { formId }, body: { name: 'Ada' }, headers })).status;
    }),
  );

let others = 0;

/** An address that nobody had before. */
function another(): string {
  others += 1;
  return `198.18.${others >> 8}.${others & 255}`;
}

it('counts the submissions of each viewer that the distribution names, by either secret', async () => {
  const { id } = await newForm(client);
  const secretOf = (number: number) => (number % 2 === 0 ? 'secret-before' : 'secret-now');
  expect(await statuses(id, number => through(secretOf(number), another()))).toEqual(Array(10).fill(201));
  const one = () => statuses(id, () => through('secret-now', '203.0.113.7'));
  await eventually(async () => expect(await one()).toContain(429));
});

it('counts the address that the gateway sees for whoever only claims to be one', async () => {
  const { id } = await newForm(client);
  const claimed = () => statuses(id, () => through('secret-no', another()));
  await eventually(async () => expect(await claimed()).toContain(429));
});

it('tells of the address of the visitor’s host, and of the viewer in the audit trail', async () => {
  const invite = async (headers: Record<string, string>) => {
    const email = `${randomUUID()}@example.com`;
    const params = { orgId: service.credentials().organization.id };
    return client('createInvitation', { params, body: { email, role: 'viewer' }, headers });
  };
  const believed = await invite(through('secret-now', '203.0.113.7', 'team.example.com'));
  expect(believed.body.url).toMatch(/^http:\/\/team\.example\.com\/app\/invitations\//);
  const claimed = await invite(through('guess', '203.0.113.8', 'evil.example'));
  expect(claimed.body.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/app\/invitations\//);
  const { body } = await client('listAuditEvents', { query: { limit: 2 } });
  expect(body.items.map((event: { sourceIp: string }) => event.sourceIp)).toEqual(['127.0.0.0/24', '203.0.113.0/24']);
});

it('takes the form’s own page at the visitor’s host for its own, and passes on who sent it', async () => {
  const form = await newForm(client, { allowedOrigins: ['https://www.example.com'] });
  const post = (headers: Record<string, string>) =>
    service.send({
      method: 'POST',
      path: `/f/${form.id}`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
        origin: `http://${forms}`,
        ...headers,
      },
      body: new URLSearchParams({ _key: service.key('publishableKey'), name: 'Ada' }).toString(),
    });
  expect(await post(through('secret-now', '203.0.113.9'))).toMatchObject({ status: 201 });
  expect(await post(through('guess', '203.0.113.9'))).toMatchObject({ status: 403 });
});
