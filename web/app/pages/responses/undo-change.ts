import type { Response } from './response.ts';

/** A change of a response besides its answers and notes. */
export type StateChange = Partial<Pick<Response, 'status' | 'handling'>> & {
  readonly assigneeId?: string | null;
  readonly spam?: boolean | null;
};

/** Returns the change that undoes another, or `undefined`: a verdict of spam doesn't come back with its reasons. */
export function undoOf(before: Response, { status, handling, assigneeId, spam }: StateChange): StateChange | undefined {
  if (status) return { status: before.status };
  if (handling) return { handling: before.handling };
  if (assigneeId !== undefined) return { assigneeId: before.assigneeId ?? null };
  return spam && !before.spam ? { spam: false } : undefined;
}
