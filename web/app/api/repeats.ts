const repeatsMax = 2;

/**
 * Milliseconds until a request is repeated that failed in passing; undefined where it is not. Only what may be carried out
 * twice is: what reads, and what carries an `Idempotency-Key`.
 */
export function waitBeforeRepeat(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  {
    method,
    headers: sent = {},
  }: { readonly method: string; readonly headers?: Readonly<Record<string, string>> | undefined },
  attempt: number,
): number | undefined {
  const isRepeatable = method === 'GET' || 'idempotency-key' in sent;
  const seconds = headers.get('retry-after');
  const isPassing = status === 500 || status === 503 || (status === 409 && seconds !== null);
  if (!isRepeatable || !isPassing || attempt >= repeatsMax || Number(seconds) > 5) return undefined;
  return Number(seconds) * 1000 + Math.random() * 250 * 2 ** attempt;
}
