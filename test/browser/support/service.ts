import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accessKeyId, region, secretAccessKey } from '../../../local/credentials.ts';
import { mailFolder as folderIn } from '../../../local/ses/ses.ts';
import type { FormRequest } from '../../../shared/domain/forms/form.ts';
import type { Response } from '../../../shared/domain/responses/response.ts';
import * as jobs from '../../support/cloud/deferred-work.ts';
import { linkIn, mailsTo } from '../../support/cloud/mail.ts';
import { eventually } from '../../support/eventually.ts';

type Credentials = {
  baseUrl: string;
  owner: { email: string; password: string };
  environments: { production: { publishableKey: string; secretKey: string } };
};

/** The local cloud that the tests run against. */
export const credentials = (): Credentials =>
  JSON.parse(readFileSync(join(process.env.BROWSER_TEST_DATA ?? '', 'credentials.json'), 'utf8'));

/** Where the mails of the local cloud lie. */
export const mailFolder = (): string => folderIn(process.env.BROWSER_TEST_DATA ?? '');

export const hostedPageOf = (formId: string): string => `${credentials().baseUrl}/f/${formId}`;

export const publishableKey = (): string => credentials().environments.production.publishableKey;

/** With a secret key, as a server calls it. */
export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const { baseUrl, environments } = credentials();
  const response = await fetch(baseUrl + path, {
    method,
    headers: { authorization: `Bearer ${environments.production.secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const reply = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(reply)}`);
  return reply as T;
}

/** The id of a new, live form. */
export async function newForm(form: Partial<FormRequest> & Pick<FormRequest, 'fields'>): Promise<string> {
  const { id } = await call<{ id: string }>('POST', '/forms', { title: 'A form', status: 'live', ...form });
  return id;
}

export const responsesOf = async (formId: string): Promise<Response[]> =>
  (await call<{ items: Response[] }>('GET', `/responses?form_id=${formId}`)).items;

/** Returns the name of the table, which is not that of the data keys. */
async function tableIn(environment: { AWS_ENDPOINT_URL_DYNAMODB: string; AWS_REGION: string }): Promise<string> {
  const credential = `${accessKeyId}/20120810/${environment.AWS_REGION}/dynamodb/aws4_request`;
  const reply = await fetch(environment.AWS_ENDPOINT_URL_DYNAMODB, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'DynamoDB_20120810.ListTables',
      'x-amz-date': '20120810T000000Z',
      authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=host, Signature=none`,
    },
    body: '{}',
  });
  const { TableNames } = (await reply.json()) as { TableNames: string[] };
  return TableNames.find(name => !name.includes('DataKeys')) ?? '';
}

/** Makes deferred work of a kind due now, such as `RETENTION#`. */
export async function hastenJobs(kind: string): Promise<void> {
  const ports = JSON.parse(readFileSync(join(process.env.BROWSER_TEST_DATA ?? '', 'ports.json'), 'utf8'));
  const environment = {
    ...{ AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_REGION: region },
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${ports.dynamodb}`,
    AWS_ENDPOINT_URL_LAMBDA: `http://127.0.0.1:${ports.lambda}`,
  };
  await jobs.hastenJobs({ environment, assembly: { tables: [{ name: await tableIn(environment) }] } }, [kind]);
}

type InvitedUser = { readonly email: string; readonly password: string; readonly name?: string; readonly role: string };

/** Makes an account as its owner does, by the link of a mailed invitation: only such a one creates organizations. */
export async function joinByMail({ email, password, name = 'Nora', role }: InvitedUser): Promise<{ id: string }> {
  const { items } = await call<{ items: { id: string }[] }>('GET', '/organizations');
  await call('POST', `/organizations/${items[0]?.id}/invitations`, { email, role });
  const [mail] = await eventually(async () => {
    const mails = mailsTo({ mailFolder: mailFolder() }, email);
    if (mails.length === 0) throw new Error(`No invitation for ${email}`);
    return mails;
  }, 30_000);
  const token = mail && linkIn(mail).split('/').at(-1);
  const response = await fetch(`${credentials().baseUrl}/invitations/${token}/accept`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, password }),
  });
  const { userId } = (await response.json()) as { userId: string };
  return { id: userId };
}
