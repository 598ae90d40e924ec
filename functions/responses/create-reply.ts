import { createReply } from '../../shared/contracts/responses/responses.ts';
import type { Caller } from '../../shared/domain/accounts/caller.ts';
import { type Reply, repliesMax, replyAddress } from '../../shared/domain/responses/replies.ts';
import { sendsMail } from '../../shared/env.ts';
import {
  idempotencyKeyReused,
  notFound,
  rateLimited,
  restrictedResponse,
  sendsNoMail,
  validationFailed,
} from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import type { Request } from '../../shared/http/read-request.ts';
import { newId, repeatedReplyId } from '../../shared/ids.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { getUserIn } from '../../shared/store/accounts/user-changes.ts';
import { auditWrite } from '../../shared/store/audit.ts';
import { countOfOrganization } from '../../shared/store/mails/mail-counts.ts';
import { mailWrites } from '../../shared/store/mails/mail-items.ts';
import { isStopped } from '../../shared/store/mails/mail-stops.ts';
import { hasOptedOut } from '../../shared/store/mails/mailboxes.ts';
import { addReply, repliesIn } from '../../shared/store/responses/replies.ts';
import { getResponseOf, type StoredResponse, withItsAnswers } from '../../shared/store/responses/responses.ts';
import { showResponse } from '../../shared/store/responses/sealed-answers.ts';

const refused = (field: string, rule: string, message: string) => validationFailed([{ field, rule, message }]);

export const handler = endpoint(createReply, async request => {
  const { params, body, headers, caller } = request;
  if (!sendsMail()) throw sendsNoMail('');
  const key = headers['idempotency-key'];
  const id = key === undefined ? newId('reply') : repeatedReplyId(caller.id, params.id, key);
  let counted: Promise<void> | undefined;
  return retryOnConflict(async () => {
    const read = await getResponseOf(caller, params.id);
    if (!read) throw notFound('Response');
    const memberId = await memberOf(caller, body.memberId);
    const known = repliesIn(read.item)[id];
    if (known) return repeated(params.id, id, known, { ...body, memberId });
    checkMayReply(read);
    const fieldId = await checkedField(withItsAnswers(read), body.fieldId);
    // Count it only once, even after a conflict with another change.
    counted ??= countReply(caller);
    await counted;
    return store(request, read, { id, fieldId, memberId });
  });
});

type ReplyRequest = Request<typeof createReply>;

/** Returns undefined when the response has changed since it was read. */
async function store(
  { params, body, caller, baseUrl, language }: ReplyRequest,
  read: StoredResponse,
  { id, fieldId, memberId }: { id: string; fieldId: string; memberId: string },
) {
  const reply: Reply = {
    ...{ fieldId, memberId, subject: body.subject.trim(), body: body.body, authorId: caller.id, baseUrl },
    ...{ createdAt: new Date().toISOString(), state: 'queued' },
  };
  const matter = { kind: 'reply', organizationId: caller.organizationId, responseId: params.id, replyId: id } as const;
  const writes = [...mailWrites(matter, { language, baseUrl }), auditWrite(caller, createReply.audited, params.id)];
  return (await addReply(read, [id, reply], writes)) ? shown(params.id, id, reply) : undefined;
}

/** Returns the member who gets answers to the mail, and who must have a proved address. */
async function memberOf({ kind, id, organizationId }: Caller, named: string | undefined): Promise<string> {
  const memberId = named ?? (kind === 'session' ? id : undefined);
  if (memberId === undefined) throw refused('memberId', 'required', 'is required with a key: who gets the answers');
  const found = await getUserIn(organizationId, memberId);
  if (found?.user.status !== 'active') {
    throw refused('memberId', 'unknown', 'is not an active member of the organization; GET /users lists them');
  }
  if (found.user.addressUnproved) {
    throw refused('memberId', 'unconfirmed', 'has not confirmed the email address yet; answers would go to a stranger');
  }
  return memberId;
}

function repeated(responseId: string, id: string, known: Reply, sent: Partial<Reply>) {
  const isSame =
    known.subject === sent.subject?.trim() &&
    known.body === sent.body &&
    known.memberId === sent.memberId &&
    (sent.fieldId === undefined || sent.fieldId === known.fieldId);
  if (!isSame) throw idempotencyKeyReused();
  return shown(responseId, id, known);
}

function checkMayReply({ response: { status, spam, restricted }, item }: StoredResponse): void {
  if (restricted) throw restrictedResponse();
  if (spam) throw refused('', 'spam', 'the response is marked as spam; take it out of the spam first');
  if (status !== 'completed' && !item.wasCompleted) {
    throw refused('', 'status', 'the response was not submitted, so its visitor expects no email');
  }
  if (Object.keys(repliesIn(item)).length >= repliesMax.toResponse) {
    const most = repliesMax.toResponse;
    throw refused('', 'maxReplies', `a response can have ${most} replies; continue in your mail program`);
  }
}

/** Returns the field with an address that may get mail. */
async function checkedField({ storedForm, response }: StoredResponse, chosen: string | undefined): Promise<string> {
  const { answers } = await showResponse(storedForm, response, 'limited');
  const found = replyAddress(storedForm.form, answers, chosen);
  if ('fault' in found) throw validationFailed([found.fault]);
  const [isBack, isUnwanted] = await Promise.all([isStopped(found.to), hasOptedOut(found.to)]);
  if (isBack) throw refused('fieldId', 'bounced', 'earlier email to this address came back or was marked as spam');
  if (isUnwanted) throw refused('fieldId', 'unsubscribed', 'the reader of this address wants no more email');
  return found.fieldId;
}

async function countReply({ organizationId }: Caller): Promise<void> {
  if (await countOfOrganization('reply', organizationId, repliesMax.ofOrganization)) return;
  const message = `An organization can send ${repliesMax.ofOrganization} replies a day. Continue tomorrow (UTC).`;
  throw rateLimited(message, 3600);
}

const shown = (responseId: string, id: string, reply: Reply) => {
  const { fieldId, memberId, subject, body, authorId, createdAt, state } = reply;
  return { id, responseId, fieldId, memberId, subject, body, authorId, createdAt, state };
};
