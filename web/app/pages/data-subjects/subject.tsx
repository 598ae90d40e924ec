import { useEffect } from 'preact/hooks';
import type { ItemOf } from '../../api/operations.ts';
import { Badge, type Tone } from '../../parts/feedback.tsx';
import { formatDate } from '../../texts/format.ts';
import { t } from './texts/t.ts';

export type SubjectRequest = ItemOf<'GET /data-subjects'>;
type State = SubjectRequest['state'];
export type RequestPart = NonNullable<SubjectRequest['environments']>[number];

/** Returns the parts of a request: one in each of its environments. */
export const partsOf = (request: SubjectRequest): readonly RequestPart[] => request.environments ?? [request];

/** The states of parts, by which of them is that of the whole. */
const byWeight: readonly State[] = ['waiting', 'running', 'queued', 'failed', 'done_with_remainder', 'done'];

/** Returns the state of a whole request. */
export function stateOf(request: SubjectRequest): State {
  const states = new Set(partsOf(request).map(({ state }) => state));
  const isBegun = states.has('queued') && states.size > 1 && !states.has('waiting');
  return isBegun ? 'running' : (byWeight.find(state => states.has(state)) ?? request.state);
}

const tones: Readonly<Record<State, Tone>> = {
  queued: 'grey',
  waiting: 'amber',
  running: 'blue',
  done: 'green',
  done_with_remainder: 'amber',
  failed: 'red',
};

export const StateOf = ({ state }: { readonly state: State }) => <Badge tone={tones[state]}>{t(state)}</Badge>;

/** Shows when the person must have an answer, and whether that time is over. */
export const DeadlineOf = (request: SubjectRequest) => (
  <>
    {formatDate(request.deadline)}
    {stateOf(request) !== 'done' && Date.parse(request.deadline) < Date.now() && (
      <>
        {' '}
        <Badge tone="red">{t('overdue')}</Badge>
      </>
    )}
  </>
);

const ended: ReadonlySet<State> = new Set(['done', 'done_with_remainder', 'failed']);

/** Whether a request no longer runs in any environment. */
export const hasEnded = (request: SubjectRequest): boolean => ended.has(stateOf(request));

/** Reloads the list at growing intervals while a request is running. */
export function useProgress(requests: readonly SubjectRequest[], reload: () => void): void {
  const isGoingOn = !requests.every(hasEnded);
  useEffect(() => {
    if (!isGoingOn) return;
    const timer = setTimeout(reload, 2000);
    return () => clearTimeout(timer);
  }, [requests, isGoingOn, reload]);
}

/** Returns the person in words. They are masked, because the address or value itself is not stored. */
export const whoIs = ({ subject: { email, fieldId, value } }: Pick<SubjectRequest, 'subject'>): string =>
  email ?? `${fieldId}: ${value}`;
