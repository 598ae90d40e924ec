/** A rule that an answer breaks, as the service calls it, and what would be right in the words of the visitor. */
export type Fault = { readonly field: string; readonly rule: string; readonly message: string };

/** What the service refused, in its words for developers. Without a status nothing came back. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: readonly Fault[];
  /** In milliseconds, where the service says so. */
  readonly retryAfter: number | undefined;

  constructor(status: number, body: { message?: string; code?: string; details?: Fault[] } = {}, retryAfter?: number) {
    super(body.message ?? (status ? `HTTP ${status}` : 'No answer came back'));
    this.status = status;
    this.code = body.code ?? '';
    this.details = body.details ?? [];
    this.retryAfter = retryAfter;
  }

  /** It may pass when it is sent again as it is. */
  get isPassing(): boolean {
    if (this.status === 409) return this.retryAfter !== undefined;
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/**
 * How long to wait before the next attempt: what the service asks for, and at random up to a second more, twice as much each
 * time, up to half a minute. Pages that failed together do not come back together.
 */
export const waitMsOf = (attempt: number, { retryAfter = 250 }: Refusal): number =>
  retryAfter + Math.random() * Math.min(1000 * 2 ** attempt, 30_000);
