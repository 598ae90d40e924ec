import { describe, expect, it } from '@jest/globals';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import type { Contract } from '../../../shared/contracts/contract.ts';
import { alsoByHttpApi } from '../../../shared/http/http-api.ts';
import type { GatewayResponse } from '../../../shared/http/reply.ts';

const path = '/v1/forms/{formId}/submissions';
const contract: Contract = { method: 'POST', path, summary: 'Submit', auth: [], grants: [], status: 201 };
const requestContext = { extendedRequestId: 'req-1', domainName: 'forms.example.com', stage: 'v1' };

async function answered(parts: object): Promise<GatewayResponse & { handled: boolean }> {
  let handled = false;
  const handler = alsoByHttpApi(contract, async () => {
    handled = true;
    return { statusCode: 201, headers: { etag: '"1"' }, body: '{}' };
  });
  const event = { version: '1.0', resource: path, httpMethod: 'POST', path: '/v1', headers: {}, requestContext };
  const answer = await handler({ ...event, ...parts } as unknown as APIGatewayProxyEvent, {} as Context);
  return { ...(answer as GatewayResponse), handled };
}
const bodyOf = ({ body }: GatewayResponse) => JSON.parse(String(body));

describe('an operation that an HTTP API calls, too', () => {
  it('answers as ever, with the id of the request', async () => {
    expect(await answered({})).toEqual({
      ...{ statusCode: 201, body: '{}', handled: true },
      headers: { etag: '"1"', 'x-amz-apigw-id': 'req-1' },
    });
    const nameless = await answered({ requestContext: { domainName: 'forms.example.com' } });
    expect(nameless.headers['x-amz-apigw-id']).toBe('');
  });

  it('leaves to the REST API what that does by itself', async () => {
    expect(await answered({ version: undefined, httpMethod: 'GET' })).toEqual({
      ...{ statusCode: 201, headers: { etag: '"1"' }, body: '{}', handled: true },
    });
  });

  it('answers what a browser asks before it sends', async () => {
    const { statusCode, headers, body, handled } = await answered({ httpMethod: 'OPTIONS' });
    expect({ statusCode, body, handled }).toEqual({ statusCode: 204, body: '', handled: false });
    expect(headers).toMatchObject({
      'Access-Control-Allow-Methods': 'POST, OPTIONS',
      'x-amz-apigw-id': 'req-1',
    });
  });

  it.each(['GET', 'PUT', 'DELETE'])('takes no %s', async httpMethod => {
    const answer = await answered({ httpMethod });
    expect(answer).toMatchObject({ statusCode: 405, handled: false });
    expect(answer.headers.allow).toBe('POST, OPTIONS');
    expect(bodyOf(answer)).toMatchObject({
      ...{ code: 'method_not_allowed', message: 'This path takes POST, OPTIONS.', requestId: 'req-1' },
      docs: 'https://forms.example.com/docs#error-405',
    });
  });

  it.each(['OPTIONS', 'POST'])('finds nothing at other paths, by %s', async httpMethod => {
    const answer = await answered({ resource: '$default', httpMethod, path: '/nowhere' });
    expect(answer).toMatchObject({ statusCode: 404, handled: false });
    expect(bodyOf(answer)).toMatchObject({
      code: 'not_found',
      message: 'There is nothing at this address. Check the path.',
    });
  });

  it('takes no body in an encoding', async () => {
    const answer = await answered({ headers: { 'Content-Encoding': ' GZIP ' } });
    expect(answer).toMatchObject({ statusCode: 415, handled: false });
    expect(bodyOf(answer).message).toBe('Send the body without the encoding gzip.');
    expect(await answered({ headers: { 'content-encoding': 'Identity' } })).toMatchObject({ statusCode: 201 });
  });
});
