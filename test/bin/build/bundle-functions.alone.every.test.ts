import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { prepareAssembly } from '../../../local/prepare.ts';
import { readAssembly } from '../../../local/template/assembly.ts';
import { newApiKey } from '../../../shared/domain/accounts/api-key.ts';
import type { Json } from '../../support/cloud/http.ts';

const directory = mkdtempSync(join(tmpdir(), 'bundles-alone-'));

/** What each part exports to be called, and what comes of it at an endpoint where nobody listens. */
const callsOfParts: Readonly<Record<string, Readonly<Record<string, { args: string; outcome: string }>>>> = {
  'files.cjs': {
    storedBytes: { args: 'file', outcome: 'ECONNREFUSED' },
    deleteFiles: { args: '[file]', outcome: 'ECONNREFUSED' },
  },
  'file-urls.cjs': {
    signUpload: { args: 'file, 60', outcome: 'object' },
    signDownload: { args: 'file, 60', outcome: 'string' },
    withheldBecause: { args: 'file', outcome: 'undefined' },
    linkToFile: { args: 'file, 60', outcome: 'object' },
    linkToArchive: { args: '{ ...file, from: 0, to: 1 }, 60', outcome: 'object' },
    linkToExportFile: {
      args: "{ ...file, request: 'e', id: 'i', format: 'csv', name: 'a.csv' }, 60",
      outcome: 'object',
    },
    uploadOrigin: { args: 'file', outcome: 'string' },
  },
  'assume-role.cjs': {
    assumeRole: { args: 'owners', outcome: 'ECONNREFUSED' },
    assumeProvedRole: { args: 'owners', outcome: 'ECONNREFUSED' },
  },
  'moved-answers.cjs': {
    putAnswers: { args: "{ objectKey: 'k', storage: owners }, '{}'", outcome: 'ECONNREFUSED' },
    readAnswers: { args: "{ objectKey: 'k', storage: owners }", outcome: 'ECONNREFUSED' },
  },
  'images.cjs': {
    copyImage: { args: "'img_a', 'img_b'", outcome: 'ECONNREFUSED' },
    deleteImages: { args: "['img_a']", outcome: 'ECONNREFUSED' },
  },
  'verify-bucket.cjs': {
    verifyBucket: { args: "owners, { account: '0', deploymentRole: 'r' }", outcome: 'ECONNREFUSED' },
  },
  'queues.cjs': {
    sendMessage: { args: "'JOBS_QUEUE_URL', { body: {} }", outcome: 'ECONNREFUSED' },
  },
  'data-keys.cjs': {
    generateDataKey: { args: 'owner', outcome: 'ECONNREFUSED' },
    unwrapDataKey: { args: 'new Uint8Array(1), owner', outcome: 'ECONNREFUSED' },
  },
  'secrets.cjs': {
    openSecret: { args: "'c2VhbGVk', { hashes: 'guessable' }", outcome: 'ECONNREFUSED' },
    sealSecret: { args: "'secret', { hashes: 'guessable' }", outcome: 'ECONNREFUSED' },
  },
  // Texts, and nothing to call.
  'languages.cjs': {},
  'compile-pattern.cjs': {
    compilePattern: { args: "'a+'", outcome: 'object' },
    problemOf: { args: "new Error('unknown')", outcome: 'string' },
  },
  'check-captcha.cjs': {
    faultOfCaptcha: { args: "guarded, { provider: 'turnstile' }, { token: 'token' }", outcome: 'ECONNREFUSED' },
  },
  'proof-of-work.cjs': {
    newChallenge: { args: "'secret', Date.now()", outcome: 'object' },
    readProof: { args: "'secret', 'proof'", outcome: 'object' },
  },
  'from-html.cjs': {
    fromHtml: { args: "'<form><input name=a></form>'", outcome: 'object' },
  },
  'send-mail.cjs': {
    sendMail: {
      args: "{ to: 'ada@example.com', subject: 's', text: 't', html: 'h' }",
      outcome: 'ECONNREFUSED',
    },
  },
  'parquet-file.cjs': {
    parquetFile: { args: "[{ name: 'a', type: 'DOUBLE', data: [1, null] }]", outcome: 'object' },
  },
  'xlsx-file.cjs': {
    xlsxOf: { args: "[], { columns: [], fields: [], headers: 'id' }", outcome: 'object' },
  },
  'person-zip.cjs': {
    personZip: { args: '{ forms: [], views: [] }, {}', outcome: 'object' },
  },
  'form-reply.cjs': {
    shownForm: { args: '{ spamProtection: {} }', outcome: 'object' },
  },
  'stream-failures.cjs': {
    keepRecords: { args: "[], { invokedFunctionArn: 'arn', awsRequestId: 'id' }", outcome: 'ECONNREFUSED' },
  },
};

const prelude = `
globalThis.awslambda = { streamifyResponse: handler => handler };
const file = { environmentId: 'e', formId: 'f', fileId: 'i', fileName: 'a.txt', contentType: 'text/plain', size: 1 };
const guarded = { form: { id: 'f' }, environmentId: 'e', captchaSecrets: { turnstile: 'c2VhbGVk' } };
const owners = { bucket: 'acme', roleArn: 'arn:aws:iam::1:role/formline-storage-a', externalId: 'o' };
const owner = { organizationId: 'o', environmentId: 'e' };
const outcome = value => Promise.resolve(value).then(value => typeof value, error => error.code ?? String(error));
const useServices = () => Object.assign(process.env, {
  AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret', AWS_MAX_ATTEMPTS: '1',
  AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1', AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1',
  AWS_ENDPOINT_URL_STS: 'http://127.0.0.1:1', AWS_ENDPOINT_URL_KMS: 'http://127.0.0.1:1', KMS_KEY_ID: 'secrets',
  AWS_ENDPOINT_URL_SESV2: 'http://127.0.0.1:1', MAIL_FROM: 'forms@acme.example', MAIL_CONFIGURATION_SET: 'set',
  AWS_ENDPOINT_URL_SQS: 'http://127.0.0.1:1', JOBS_QUEUE_URL: 'http://127.0.0.1:1/jobs',
  UPLOADS_BUCKET: 'uploads', STREAM_FAILURES_BUCKET: 'failures', TABLE_NAME: 'table',
});
`;

let modules: string[];

beforeAll(async () => {
  const { functions } = readAssembly(await prepareAssembly());
  for (const { name, codeDir } of functions) cpSync(codeDir, join(directory, name), { recursive: true });
  modules = globSync('*/*.cjs', { cwd: directory }).sort();
});
afterAll(() => rmSync(directory, { recursive: true }));

/** Runs a script beside the bundles, in a process of its own with nothing in its environment; gives its lines of JSON, those of faults first. */
async function run(script: string): Promise<Json[]> {
  const file = join(directory, 'script.cjs');
  writeFileSync(file, prelude + script);
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [file], { cwd: directory, env: {} });
  return (stderr + stdout)
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
}

describe('away from the project, in an empty environment', () => {
  it('every bundle and every part loads', async () => {
    const [loaded] = await run(`
      const result = {};
      for (const name of ${JSON.stringify(modules)}) {
        try { result[name] = Object.keys(require('./' + name)).length > 0 ? 'loads' : 'exports nothing'; }
        catch (error) { result[name] = String(error); }
      }
      console.log(JSON.stringify(result));`);
    expect(loaded).toEqual(Object.fromEntries(modules.map(name => [name, 'loads'])));
  });

  it('every part comes as far as the service that it calls', async () => {
    const parts = modules.filter(name => basename(name) !== 'index.cjs');
    expect(new Set(parts.map(name => basename(name)))).toEqual(new Set(Object.keys(callsOfParts)));
    const calls = parts.flatMap(part =>
      Object.entries(callsOfParts[basename(part)] ?? {}).map(([name, call]) => ({ part, name, ...call })),
    );
    const called = calls.map(({ part, name, args }) => `await outcome(require('./${part}').${name}(${args}))`);
    const script = `useServices(); (async () => console.log(JSON.stringify([${called.join(',')}])))()`;
    expect(await run(script)).toEqual([calls.map(({ outcome }) => outcome)]);
  });

  it('a request comes as far as DynamoDB, and is logged under the id that its answer quotes', async () => {
    const headers = { authorization: `Bearer ${newApiKey('secret', 'production')}` };
    const event = {
      httpMethod: 'GET',
      headers,
      requestContext: { requestId: 'chosen', extendedRequestId: 'given', identity: {} },
    };
    const functionName = modules.find(name => name.includes('ListForms'));
    const lines = await run(`
      useServices();
      require('./${functionName}').handler(${JSON.stringify(event)}, {}).then(answer => console.log(JSON.stringify(answer)));`);
    expect(lines[0]).toMatchObject({ message: 'unavailable', error: { code: 'ECONNREFUSED' } });
    expect(lines.at(-2)).toMatchObject({ message: 'request', requestId: 'given', status: 503 });
    expect(lines.at(-1)).toMatchObject({ statusCode: 503, body: expect.stringContaining('"requestId":"given"') });
  });
});
