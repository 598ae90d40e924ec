import { type Api, call, whenWorthwhile } from './api.ts';
import { Refusal, waitMsOf } from './refusal.ts';

type Sending = {
  readonly session: string;
  readonly body: object;
  /** Returns new headers for each attempt. */
  readonly evidence: () => Promise<Readonly<Record<string, string | undefined>>>;
};

/** The error code that calls for a new idempotency key. */
const reused = 'idempotency_key_reused';

/**
 * Sends the answers until the service stores or refuses them. Waits and retries after a network failure or when the
 * service is busy. Retries never make a second response.
 *
 * @param onWait called with each failure before the wait
 */
export async function send<T>(
  api: Api,
  { session, body, evidence }: Sending,
  onWait: (refusal: Refusal) => void,
  signal: AbortSignal,
): Promise<T> {
  let once = crypto.randomUUID();
  for (let attempt = 0; ; attempt++) {
    const headers = await evidence();
    const outcome = await call<T>(api, `v1/forms/${api.formId}/submissions`, {
      body,
      headers: { 'x-session-id': session, 'idempotency-key': once, ...headers },
      signal,
    }).catch(passing);
    if (!(outcome instanceof Refusal)) return outcome;
    if (outcome.code === reused) once = crypto.randomUUID();
    onWait(outcome);
    await whenWorthwhile(waitMsOf(attempt, outcome));
    signal.throwIfAborted();
  }
}

function passing(error: unknown): Refusal {
  if (error instanceof Refusal && (error.isPassing || error.code === reused)) return error;
  throw error;
}
