import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, clientOf } from '../support/cloud/client.ts';
import { type RawRequest, type Reply, send } from '../support/cloud/http.ts';
import { type OwnCloud, startOwnCloud } from '../support/cloud/own-cloud.ts';
import { keyHeader } from '../support/cloud/service.ts';
import { newForm } from '../support/records/forms.ts';
import { expectRefusal } from '../support/refusals.ts';

const kinds = ['rest', 'http'] as const;
type Kind = (typeof kinds)[number];

type DeployedCloud = OwnCloud & { owner: Client; formId: string };
const deployed = {} as Record<Kind, DeployedCloud>;

const allowedOrigins = ['https://www.example.com'];

beforeAll(async () => {
  for (const kind of kinds) deployed[kind] = await deploy(kind);
});
afterAll(() => Promise.all(Object.values(deployed).map(({ close }) => close())));

async function deploy(kind: Kind): Promise<DeployedCloud> {
  const started = await startOwnCloud({ settings: { SUBMIT_API: kind } });
  const { baseUrl, credentials } = started;
  const headers = keyHeader('secretKey', credentials.environments.production.secretKey);
  const owner = clientOf(() => ({ baseUrl, headers }));
  const { id } = await newForm(owner, { allowedOrigins });
  return { ...started, owner, formId: id };
}

type SubmissionRequest = Omit<RawRequest, 'method' | 'path'> & { method?: string; path?: (formId: string) => string };

const json = { 'content-type': 'application/json' };
const page = { ...json, origin: 'https://www.example.com' };
const answers = JSON.stringify({ name: 'Ada ☕', email: 'ada@example.com' });

/** As a page of the form's site sends it, unless it says otherwise. */
function sendTo(
  kind: Kind,
  { path = id => `/v1/forms/${id}/submissions`, headers, ...sent }: SubmissionRequest,
): Promise<Reply> {
  const { cloud, credentials, formId } = deployed[kind];
  const key = keyHeader('publishableKey', credentials.environments.production.publishableKey);
  const request = { method: 'POST', path: path(formId), headers: { ...key, ...page, ...headers }, ...sent };
  return send(cloud.baseUrl, request);
}

/** Which requests there are, by what comes of them. */
const requests: readonly (readonly [string, number, SubmissionRequest])[] = [
  ['a submission', 201, { body: answers }],
  ['one whose media type has another name', 201, { body: answers, headers: { 'content-type': 'application/a+json' } }],
  ['one whose headers are in capitals', 201, { body: answers, headers: { 'X-SESSION-ID': 'session-of-capitals' } }],
  ['one whose path is encoded', 201, { body: answers, path: id => `/v1/forms/%66${id.slice(1)}/submissions` }],
  ['a part of one', 201, { body: '{"name":"Ada"}', path: id => `/v1/forms/${id}/submissions?status=partial` }],
  [
    'one that names a parameter twice',
    400,
    { body: '{}', path: id => `/v1/forms/${id}/submissions?status=a&status=b` },
  ],
  ['wrong answers', 400, { body: '{"email":"ada","age":200,"phone":"1"}' }],
  ['what is no JSON', 400, { body: '{"name":' }],
  ['nothing', 400, {}],
  [
    'what an HTML form sends',
    201,
    { body: 'name=Ada', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  ],
  ['what no page sends', 415, { body: '<name>Ada</name>', headers: { 'content-type': 'application/xml' } }],
  ['more than is taken', 413, { body: JSON.stringify({ name: 'a'.repeat(262_144) }) }],
  ['a wrong key', 401, { body: answers, headers: { 'x-publishable-key': 'pk_live_none' } }],
  ['a page of another site', 403, { body: answers, headers: { origin: 'https://evil.example' } }],
  [
    'a form that there is not',
    404,
    { body: answers, path: () => '/v1/forms/form_01M7Y0000000000000000000000/submissions' },
  ],
  ['a preflight', 204, { method: 'OPTIONS', headers: { 'access-control-request-method': 'POST' } }],
  ['a preflight of no path', 404, { method: 'OPTIONS', path: () => '/v1/nothing' }],
  ['another method', 405, { method: 'PUT', body: answers }],
  ['a path that there is not', 404, { method: 'GET', path: () => '/v1' }],
  [
    'one that says where it comes from and goes to',
    201,
    {
      body: answers,
      headers: {
        ...{ 'x-forwarded-for': '198.51.100.9', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
        ...{ 'x-formline-host': 'evil.example', 'x-formline-viewer': '198.51.100.9', 'x-original-url': '/app' },
      },
    },
  ],
  ['an event in the place of a body', 400, { body: '{"version":"2.0","rawPath":"/","isBase64Encoded":true}' }],
  ['half a character', 400, { body: '{"name":"\\ud800"}' }],
  ['more depth than is taken', 400, { body: `{"name":${'['.repeat(20_000)}${']'.repeat(20_000)}}` }],
  ['bytes that are no text', 400, { body: Buffer.from([0xff, 0xfe, 0x00, 0x7b]) }],
  ['a form that every object has', 404, { body: answers, path: () => '/v1/forms/__proto__/submissions' }],
  ['a form with a slash in it', 404, { body: answers, path: id => `/v1/forms/${id}%2f..%2f${id}/submissions` }],
  ['a form whose id does not decode', 404, { body: answers, path: () => '/v1/forms/%ff%00/submissions' }],
  [
    'a status that every object has',
    400,
    { body: answers, path: id => `/v1/forms/${id}/submissions?status=__proto__` },
  ],
  ['a path below a submission', 404, { body: answers, path: id => `/v1/forms/${id}/submissions/more` }],
];

/** What each gateway adds, and what differs from one answer to the next; nobody reads the type of no content. */
const ownHeaders = /^(apigw-requestid|x-amz.*|date|content-length)$/;
/** Ids and times are each one's own. Answers of API Gateway itself have no link to the reference. */
const withoutIds = (text: string) =>
  text.replaceAll(/"(\w*[iI]d|\w+At)":"[^"]*"/g, '"$1":"…"').replace(/,"docs":"[^"]*"/, '');
const essence = ({ status, headers, text }: Reply) => {
  const kept = Object.entries(headers).filter(([name]) => !ownHeaders.test(name));
  const type = status === 204 ? undefined : headers['content-type']?.replace(/;.*/, '');
  return { status, text: withoutIds(text), headers: { ...Object.fromEntries(kept), 'content-type': type } };
};

describe.each(kinds)('an API of the kind %s', kind => {
  it.each(requests)('answers %s with %i, by whom the template says', async (_, status, request) => {
    const reply = await sendTo(kind, request);
    expect({ status: reply.status, text: reply.text }).toMatchObject({ status });
    expect('apigw-requestid' in reply.headers).toBe(kind === 'http');
  });

  it('stores a submission, once for an Idempotency-Key, as it was sent', async () => {
    const headers = { 'idempotency-key': `once-by-${kind}`, 'user-agent': 'Browser' };
    const first = await sendTo(kind, { body: answers, headers });
    const again = await sendTo(kind, { body: answers, headers });
    expect([first.status, again.status, again.headers['idempotent-replayed']]).toEqual([201, 201, 'true']);
    expect(again.body).toEqual(first.body);
    const { body } = await deployed[kind].owner('getResponse', { params: { id: first.body.id } });
    expect(body).toMatchObject({
      answers: { name: 'Ada ☕', email: 'ada@example.com' },
      meta: { source: 'browser', origin: 'https://www.example.com' },
    });
  });

  it('takes the submission of a server, and leaves all other operations where they are', async () => {
    const { owner, formId } = deployed[kind];
    const { status, body, headers } = await owner('createSubmission', { params: { formId }, body: { name: 'Grace' } });
    expect({ status, body }).toMatchObject({ status: 201, body: { formId, answers: { name: 'Grace' } } });
    expect(headers['x-amz-apigw-id']).toMatch(/^.{8,}$/);
    const read = await owner('getForm', { params: { id: formId } });
    expect([read.status, read.headers['apigw-requestid']]).toEqual([200, undefined]);
  });

  it('quotes an id that no caller can choose', async () => {
    const reply = await sendTo(kind, { body: '{}', headers: { 'x-amzn-requestid': 'mine' } });
    expectRefusal(reply, 400, 'validation_failed');
    expect(reply.body.requestId).not.toBe('mine');
  });
});

describe('the kinds of API', () => {
  it.each(requests)('answer %s the same', async (_, _status, request) => {
    const [rest, http] = [await sendTo('rest', request), await sendTo('http', request)];
    expect(essence(http)).toMatchObject(essence(rest));
  });

  it('differ in a body that its sender has encoded, which an HTTP API hands on as it is', async () => {
    const encoded = { body: gzipSync(answers), headers: { 'content-encoding': 'gzip' } };
    expect((await sendTo('rest', encoded)).status).toBe(201);
    expectRefusal(await sendTo('http', encoded), 415, 'unsupported_media_type');
    expect((await sendTo('http', { body: answers, headers: { 'content-encoding': 'identity' } })).status).toBe(201);
  });
});
