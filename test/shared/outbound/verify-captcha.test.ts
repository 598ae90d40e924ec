import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { log } from '../../../shared/log.ts';
import { verifyCaptcha } from '../../../shared/outbound/verify-captcha.ts';

let answer = { status: 200, body: '' };
let server: Server;
beforeAll(async () => {
  server = createServer((_, response) => {
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  process.env.TURNSTILE_VERIFY_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`;
  process.env.WEBHOOK_ALLOW_LOOPBACK = 'true';
});
afterAll(() => {
  server.close();
});

const ask = (body: string, status = 200) => {
  answer = { status, body };
  return verifyCaptcha('turnstile', { secret: 'the secret', token: 'the token', formId: 'form_1' });
};

it('takes whatever a provider says for a verdict, or for none, and never fails', async () => {
  for (const codes of [
    '"secret"',
    'null',
    '7',
    '{"some":"secret"}',
    '[null,{},["secret"]]',
    '["invalid-input-secret"]',
  ]) {
    expect(await ask(`{"success":false,"error-codes":${codes}}`)).toMatchObject({ success: false });
  }
  for (const body of [
    '',
    'null',
    '[]',
    '"true"',
    '{"succes":true}',
    `${'['.repeat(8000)}`,
    '<html>',
    '{"success":tru',
  ]) {
    expect(await ask(body)).toBeUndefined();
  }
  expect(await ask('{"success":true}', 500)).toBeUndefined();
});

it('logs the codes of a provider, and nothing else that it says', async () => {
  const warn = jest.spyOn(log, 'warn').mockImplementation(() => {});
  const codes = ['invalid-input-secret', 'the token', 'x'.repeat(65), 'Secret of ada@example.com'];
  await ask(JSON.stringify({ success: false, 'error-codes': codes }));
  expect(warn.mock.calls).toEqual([
    ['a captcha is set up wrong', { provider: 'turnstile', formId: 'form_1', codes: ['invalid-input-secret'] }],
  ]);
  warn.mockRestore();
});
