import type { ErrorCode, Fault } from './api.ts';

/** What the service refused, and why. */
export class FormlineError extends Error {
  override readonly name = 'FormlineError';
  readonly status: number;
  /** Stable, for programs: `validation_failed`. */
  readonly code: ErrorCode | undefined;
  /** Every fault that was found in the request. */
  readonly details: readonly Fault[];
  /** Finds the request in the logs of the service. */
  readonly requestId: string | undefined;
  /** Seconds, where the service says how long to wait. */
  readonly retryAfter: number | undefined;

  /** @param body of the refusal; something that is not the service may have answered in its place */
  constructor(status: number, body: Refusal, retryAfter?: number) {
    super(body.message ?? `The answer is ${status}`);
    this.status = status;
    this.code = body.code;
    this.details = body.details ?? [];
    this.requestId = body.requestId;
    this.retryAfter = retryAfter;
  }
}

export type Refusal = {
  readonly message?: string;
  readonly code?: ErrorCode;
  readonly details?: readonly Fault[];
  readonly requestId?: string;
};

/** There was no answer: `cause` says why. Whether the request was carried out is not known. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}
