import { expect, it } from '@jest/globals';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Contract } from '../../../../shared/contracts/contract.ts';
import { callOperation } from '../../../../shared/http/pages/call-operation.ts';

const contract = { method: 'POST', path: '/v1/things/{id}' } as unknown as Contract;
const event = {
  ...{ path: '/f/form_1', resource: '/f/{formId}', httpMethod: 'GET', isBase64Encoded: true, body: 'YQ==' },
  pathParameters: { formId: 'form_1' },
  queryStringParameters: { key: 'pk_1' },
  multiValueQueryStringParameters: { key: ['pk_1'] },
  headers: {
    ...{
      Host: 'forms.example.com',
      'X-Forwarded-Proto': 'https',
      origin: 'https://example.com',
      'User-Agent': 'Browser',
    },
    ...{
      traceparent: '00-1',
      'X-Formline-Viewer': '192.0.2.1',
      cookie: 'c',
      authorization: 'Bearer sk_1',
      accept: 'text/html',
    },
  },
  multiValueHeaders: { cookie: ['c'] },
  requestContext: { extendedRequestId: 'req-1' },
} as unknown as APIGatewayProxyEvent;

it('another operation is asked what its contract names, by whoever asked for this one and without their credentials', async () => {
  const asked: unknown[] = [];
  const handler = async (request: unknown) => {
    asked.push(request);
    return { statusCode: 201, headers: { etag: '"1"' }, body: '{"id":"thing_1"}' };
  };
  const headers = { 'x-publishable-key': 'pk_1', 'idempotency-key': undefined };
  const call = { contract, handler, headers, body: { name: 'Ada' } };
  expect(await callOperation(event, { ...call, params: { id: '1' } })).toEqual({
    ...{ status: 201, headers: { etag: '"1"' }, body: { id: 'thing_1' } },
  });
  await callOperation(event, call);
  expect(asked).toStrictEqual(
    [{ id: '1' }, null].map(pathParameters => ({
      ...{ path: '/f/form_1', resource: '/v1/things/{id}', httpMethod: 'POST', pathParameters },
      ...{ queryStringParameters: null, multiValueQueryStringParameters: null, multiValueHeaders: {} },
      headers: {
        ...{ Host: 'forms.example.com', 'X-Forwarded-Proto': 'https', origin: 'https://example.com' },
        ...{ 'User-Agent': 'Browser', traceparent: '00-1', 'X-Formline-Viewer': '192.0.2.1' },
        ...{ 'content-type': 'application/json', 'x-publishable-key': 'pk_1' },
      },
      ...{ body: '{"name":"Ada"}', isBase64Encoded: false, requestContext: { extendedRequestId: 'req-1' } },
    })),
  );
});
