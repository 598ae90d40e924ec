export type Detail = { readonly field: string; readonly rule: string; readonly message: string };

/** The body of an error. */
export type ErrorBody = { message?: string; code?: string; requestId?: string; details?: Detail[] };

/** An error from the service. `status` is 0 if the service was not reached. */
export class ApiError extends Error {
  readonly status: number;
  /** Stable and machine-readable: `validation_failed`, or `offline` if the service was not reached. */
  readonly code: string;
  readonly details: readonly Detail[];
  readonly requestId: string | undefined;

  constructor(status: number, { message, code, requestId, details }: ErrorBody) {
    super(message ?? `HTTP ${status}`);
    this.status = status;
    this.code = code ?? 'unknown';
    this.details = details ?? [];
    this.requestId = requestId;
  }
}

/** Whether a fault concerns a field or something inside it: `retention.days`, `webhooks[0].url`. */
export const isAt = (at: string, field: string): boolean =>
  at === field || at.startsWith(`${field}.`) || at.startsWith(`${field}[`);

/** Whether someone else changed the record after it was read. */
export const isStale = (error: unknown): boolean => error instanceof ApiError && error.status === 412;

export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
