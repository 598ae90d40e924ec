import { automaticReply } from '../domain/forms/replies/autoresponder.ts';
import { isMailRefused } from '../domain/mails/mail.ts';
import { mailOf } from '../domain/mails/mail-layout.ts';
import { mailToken } from '../domain/mails/mail-token.ts';
import { replyHeaders, replyMail } from '../domain/mails/reply-mail.ts';
import type { Delivery } from '../domain/receivers/webhook.ts';
import { sendsMail } from '../env.ts';
import type { StoredForm } from '../store/forms/forms.ts';
import { countToday } from '../store/mails/mail-counts.ts';
import { isStopped } from '../store/mails/mail-stops.ts';
import { reserveReply } from '../store/mails/mailboxes.ts';
import type { StoredAutoresponder } from '../store/receivers/autoresponders.ts';
import { getResponse } from '../store/responses/responses.ts';
import { showResponse } from '../store/responses/sealed-answers.ts';

type ReplyOutcome = {
  readonly succeeded: boolean;
  readonly error?: string;
  readonly cancelled?: boolean;
  readonly latencyMs: number;
};

/**
 * Sends the form's confirmation email to the address in a response. Returns undefined if the response is gone, is spam
 * or has no address, or if a limit is reached. These cases are not stored, because there could be a flood of them.
 */
export async function sendReply(
  { baseUrl }: StoredAutoresponder,
  { event: { responseId = '' } }: Delivery,
  stored: StoredForm | undefined,
): Promise<ReplyOutcome | undefined> {
  const read = stored && (await getResponse(responseId, stored));
  if (!stored || read?.response.status !== 'completed' || !sendsMail()) return undefined;
  const { form } = stored;
  const reply = automaticReply(form, (await showResponse(stored, read.response, 'limited')).answers);
  if (!reply || (await isStopped(reply.to))) return undefined;
  const mailbox = await reserveReply(reply.to, { formId: form.id, responseId }, Date.now());
  if (!mailbox || !(await countToday('LIMIT_REPLIES'))) return undefined;
  const optOutUrl = `${baseUrl}/mails/${mailToken({ act: 'optOut', ...mailbox })}`;
  const content = replyMail(reply, { formTitle: form.title, language: form.language, optOutUrl });
  const startedAt = performance.now();
  const outcome = await send({ to: reply.to, ...mailOf(content), headers: replyHeaders(optOutUrl) });
  return { ...outcome, latencyMs: Math.round(performance.now() - startedAt) };
}

type SendMail = typeof import('../aws/send-mail.ts')['sendMail'];

async function send(mail: Parameters<SendMail>[0]): Promise<Omit<ReplyOutcome, 'latencyMs'>> {
  try {
    const { sendMail } = await import('../aws/send-mail.ts');
    await sendMail(mail);
    return { succeeded: true };
  } catch (error) {
    // Don't count this as a failure or raise an alarm, because anyone can enter an address that refuses mail.
    if (isMailRefused(error)) return { succeeded: false, error: 'SES refused the address', cancelled: true };
    return { succeeded: false, error: `SES: ${(error as Error).name}` };
  }
}
