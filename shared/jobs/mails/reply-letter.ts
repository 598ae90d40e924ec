import { mailToken } from '../../domain/mails/mail-token.ts';
import { personalReplyMail } from '../../domain/mails/reply-mail.ts';
import { type Reply, repliesMax, replyAddress, threadHeaders } from '../../domain/responses/replies.ts';
import { responseAddress } from '../../ids.ts';
import { getUserIn } from '../../store/accounts/user-changes.ts';
import { getForm } from '../../store/forms/forms.ts';
import { countToday } from '../../store/mails/mail-counts.ts';
import type { DueMail } from '../../store/mails/mail-items.ts';
import { openMailbox } from '../../store/mails/mailboxes.ts';
import { endReply, repliesIn, replyTag } from '../../store/responses/replies.ts';
import { getResponse, type StoredResponse } from '../../store/responses/responses.ts';
import { showResponse } from '../../store/responses/sealed-answers.ts';
import type { Letter } from './letter.ts';

type DueReply = Extract<DueMail, { kind: 'reply' }>;

const end = ({ responseId, replyId }: DueReply, state: 'sent' | 'failed', messageId?: string): Promise<void> =>
  endReply(responseId, replyId, {
    ...{ state, at: new Date().toISOString() },
    ...(messageId !== undefined && { messageId }),
  });

/** Notes that a reply is not sent, unless it was before, or its response is gone. */
export const failReply = (mail: DueReply): Promise<void> => end(mail, 'failed');

/**
 * Returns the mail of a member's reply, by the answers as they are now. Returns undefined when it was sent before, when
 * its response is gone or gives no address, and when nobody could get the answer to it.
 */
export async function replyLetter(mail: DueReply): Promise<Letter | undefined> {
  const { responseId, replyId, organizationId } = mail;
  const stored = await getForm(responseAddress(responseId)?.formId ?? '');
  const read = stored && (await getResponse(responseId, stored));
  const reply = read && repliesIn(read.item)[replyId];
  if (!read || reply?.state !== 'queued') return undefined;
  const [to, replyTo] = await Promise.all([addressOf(read, reply), addressOfMember(organizationId, reply)]);
  const mailbox = to === undefined ? undefined : await openMailbox(to);
  if (to === undefined || replyTo === undefined || !mailbox) return undefined;
  if (mail.step === 0 && !(await countToday('LIMIT_REPLIES'))) return undefined;
  const { title: formTitle, language } = read.storedForm.form;
  const optOutUrl = `${reply.baseUrl}/mails/${mailToken({ act: 'optOut', ...mailbox })}`;
  const headers = threadHeaders(repliesIn(read.item), replyId);
  return {
    ...{ to, isToStranger: false, counts: [{ subject: to, most: repliesMax.toAddress }] },
    personal: { replyTo, headers, tag: replyTag(responseId, replyId) },
    content: async () => personalReplyMail(reply, { formTitle, language, optOutUrl }),
    outcomeWrites: () => [],
    onEnd: (outcome, messageId) => end(mail, outcome, messageId),
  };
}

async function addressOf({ storedForm, response }: StoredResponse, { fieldId }: Reply): Promise<string | undefined> {
  const { answers } = await showResponse(storedForm, response, 'limited');
  const found = replyAddress(storedForm.form, answers, fieldId);
  return 'to' in found ? found.to : undefined;
}

/** A member without a proved address could send the answers of visitors to a stranger. */
async function addressOfMember(organizationId: string, { memberId }: Reply): Promise<string | undefined> {
  const found = await getUserIn(organizationId, memberId);
  return found?.user.status === 'active' && !found.user.addressUnproved ? found.user.email : undefined;
}
