import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { LocalServer } from '../../../local/http-server.ts';
import { mailFolder, startSes } from '../../../local/ses/ses.ts';
import { type Mail, MailRefused } from '../../../shared/domain/mails/mail.ts';
import { allMails, mailsTo } from '../../support/cloud/mail.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'mail-'));
const folder = { mailFolder: mailFolder(dataDir) };
let server: LocalServer;
let sendMail: (mail: Mail) => Promise<string>;

beforeAll(async () => {
  server = await startSes({ dataDir, port: 0, identities: ['acme.example'], configurationSets: ['set'] });
  Object.assign(process.env, {
    MAIL_FROM: 'Müller & Söhne <forms@acme.example>',
    MAIL_CONFIGURATION_SET: 'set',
    AWS_ENDPOINT_URL_SESV2: server.endpoint,
    ...{ AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' },
  });
  ({ sendMail } = await import('../../../shared/aws/send-mail.ts'));
});

afterAll(async () => {
  await server.close();
  rmSync(dataDir, { recursive: true });
});

const mail: Mail = { to: 'ada@example.com', subject: 'Hello', text: 'a text', html: '<p>a text</p>' };

describe('a mail', () => {
  it('arrives as it was sent, from the deployment’s address', async () => {
    const headers = { 'Auto-Submitted': 'auto-generated' };
    await sendMail({ ...mail, replyTo: 'grace@example.com', subject: 'Grüße 🎉', headers });
    const arrived = {
      subject: 'Grüße 🎉',
      from: 'Müller & Söhne <forms@acme.example>',
      text: 'a text',
      html: mail.html,
    };
    expect(mailsTo(folder, 'ada@example.com')).toMatchObject([arrived]);
    expect(allMails(folder)[0]?.headers).toMatchObject({
      'reply-to': 'grace@example.com',
      'auto-submitted': 'auto-generated',
    });
  });

  it('goes to a domain beyond ASCII by the name that DNS has', async () => {
    await sendMail({ ...mail, to: 'ada@bücher.example' });
    expect(mailsTo(folder, 'ada@xn--bcher-kva.example')).toHaveLength(1);
  });

  it.each([
    ['a local part beyond ASCII', { to: 'bøb@example.com' }],
    ['a list of addresses', { to: 'ada@example.com,eve@example.com' }],
    ['a name before the address', { to: 'Ada <ada@example.com>' }],
    ['another header in the address', { to: 'ada@example.com\r\nBcc: eve@example.com' }],
    ['another header in the address to reply to', { replyTo: 'ada@example.com\r\nBcc: eve@example.com' }],
    ['two lines of subject', { subject: 'Hello\r\nBcc: eve@example.com' }],
    ['two lines of a header', { headers: { 'X-Form': 'a\r\nBcc: eve@example.com' } }],
  ])('is refused for good, and goes to nobody, with %s', async (_, change) => {
    const before = allMails(folder).length;
    await expect(sendMail({ ...mail, ...change })).rejects.toThrow(MailRefused);
    expect(allMails(folder)).toHaveLength(before);
  });

  it('may be tried again where its sender is not verified, a configuration set is missing, or SES is not reached', async () => {
    process.env.MAIL_FROM = 'Forms <forms@other.example>';
    await expect(sendMail(mail)).rejects.toMatchObject({ name: 'MessageRejected' });
    process.env.MAIL_FROM = 'forms@acme.example';
    process.env.MAIL_CONFIGURATION_SET = 'other';
    await expect(sendMail(mail)).rejects.toMatchObject({ name: 'NotFoundException' });
    process.env.MAIL_CONFIGURATION_SET = 'set';
    await server.close();
    await expect(sendMail(mail)).rejects.toThrow('ECONNREFUSED');
  });
});
