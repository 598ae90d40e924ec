import type { Operations, Submission } from './api.ts';
import type { CallOptions, Formline } from './formline.ts';

type Answers = Operations['createSubmission']['call']['body'];

export type SubmitOptions = CallOptions & {
  /** Made up where it is left out: a submission whose answer was lost is sent again, and stored once. */
  readonly idempotencyKey?: string;
  /** Ties the saves of one visit to one response: a secret of the visit. */
  readonly sessionId?: string;
  /** `partial` saves what there is. */
  readonly status?: 'partial' | 'completed';
  /** The token of the form's captcha. */
  readonly captchaToken?: string;
};

/** Submits answers, field id to value, once however often it has to be sent. */
export function submit(
  formline: Formline,
  formId: string,
  answers: Answers,
  { idempotencyKey = crypto.randomUUID(), sessionId, status, captchaToken, signal }: SubmitOptions = {},
): Promise<Submission> {
  const headers = {
    'idempotency-key': idempotencyKey,
    'x-session-id': sessionId,
    'x-captcha-token': captchaToken,
  };
  return formline.call(
    'createSubmission',
    { params: { formId }, query: { status }, headers, body: answers },
    { signal },
  );
}

export type Upload = {
  readonly formId: string;
  readonly fieldId: string;
  readonly file: Blob;
  /** The name of a `File`, where it is left out. */
  readonly fileName?: string;
  /** The type of the blob, where it is left out. */
  readonly contentType?: string;
};

/** Uploads a file. Gives its id, which is the answer to the field. */
export async function upload(
  formline: Formline,
  { formId, fieldId, file, fileName = nameOf(file), contentType = file.type || 'application/octet-stream' }: Upload,
  { signal }: CallOptions = {},
): Promise<string> {
  const body = { formId, fieldId, fileName, contentType, size: file.size };
  const { fileId, uploadUrl, method, headers } = await formline.call('signUpload', { body }, { signal });
  const response = await fetch(uploadUrl, { method, headers, body: file, signal });
  // Signed for one PUT alone: an object that is there already is this one, whose answer was lost.
  if (!response.ok && response.status !== 412) throw new Error(`The storage answers ${response.status} to the file`);
  return fileId;
}

const nameOf = (file: Blob): string => ('name' in file && typeof file.name === 'string' ? file.name : 'file');
