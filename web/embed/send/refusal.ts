/**
 * A rule that an answer breaks, by the service's name, with a message for the visitor that says what would be right.
 */
export type Fault = { readonly field: string; readonly rule: string; readonly message: string };

/** An error answer of the service, in its words for developers. Without a status, no answer came back. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: readonly Fault[];
  /** The time that the service asks to wait, in milliseconds. */
  readonly retryAfter: number | undefined;

  constructor(status: number, body: { message?: string; code?: string; details?: Fault[] } = {}, retryAfter?: number) {
    super(body.message ?? (status ? `HTTP ${status}` : 'No answer came back'));
    this.status = status;
    this.code = body.code ?? '';
    this.details = body.details ?? [];
    this.retryAfter = retryAfter;
  }

  /** Whether the same request may succeed later. */
  get isPassing(): boolean {
    if (this.status === 409) return this.retryAfter !== undefined;
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/**
 * Returns how long to wait before the next attempt: what the service asks for, plus a random time. The random part is
 * up to one second, doubles with each attempt and ends at half a minute. It keeps pages that failed together from
 * coming back together.
 */
export const waitMsOf = (attempt: number, { retryAfter = 250 }: Refusal): number =>
  retryAfter + Math.random() * Math.min(1000 * 2 ** attempt, 30_000);
