import { beforeAll, expect, it } from '@jest/globals';
import { type Handler, proxyEvent } from '../../../bench/invoke.ts';
import { handler } from '../../../functions/forms/get-form.ts';
import { newApiKey } from '../../../shared/domain/accounts/api-key.ts';
import { newId } from '../../../shared/ids.ts';
import { log } from '../../../shared/log.ts';
import { useSilentServer } from '../../support/doubles/silent-server.ts';

const server = useSilentServer();
beforeAll(() => {
  log.setLogLevel('SILENT');
});

it('answers 503 when DynamoDB answers no attempt in time', async () => {
  server.plan('silence', 'silence', 'silence', 'silence');
  const event = proxyEvent({
    headers: { authorization: `Bearer ${newApiKey('secret', 'production')}` },
    pathParameters: { id: newId('form') },
  });
  const reply = await (handler as unknown as Handler)(event, {});
  expect(server.requests()).toBe(4);
  expect(reply).toMatchObject({
    statusCode: 503,
    headers: { 'retry-after': '1' },
    body: expect.stringContaining('"code":"unavailable"'),
  });
});
