const repeatsMax = 2;

/**
 * Returns how many milliseconds to wait before repeating a request that failed temporarily, or undefined if it must not
 * be repeated. Only reads are repeated, because the dashboard sends no `Idempotency-Key`.
 */
export function waitBeforeRepeat(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  method: string,
  attempt: number,
): number | undefined {
  const seconds = Number(headers.get('retry-after'));
  if (method !== 'GET' || (status !== 500 && status !== 503) || attempt >= repeatsMax || seconds > 5) return undefined;
  return seconds * 1000 + Math.random() * 250 * 2 ** attempt;
}
