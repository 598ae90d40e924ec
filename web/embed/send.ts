import { type Api, call, whenWorthwhile } from './api.ts';
import { Refusal, waitMsOf } from './refusal.ts';

type Sending = {
  readonly session: string;
  readonly body: object;
  /** Headers that are made anew for each attempt. */
  readonly evidence: () => Promise<Readonly<Record<string, string | undefined>>>;
};

/** The refusal that another key of idempotency passes. */
const reused = 'idempotency_key_reused';

/**
 * Sends the answers until the service has them or says no: as long as that fails by the way, or since too much is going on,
 * it waits and sends again. One response comes of it, however often it is sent.
 *
 * @param onWait told of each failure that is waited out
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
