import { domainToASCII } from 'node:url';
import {
  BadRequestException,
  MessageRejected,
  SESv2Client,
  SendEmailCommand,
  type SendEmailCommandInput,
} from '@aws-sdk/client-sesv2';
import { type Mail, MailRefused, mailTagName } from '../domain/mails/mail.ts';
import { domainOf, isMailable, type Mailbox, mailboxHeader, parseMailbox } from '../domain/mails/mailbox.ts';
import { env } from '../env.ts';
import { bindToRequest } from './bind-to-request.ts';
import { clientDefaults } from './client-defaults.ts';

/** Import this as a part, by `import()`: few runs of a function send mail. */
const ses = bindToRequest(new SESv2Client(clientDefaults));

const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });

/**
 * Sends a mail from the deployment's address. SES answers when it has accepted the mail. A later bounce or complaint
 * stops the recipient's address.
 *
 * @returns the Message-ID that SES assigns
 * @throws MailRefused if the same mail would be refused again. Any other error is temporary: throttling, a quota, an
 * identity that isn't verified yet, or an unreachable service
 */
export async function sendMail(mail: Mail): Promise<string> {
  try {
    const { MessageId = '' } = await ses.send(new SendEmailCommand(inputOf(mail)));
    return messageIdHeader(MessageId);
  } catch (error) {
    const isRefused =
      error instanceof MessageRejected ? !isOfSender(error.message) : error instanceof BadRequestException;
    throw isRefused ? new MailRefused((error as Error).message) : error;
  }
}

/** https://docs.aws.amazon.com/ses/latest/dg/header-fields.html */
const messageIdHeader = (id: string): string => {
  const region = process.env.AWS_REGION ?? 'us-east-1';
  return `<${id}@${region === 'us-east-1' ? 'email' : region}.amazonses.com>`;
};

const sender = (): Mailbox => parseMailbox(env('MAIL_FROM')) ?? { address: env('MAIL_FROM') };

/**
 * Whether SES rejects a mail because its sender is not verified. SES names the address, with or without a display name,
 * or the domain; in the sandbox it also names recipients.
 */
function isOfSender(message: string): boolean {
  const [, failed] = /not verified\..* failed the check in region [^:]+: (.+)$/s.exec(message) ?? [];
  const from = sender();
  const named = [from.address.toLowerCase(), domainOf(from)];
  const identities =
    failed?.split(',').map(each =>
      each
        .replace(/^.*<|>.*$/gs, '')
        .trim()
        .toLowerCase(),
    ) ?? [];
  return identities.some(identity => named.includes(identity));
}

function inputOf({ to, replyTo, subject, text, html, headers = {}, tag }: Mail): SendEmailCommandInput {
  return {
    FromEmailAddress: mailboxHeader(sender()),
    ConfigurationSetName: env('MAIL_CONFIGURATION_SET'),
    Destination: { ToAddresses: [asciiAddress(to)] },
    ReplyToAddresses: replyTo === undefined ? [] : [asciiAddress(replyTo)],
    ...(tag !== undefined && { EmailTags: [{ Name: mailTagName, Value: tag }] }),
    Content: {
      Simple: {
        Subject: utf8(subject),
        Body: { Text: utf8(text), Html: utf8(html) },
        Headers: Object.entries(headers).map(([Name, Value]) => ({ Name, Value })),
      },
    },
  };
}

/**
 * Encodes the domain for DNS. Throws for letters beyond ASCII before the @, and for a list of addresses: SES takes
 * neither.
 */
function asciiAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const ascii = `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`;
  if (!isMailable(ascii)) throw new MailRefused('SES sends to no such address');
  return ascii;
}
