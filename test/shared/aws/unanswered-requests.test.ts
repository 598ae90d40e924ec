import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Handler, proxyEvent } from '../../../bench/invoke.ts';
import { handler } from '../../../functions/forms/get-form.ts';
import { withPatience } from '../../../shared/aws/request-patience.ts';
import { newApiKey } from '../../../shared/domain/accounts/api-key.ts';
import { newId } from '../../../shared/ids.ts';
import { log } from '../../../shared/log.ts';
import { getForm as storedForm } from '../../../shared/store/forms/forms.ts';
import { useSilentServer } from '../../support/doubles/silent-server.ts';

const server = useSilentServer();
const patience = process.env.REQUEST_PATIENCE_MS;

beforeAll(() => {
  log.setLogLevel('SILENT');
});
beforeEach(() => {
  process.env.REQUEST_PATIENCE_MS = '500';
});
afterEach(() => {
  process.env.REQUEST_PATIENCE_MS = patience;
  jest.restoreAllMocks();
});

type LambdaReply = { statusCode: number; headers: Record<string, string>; body: string };

async function getForm(): Promise<LambdaReply> {
  const event = proxyEvent({
    headers: { authorization: `Bearer ${newApiKey('secret', 'production')}` },
    pathParameters: { id: newId('form') },
  });
  return (await (handler as unknown as Handler)(event, {})) as LambdaReply;
}

const unavailable = {
  statusCode: 503,
  headers: { 'retry-after': expect.stringMatching(/^[123]$/) },
  body: expect.stringContaining('"code":"unavailable"'),
};

describe('a request whose database', () => {
  it('answers no attempt in time, is answered 503 after three attempts', async () => {
    server.plan(...Array<'silence'>(9).fill('silence'));
    const warn = jest.spyOn(log, 'warn').mockImplementation(() => {});
    expect(await getForm()).toMatchObject(unavailable);
    expect(server.requests()).toBeLessThanOrEqual(3);
    expect(warn).toHaveBeenCalledWith('unavailable', {
      ...{ operation: 'GET /forms/{id}', call: 'DynamoDB GetItem', table: 'table' },
      reason: expect.stringMatching(/timed?out/i),
      error: expect.any(Error),
    });
  });

  it('begins an answer and never ends it, is answered as well', async () => {
    server.plan(...Array<'stall'>(9).fill('stall'));
    expect(await getForm()).toMatchObject(unavailable);
    expect(server.requests()).toBeLessThanOrEqual(3);
  });

  it('fails, is answered 503 after three attempts', async () => {
    server.plan(...Array<'failure'>(9).fill('failure'));
    process.env.REQUEST_PATIENCE_MS = '15000';
    expect(await getForm()).toMatchObject(unavailable);
    expect(server.requests()).toBe(3);
  });

  it('fails twice, succeeds', async () => {
    process.env.REQUEST_PATIENCE_MS = '15000';
    server.plan('failure', 'failure');
    expect(await withPatience(() => storedForm(newId('form')))).toBeUndefined();
    expect(server.requests()).toBe(3);
  });
});
