import type { APIGatewayProxyEvent } from 'aws-lambda';
import { createSubmission } from '../../shared/contracts/responses/submissions.ts';
import { signUpload } from '../../shared/contracts/responses/uploads.ts';
import { submitHostedPage as contract } from '../../shared/contracts/web/hosted-page.ts';
import { endingOf } from '../../shared/domain/forms/endings.ts';
import { bodyOfForm } from '../../shared/domain/pages/form-answers.ts';
import { nextPage } from '../../shared/domain/pages/next-page.ts';
import { idempotencyKeyOf } from '../../shared/http/pages/accept-form-data.ts';
import { callOperation, type OperationReply } from '../../shared/http/pages/call-operation.ts';
import { type Visit, visitOf } from '../../shared/http/pages/hosted-form.ts';
import { pageEndpoint, wantsJson } from '../../shared/http/pages/page-endpoint.ts';
import { type ReadForm, readSentForm } from '../../shared/http/pages/sent-form.ts';
import { showFormAgain } from '../../shared/http/pages/show-form-again.ts';
import { storeFiles } from '../../shared/http/pages/store-files.ts';
import { headersOf } from '../../shared/http/read-request.ts';
import { Reply } from '../../shared/http/reply.ts';
import { isCaptchaEnforced } from '../../shared/store/forms/captcha-enforcement.ts';
import { getCachedForm, type StoredForm } from '../../shared/store/forms/forms.ts';
import { formIdOfPath } from '../../shared/store/forms/slugs.ts';
import { readPlaces } from '../../shared/store/responses/places.ts';
import { handler as createSubmissionHandler } from '../submissions/create-submission.ts';
import { handler as signUploadHandler } from '../uploads/sign-upload.ts';

/** Needs no key itself. The key may be in the body, and the called operations check it. */
export const handler = pageEndpoint(
  { ...contract, auth: [] },
  async ({ params, query, body, baseUrl, sourceIp, event }) => {
    const form = await readSentForm(body);
    const formId = await formIdOfPath(params.formId);
    const stored = await getCachedForm(formId);
    const key = String(query.key ?? form.sent.get('_key')?.at(-1) ?? '');
    const answer = await submit(stored, formId, { key, form, sourceIp, event });
    const { accept, origin, referer } = headersOf(event);
    if (wantsJson(accept)) return new Reply(answer.body, { status: answer.status, headers: answer.headers });
    const language = query.lang ?? form.sent.get('_language')?.at(-1);
    const captchaEnforced = stored && (await isCaptchaEnforced(stored.form, stored.captchaSecrets));
    const places = stored && answer.status >= 300 ? await readPlaces(stored.form) : undefined;
    const visit = visitOf(stored, {
      formId,
      baseUrl,
      language,
      embedded: query.embed === '1',
      places,
      captchaEnforced,
    });
    if (answer.status >= 300) return showFormAgain(visit, { answer, sent: form.sent, key });
    const { allowedOrigins = [] } = stored?.form ?? {};
    const wanted = form.sent.get('_next')?.at(-1) ?? form.sent.get('_redirect')?.at(-1);
    const next = nextPage(wanted, { origin, referer, allowedOrigins });
    return new Reply(undefined, { headers: { location: next ?? endOf(visit, answer) } });
  },
);

/** Returns where the form ends for these answers: its address, or the query of the thank-you page. */
function endOf({ found, language, embedded }: Visit, { body }: OperationReply): string {
  const { id, redirectUrl } = found ? endingOf(found.schema, body.answers ?? {}) : {};
  // Keep the language and frame of the submitted page.
  const query = { lang: language, ...(embedded && { embed: '1' }), sent: '1', ...(id !== undefined && { end: id }) };
  return redirectUrl ?? `?${new URLSearchParams(query)}`;
}

type FormAttempt = {
  readonly key: string;
  readonly form: ReadForm;
  readonly sourceIp: string | undefined;
  readonly event: APIGatewayProxyEvent;
};

async function submit(stored: StoredForm | undefined, formId: string, attempt: FormAttempt): Promise<OperationReply> {
  const { key, form, sourceIp, event } = attempt;
  const headers = { 'x-publishable-key': key };
  const fields = stored?.form.fields ?? [];
  const upload = (body: object) =>
    callOperation(event, { contract: signUpload, handler: signUploadHandler, headers, body });
  const files = await storeFiles(formId, form.files, upload);
  if ('refusal' in files) return files.refusal;
  const body = bodyOfForm(fields, form.sent, files.ids);
  return callOperation(event, {
    contract: createSubmission,
    handler: createSubmissionHandler,
    params: { formId },
    headers: { ...headers, 'idempotency-key': idempotencyKeyOf(form, body, senderOf(sourceIp, event)) },
    body,
  });
}

/** Returns a text that distinguishes two visitors who got the same copy of the page. */
const senderOf = (sourceIp: string | undefined, event: APIGatewayProxyEvent): string =>
  `${sourceIp} ${headersOf(event)['user-agent']}`;
