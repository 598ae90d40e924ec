import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ListContactsCommand, SESv2Client, SendEmailCommand, type SendEmailCommandInput } from '@aws-sdk/client-sesv2';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accessKeyId, region, secretAccessKey } from '../../../local/credentials.ts';
import type { LocalServer } from '../../../local/http-server.ts';
import { mailFolder, startSes } from '../../../local/ses/ses.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'ses-'));
const told: string[] = [];
let server: LocalServer;
let client: SESv2Client;

beforeAll(async () => {
  server = await startSes({
    ...{ dataDir, port: 0, identities: ['acme.example', 'ada@else.example'], configurationSets: ['set'] },
    onMail: ({ to, subject }, file) => told.push(`${to} ${subject} ${file}`),
  });
  client = new SESv2Client({ endpoint: server.endpoint, region, credentials: { accessKeyId, secretAccessKey } });
});

afterAll(async () => {
  client.destroy();
  await server.close();
  rmSync(dataDir, { recursive: true });
});

type Headers = { Name: string; Value: string }[];
const simple = (subject: string, headers: Headers = []) => ({
  Simple: {
    Subject: { Data: subject },
    Body: { Text: { Data: 'a text' }, Html: { Data: '<p>a text</p>' } },
    Headers: headers,
  },
});

const send = (input: Partial<SendEmailCommandInput> = {}) =>
  client.send(
    new SendEmailCommand({
      FromEmailAddress: 'Acme <forms@acme.example>',
      Destination: { ToAddresses: ['bob@example.com'] },
      ConfigurationSetName: 'set',
      Content: simple('A subject'),
      ...input,
    }),
  );

const files = (): string[] => readdirSync(mailFolder(dataDir));

describe('the local SES', () => {
  it('writes a mail that a mail program opens, and tells of it', async () => {
    const { MessageId } = await send({
      ReplyToAddresses: ['grace@example.com'],
      Content: simple('Grüße', [{ Name: 'Auto-Submitted', Value: 'auto-generated' }]),
    });
    const [name = ''] = files();
    expect(name).toMatch(/-bob@example\.com-\w{4}\.eml$/);
    expect(told).toEqual([`bob@example.com Grüße ${join(mailFolder(dataDir), name)}`]);
    const message = readFileSync(join(mailFolder(dataDir), name), 'utf8');
    expect(message).toContain(
      'From: Acme <forms@acme.example>\r\nTo: bob@example.com\r\nReply-To: grace@example.com\r\n',
    );
    expect(message).toContain(`Subject: =?UTF-8?B?${Buffer.from('Grüße').toString('base64')}?=\r\n`);
    expect(message).toContain(`Message-ID: <${MessageId}@email.amazonses.com>\r\nAuto-Submitted: auto-generated\r\n`);
    expect(message.match(/Content-Type: text\/(plain|html); charset=UTF-8\r\n/g)).toHaveLength(2);
  });

  const to = (...ToAddresses: string[]) => ({ Destination: { ToAddresses } });
  const refusals: [string, Partial<SendEmailCommandInput>, string][] = [
    ['a sender that is not verified', { FromEmailAddress: 'a@other.example' }, 'MessageRejected'],
    ['another address of a verified address’s domain', { FromEmailAddress: 'bob@else.example' }, 'MessageRejected'],
    ['a domain that ends like a verified one', { FromEmailAddress: 'a@notacme.example' }, 'MessageRejected'],
    ['a set that does not exist', { ConfigurationSetName: 'other' }, 'NotFoundException'],
    ['nobody to send to', to(), 'BadRequestException'],
    ['51 recipients', to(...Array.from({ length: 51 }, (_, n) => `b${n}@example.com`)), 'BadRequestException'],
    ['an address without a host', to('bob'), 'BadRequestException'],
    ['two addresses in one', to('bob@example.com,eve@example.com'), 'BadRequestException'],
    ['an address beyond ASCII', to('bøb@example.com'), 'BadRequestException'],
    ['a newline in an address', to('bob@example.com\r\nBcc: eve@example.com'), 'BadRequestException'],
    ['a newline in the subject', { Content: simple('Hi\r\nBcc: eve@example.com') }, 'BadRequestException'],
    ['a sender’s name beyond ASCII', { FromEmailAddress: 'Göteborg <a@acme.example>' }, 'BadRequestException'],
    ['a newline in a header', { Content: simple('Hi', [{ Name: 'X-A', Value: 'a\nb' }]) }, 'BadRequestException'],
    ['a header of its own', { Content: simple('Hi', [{ Name: 'Bcc', Value: 'a@b.c' }]) }, 'BadRequestException'],
  ];
  it.each(refusals)('refuses %s', async (_, input, name) => {
    const before = files().length;
    await expect(send(input)).rejects.toMatchObject({ name });
    expect(files()).toHaveLength(before);
  });

  it('takes a subdomain of a verified domain, and a verified address', async () => {
    await send({ FromEmailAddress: 'a@mail.acme.example' });
    await send({ FromEmailAddress: 'ada@else.example' });
  });

  it('refuses other operations by name', async () => {
    await expect(client.send(new ListContactsCommand({ ContactListName: 'all' }))).rejects.toThrow('does not support');
  });
});
