import { formPageAgain } from '../../domain/pages/hosted-page.ts';
import type { SentTexts } from '../../domain/pages/sent-texts.ts';
import type { PageTexts } from '../../domain/pages/texts.ts';
import { outdatedRule } from '../../domain/responses/consents.ts';
import type { Fault } from '../../fault.ts';
import type { Reply } from '../reply.ts';
import type { OperationReply } from './call-operation.ts';
import {
  closedNotice,
  hostedFormOf,
  hostedReply,
  isFound,
  noticeOf,
  noticeReply,
  type StatusNotice,
  unknownNotice,
  type Visit,
  type VisitOfForm,
} from './hosted-form.ts';

type RefusedForm = { readonly answer: OperationReply; readonly sent: SentTexts; readonly key: string };

/** Returns the page for a refused form: the form as filled in, or why there is none. */
export async function showFormAgain(visit: Visit, { answer, sent, key }: RefusedForm): Promise<Reply> {
  if (!isFound(visit)) return noticeReply(visit, unknownNotice(visit));
  const nothing = noticeOf(visit) ?? noticeOfAnswer(answer, visit);
  if (nothing) return noticeReply(visit, nothing);
  const { details = [], code } = answer.body;
  const isExplained = code === 'validation_failed' || code === 'consent_changed';
  const message = isExplained ? undefined : messageOf(code, visit.texts);
  const page = formPageAgain(hostedFormOf(visit, key), {
    sent: withoutOutdated(sent, details),
    faults: details,
    message,
  });
  return hostedReply(visit, page, { status: answer.status });
}

/** Returns what was sent without the consents whose text has changed: the visitor reads them and agrees again. */
function withoutOutdated(sent: SentTexts, faults: readonly Fault[]): SentTexts {
  const outdated = new Set(faults.filter(({ rule }) => rule === outdatedRule).map(({ field }) => field));
  return new Map([...sent].filter(([name]) => !outdated.has(name)));
}

/** Returns the notice for a refusal that no other answers would change. */
function noticeOfAnswer({ status, body }: OperationReply, { texts, found }: VisitOfForm): StatusNotice | undefined {
  switch (body.code) {
    // The last place may have been taken meanwhile.
    case 'form_closed':
      return closedNotice(texts, found.stored.form.closedMessage);
    // These concern the page's author: its origin is not among the form's, or its key is of another environment.
    case 'origin_not_allowed':
    case 'invalid_api_key':
    case 'insufficient_permission':
    case 'not_found':
      return { status, notice: { title: texts.misplaced, text: body.message } };
    default:
      return undefined;
  }
}

const messages: Readonly<Record<string, keyof PageTexts>> = {
  captcha_failed: 'human',
  proof_failed: 'human',
  rate_limited: 'busy',
  unavailable: 'busy',
  payload_too_large: 'tooLarge',
};

const messageOf = (code: string, texts: PageTexts): string => texts[messages[code] ?? 'failed'];
