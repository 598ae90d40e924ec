import type { Mail } from '../../domain/mails/mail.ts';
import { isMailRefused } from '../../domain/mails/mail.ts';
import type { Reachable } from '../../store/receivers/recipients.ts';

export type MailResult = {
  readonly succeeded: boolean;
  readonly error?: string;
  readonly timedOut?: boolean;
  /** SES will never accept an address. */
  readonly rejected?: boolean;
  /** The recipients who got the mail. */
  readonly told: readonly string[];
};

/** Sends to each recipient. A refused address does not stop the others; throttling ends the run. */
export async function sendToEach(
  recipients: readonly Reachable[],
  mailFor: (recipient: Reachable) => Mail,
  isTime: () => boolean,
): Promise<MailResult> {
  // Its client is a file beside the bundle, because few deliveries are mails.
  const { sendMail } = await import('../../aws/send-mail.ts');
  const told: string[] = [];
  let refusal: string | undefined;
  for (const recipient of recipients) {
    if (!isTime()) return { succeeded: false, error: 'SES took too long: timeout', timedOut: true, told };
    try {
      await sendMail(mailFor(recipient));
      told.push(recipient.recipient);
    } catch (error) {
      if (!isMailRefused(error)) return { succeeded: false, error: `SES: ${(error as Error).name}`, told };
      // Its message may quote the address.
      refusal = `SES refused the mail to ${recipient.recipient}`;
    }
  }
  return refusal === undefined ? { succeeded: true, told } : { succeeded: false, error: refusal, rejected: true, told };
}
