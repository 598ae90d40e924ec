import { domainToASCII } from 'node:url';
import {
  BadRequestException,
  MessageRejected,
  SESv2Client,
  SendEmailCommand,
  type SendEmailCommandInput,
} from '@aws-sdk/client-sesv2';
import { type Mail, MailRefused } from '../../domain/mail/mail.ts';
import { isMailable, mailboxHeader, parseMailbox } from '../../domain/mail/mailbox.ts';
import { env } from '../../env.ts';
import { clientDefaults } from '../client-defaults.ts';

/** Import this as a part, by `import()`: few runs of a function send mail. */
const ses = new SESv2Client(clientDefaults);

const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });

/**
 * Sends a mail from the deployment's address. SES answers when it has accepted the mail; what comes back later, as a bounce
 * or a complaint, stops its address.
 *
 * @throws MailRefused where the same mail would be refused again; any other error passes: throttling, a quota, an identity
 * that is not verified yet, a service that is not reached
 */
export async function sendMail(mail: Mail): Promise<void> {
  try {
    await ses.send(new SendEmailCommand(inputOf(mail)));
  } catch (error) {
    if (error instanceof MessageRejected || error instanceof BadRequestException) throw new MailRefused(error.message);
    throw error;
  }
}

function inputOf({ to, replyTo, subject, text, html, headers = {} }: Mail): SendEmailCommandInput {
  return {
    FromEmailAddress: mailboxHeader(parseMailbox(env('MAIL_FROM')) ?? { address: env('MAIL_FROM') }),
    ConfigurationSetName: env('MAIL_CONFIGURATION_SET'),
    Destination: { ToAddresses: [asciiAddress(to)] },
    ReplyToAddresses: replyTo === undefined ? [] : [asciiAddress(replyTo)],
    Content: {
      Simple: {
        Subject: utf8(subject),
        Body: { Text: utf8(text), Html: utf8(html) },
        Headers: Object.entries(headers).map(([Name, Value]) => ({ Name, Value })),
      },
    },
  };
}

/** SES takes the domain of an address as DNS has it, and no local part beyond ASCII. A list of addresses is none. */
function asciiAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const ascii = `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`;
  if (!isMailable(ascii)) throw new MailRefused('SES sends to no such address');
  return ascii;
}
