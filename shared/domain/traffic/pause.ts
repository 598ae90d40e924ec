/**
 * The gateway stage variable that pauses a stage. Its value is the time when the pause began, or `no`. It comes with
 * each request of both APIs, so a pause takes effect at once and costs no read. `npm run deploy` preserves it.
 */
export const pausedVariable = 'paused';

/** The variable's value after a resume. API Gateway does not document how to remove one from an HTTP API. */
export const notPaused = 'no';

export function isPaused(variables: Readonly<Record<string, string | undefined>> | null): boolean {
  const value = variables?.[pausedVariable];
  return value !== undefined && value !== notPaused;
}
