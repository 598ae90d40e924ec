/**
 * The variable of the gateway's stages by which a stage is paused: the time since when, or `no`. It comes with each request of both
 * APIs, so that a pause is felt at once and costs no read. A deployment that changes the stages' templates may end it.
 */
export const pausedVariable = 'paused';

/** What the variable is once the stage was resumed: API Gateway does not say how one is removed from an HTTP API. */
export const notPaused = 'no';

export function isPaused(variables: Readonly<Record<string, string | undefined>> | null): boolean {
  const value = variables?.[pausedVariable];
  return value !== undefined && value !== notPaused;
}
