import { type Api, call, Refusal, waitMsOf, whenWorthwhile } from './api.ts';
import type { Answers } from './schema.ts';

/** What shows that a person sends it: asked for again for each attempt, since such tokens are good for one. */
export type Evidence = { readonly headers: Readonly<Record<string, string | undefined>>; readonly answers: Answers };

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
  { session, body, evidence }: { session: string; body: Record<string, unknown>; evidence: () => Promise<Evidence> },
  onWait: (refusal: Refusal) => void,
  signal: AbortSignal,
): Promise<T> {
  let once = crypto.randomUUID();
  for (let attempt = 0; ; attempt++) {
    const { headers, answers } = await evidence();
    const outcome = await call<T>(api, `v1/forms/${api.formId}/submissions`, {
      body: { ...body, ...answers },
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
