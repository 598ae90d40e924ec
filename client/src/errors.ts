import type { ErrorCode, Fault } from './api.ts';

/** An error response from the service, with its reasons. */
export class FormlineError extends Error {
  override readonly name = 'FormlineError';
  readonly status: number;
  /** A stable code for programs: `validation_failed`. */
  readonly code: ErrorCode | undefined;
  /** Every fault found in the request. */
  readonly details: readonly Fault[];
  /** Identifies the request in the service's logs. */
  readonly requestId: string | undefined;
  /** The seconds to wait, if the service says so. */
  readonly retryAfter: number | undefined;

  /** @param body the body of the refusal, which something other than the service may have sent */
  constructor(status: number, body: ErrorBody, retryAfter?: number) {
    super(body.message ?? `The answer is ${status}`);
    this.status = status;
    this.code = body.code;
    this.details = body.details ?? [];
    this.requestId = body.requestId;
    this.retryAfter = retryAfter;
  }
}

export type ErrorBody = {
  readonly message?: string;
  readonly code?: ErrorCode;
  readonly details?: readonly Fault[];
  readonly requestId?: string;
};

/** Thrown if no answer arrived; `cause` says why. The request may have been carried out. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}
