import { createHash } from 'node:crypto';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { bodyOfForm } from '../../domain/pages/form-answers.ts';
import { HttpError, unauthorized, validationFailed } from '../../errors.ts';
import { getCachedForm } from '../../store/forms/forms.ts';
import { headersOf, pathParameters, readForm, requestBaseUrl } from '../read-request.ts';
import { errorResponse } from '../reply.ts';
import { isFormType, type ReadForm, readSentForm } from './sent-form.ts';

type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<unknown>;

/**
 * Returns a submission handler that accepts HTML form data as well as JSON. It reads form data by the fields of the
 * form.
 */
export const acceptFormData =
  (handler: Handler): Handler =>
  async (event, context) => {
    if (!isFormType(headersOf(event)['content-type'])) return handler(event, context);
    try {
      return await handler(await asJson(event), context);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      return errorResponse(error, event.requestContext.extendedRequestId, requestBaseUrl(event));
    }
  };

async function asJson(event: APIGatewayProxyEvent): Promise<APIGatewayProxyEvent> {
  const headers = headersOf(event);
  const { formId = '' } = pathParameters(event);
  const form = await readSentForm(readForm({}, event, headers['content-type']));
  const key = headers['x-publishable-key'] ?? form.sent.get('_key')?.at(-1);
  if (key === undefined && headers.authorization === undefined) throw withoutKey(formId);
  if (form.files.length > 0) throw withFiles(formId, form);
  const { fields = [] } = (await getCachedForm(formId))?.form ?? {};
  const body = bodyOfForm(fields, form.sent, new Map());
  return {
    ...event,
    headers: {
      ...headers,
      'content-type': 'application/json',
      ...(headers.authorization === undefined && { 'x-publishable-key': key }),
      'idempotency-key': headers['idempotency-key'] ?? idempotencyKeyOf(form, body),
    },
    body: JSON.stringify(body),
    isBase64Encoded: false,
  };
}

/**
 * Returns the idempotency key of a form. The same answers are accepted once; a visitor who goes back and changes them
 * submits again.
 *
 * @param sender tells apart visitors whose page came from the same cache, with the same token
 */
export function idempotencyKeyOf({ sent }: ReadForm, body: object, sender = ''): string | undefined {
  const token = sent.get('_token')?.at(-1);
  if (!token) return undefined;
  return createHash('sha256')
    .update(`${token} ${sender}${JSON.stringify(body)}`)
    .digest('hex');
}

const withoutKey = (formId: string) =>
  unauthorized(`an HTML form can’t send headers. Set its action to /f/${formId}?key=pk_…, with a publishable key.`);

const withFiles = (formId: string, { files }: ReadForm) =>
  validationFailed(
    files.map(({ name }) => ({
      field: name,
      rule: 'file',
      message: `Files can’t be sent here. Post the form to /f/${formId}?key=pk_…, with "Accept: application/json" for JSON; or upload the file by POST /uploads/sign and send its fileId`,
    })),
  );
