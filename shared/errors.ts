import type { ErrorCode, ErrorStatus } from './contracts/error-codes.ts';
import type { Fault } from './fault.ts';

type Extras = { details?: readonly Fault[]; headers?: Readonly<Record<string, string>>; cause?: unknown };

/** A refusal. Code throws it where the fault is, and the edge turns it into the error body. */
export class HttpError<S extends ErrorStatus = ErrorStatus> extends Error {
  readonly status: S;
  /** Stable and machine-readable: clients switch on it. */
  readonly code: ErrorCode<S>;
  readonly details: readonly Fault[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: S, code: ErrorCode<S>, message: string, extras: Extras = {}) {
    super(message, { cause: extras.cause });
    this.status = status;
    this.code = code;
    this.details = extras.details ?? [];
    this.headers = extras.headers ?? {};
  }
}

export const malformedJson = (message: string) => new HttpError(400, 'malformed_json', message);

/** Returns the error for a wrong parameter of the path, the query or a header. */
export const invalidParameter = (details: readonly Fault[]) =>
  new HttpError(400, 'invalid_parameter', summaryOf(details), { details });

/** Returns the error for a wrong body, with every fault. */
export const validationFailed = (details: readonly Fault[]) =>
  new HttpError(400, 'validation_failed', summaryOf(details), { details });

/** Returns the error for a valid form setting that this deployment can't provide. */
export const notSupported = (details: readonly Fault[]) =>
  new HttpError(400, 'not_supported', summaryOf(details), { details });

/** Returns the error for a setting that needs email, in a deployment that sends none. */
export const sendsNoMail = (field: string) =>
  notSupported([
    {
      field,
      rule: 'mailNotConfigured',
      message: 'needs email, which this deployment does not send: its operator sets MAIL_FROM (docs/mail.md)',
    },
  ]);

/** @param why what is wrong with the credential, and what to do; it ends a sentence */
export const unauthorized = (why: string, code: ErrorCode<401> = 'invalid_api_key') =>
  new HttpError(401, code, `Invalid or missing API key or session token: ${why}`, {
    headers: { 'www-authenticate': 'Bearer' },
  });

/** Returns the error for a session that has expired or was ended. */
export const sessionExpired = () =>
  unauthorized(
    'this session has ended: it expired, was logged out, or its user was changed. Log in again with POST /auth/login.',
    'session_expired',
  );

export const rateLimited = (message: string, seconds: number) =>
  new HttpError(429, 'rate_limited', message, { headers: { 'retry-after': String(seconds) } });

export const insufficientPermission = (message: string) => new HttpError(403, 'insufficient_permission', message);

export const signInRefused = (message: string) => new HttpError(403, 'sign_in_refused', message);

export const singleSignOnRequired = (message: string) => new HttpError(403, 'single_sign_on_required', message);

/** Returns the error for a session without the second factor that the organization requires. */
export const twoFactorRequired = (message: string) => new HttpError(403, 'two_factor_required', message);

export const environmentMismatch = (message: string) => new HttpError(403, 'environment_mismatch', message);

export const originNotAllowed = (message: string) => new HttpError(403, 'origin_not_allowed', message);

export const formNotLive = (status: string) =>
  new HttpError(403, 'form_not_live', `This form is ${status}; only a live form accepts submissions.`);

export const formClosed = ({ closedMessage }: { closedMessage?: string }) =>
  new HttpError(403, 'form_closed', closedMessage ?? 'This form is closed and takes no more submissions.');

export const captchaFailed = (message: string) => new HttpError(403, 'captcha_failed', message);

export const proofFailed = (fault: string) =>
  new HttpError(
    403,
    'proof_failed',
    `This form requires a proof of work, and ${fault}. Get another challenge (GET /forms/{id}/challenge), solve it, and send the form again.`,
  );

/** What to check if a record of the whole organization is not found. */
const ofOrganizations: Readonly<Record<string, string>> = {
  Organization: 'that you are a member of it, or that the key belongs to it',
  User: 'that the user is a member of this organization',
  Member: 'that the user is a member of this organization',
  Template: 'that it belongs to this organization',
  Invitation: 'that it has not been used, withdrawn or replaced, and is not older than 7 days; ask for another',
  Session: 'that it is yours and has not ended',
  Provider: 'that the service’s operator has set it up (OIDC_PROVIDERS)',
  'Mail link': 'that the whole link was copied and is not older than 7 days; a confirmation link works once',
  'Password reset': 'that it has not been used, and is not older than 30 minutes; ask for another',
};

/**
 * Returns the 404 for an unknown record. Records of other organizations and environments get the same one, so that
 * their existence never leaks.
 */
export const notFound = (what: string) =>
  new HttpError(
    404,
    'not_found',
    `${what} not found. Check the id, and ${ofOrganizations[what] ?? 'that it belongs to the environment of the request'}.`,
  );

/** Returns the 404 of public form pages, the same for a draft and for an unknown form. */
export const noLiveForm = () =>
  new HttpError(404, 'not_found', 'No live form has this id. Check the id, and that the form is live.');

/** Returns the error for a consent to a text that the form no longer has. */
export const consentChanged = (details: readonly Fault[]) =>
  new HttpError(
    409,
    'consent_changed',
    'The text of a consent has changed since it was shown. Get the form again (GET /forms/{id}/public), show the new text, and ask again.',
    { details },
  );

export const conflict = (message: string) => new HttpError(409, 'conflict', message);

/** Returns the error for simultaneous requests with one session or Idempotency-Key. */
export const sessionBusy = () =>
  new HttpError(
    409,
    'conflict',
    'Another request with the same session or Idempotency-Key is being stored. This one was not stored. Send it again in a moment.',
    { headers: { 'retry-after': '1' } },
  );

export const gone = (what: string) =>
  new HttpError(410, 'gone', `${what} was deleted. Send a new request with a new Idempotency-Key.`);

/** Returns the error for a session whose visitor discarded the saved answers. */
export const sessionDiscarded = () =>
  new HttpError(
    410,
    'gone',
    'The visitor has discarded what this session saved. Send the complete form, or save with a new x-session-id.',
  );

export const keyOfHostedPages = () =>
  conflict(
    'The hosted pages of this environment use this key, so it can’t be rotated or revoked. To turn off a form’s hosted page, set hostedPage.enabled to false.',
  );

export const addressTaken = () => conflict('A user with this email address already exists. Choose another address.');

export const unreadableResponse = () =>
  conflict(
    'The stored record of this response can’t be read, so it can’t be changed. Delete it, or ask the service’s operator to repair it.',
  );

/** Returns the error for a change that a running search for a person could miss, or would disturb. */
export const dataSubjectRequestRuns = () =>
  conflict('A data subject request is running in the environment. Try again when it has ended.');

/** Returns the error for a change of a response whose processing is restricted. */
export const restrictedResponse = () =>
  validationFailed([
    {
      ...{ field: '', rule: 'restricted' },
      message: 'The processing of the response is restricted; an admin must first lift that with restricted: false',
    },
  ]);

export const alreadyMember = () =>
  conflict('This user is already a member. Change the role with PUT /organizations/{orgId}/members/{userId}/role.');

export const lastOwner = () =>
  new HttpError(409, 'last_owner', 'This is the organization’s last active owner. Make another member an owner first.');

export const idempotencyKeyReused = () =>
  new HttpError(
    409,
    'idempotency_key_reused',
    'This Idempotency-Key was used with a different request in the last 24 hours. Send a new key with a new request.',
  );

export const versionMismatch = () =>
  new HttpError(
    412,
    'version_mismatch',
    'If-Match does not match the stored version. Read the record again, apply your change, and send its new ETag, including the quotes.',
  );

export const payloadTooLarge = (bytesMax: number) =>
  new HttpError(413, 'payload_too_large', `The body is larger than the ${bytesMax} bytes that this operation accepts.`);

export const unsupportedMediaType = (contentType: string) =>
  new HttpError(
    415,
    'unsupported_media_type',
    `This operation accepts application/json, not ${contentType}. Set the Content-Type header and send JSON in UTF-8.`,
  );

export const unsupportedEncoding = (coding: string) =>
  new HttpError(415, 'unsupported_media_type', `Send the body without the encoding ${coding}.`);

/** Returns the error for a busy service. Nothing was stored, so the client may send the request again. */
export const unavailable = (cause: unknown) =>
  tryAgain('The service is busy. Nothing was stored; send the request again in a moment.', cause);

/** Returns the error for a stage that an operator has paused (`npm run pause`), to restore or move the table. */
export const paused = () =>
  new HttpError(
    503,
    'unavailable',
    'The service is paused for maintenance. Nothing was stored; send the request again in a minute.',
    { headers: { 'retry-after': '60' } },
  );

/** Returns the error when AWS failed or did not answer, so that it is unknown whether anything was stored. */
export const unfinished = (cause: unknown) =>
  tryAgain(
    'The service could not finish this request. It may have been stored or not; send it again in a moment, with the same Idempotency-Key if it has one.',
    cause,
  );

/** Returns the error for another service that does not answer. */
export const providerUnavailable = (name: string, cause: unknown) =>
  tryAgain(`${name} is not responding correctly. Nothing was stored; try again in a moment.`, cause);

/**
 * Returns the error for a missing index, which only the operator can create. DynamoDB refuses to read it until it is
 * built.
 */
export const indexMissing = (index: string, cause: unknown) =>
  new HttpError(
    503,
    'unavailable',
    `The table of this deployment lacks the index ${index}, or is still building it. Nothing was stored. The service’s operator finds the command that creates it with npm run doctor.`,
    { headers: { 'retry-after': '60' }, cause },
  );

/** Returns a random wait, so that refused callers do not all return at once. */
const secondsToWait = (): number => 1 + Math.floor(Math.random() * 3);

const tryAgain = (message: string, cause: unknown) =>
  new HttpError(503, 'unavailable', message, { headers: { 'retry-after': String(secondsToWait()) }, cause });

function summaryOf(details: readonly Fault[]): string {
  const [first] = details;
  if (!first) return 'The request is not valid.';
  const more = details.length > 1 ? ` (and ${details.length - 1} more, see details)` : '';
  return `${first.field === '' ? '' : `${first.field}: `}${first.message}${more}`;
}

/** The owner of a bucket denies access. Work on it waits, and nothing is lost. */
export class StorageUnreachable extends HttpError<503> {
  override readonly name = 'StorageUnreachable';

  /** @param needed what lets the service in */
  constructor(bucket: string, needed: string, cause: unknown) {
    const message = `The form’s files are in the bucket ${bucket}, which does not admit this service. Its owner must restore ${needed}: docs/owner-storage.md.`;
    super(503, 'unavailable', message, { cause, headers: { 'retry-after': '60' } });
  }
}

/** The form's definition is damaged. The operator can repair it, so requests that need it may be sent again. */
export class UnreadableForm extends HttpError<503> {
  override readonly name = 'UnreadableForm';

  constructor(id: string) {
    const message = `The form ${id} is damaged and can’t be read. Nothing was stored. Ask the operator of the service to repair the form, or delete it.`;
    super(503, 'unavailable', message, { headers: { 'retry-after': '60' } });
  }
}

/** Compares names, because a part beside a bundle has a class of its own. */
export const isStorageUnreachable = (error: unknown): error is StorageUnreachable =>
  error instanceof Error && error.name === 'StorageUnreachable';
