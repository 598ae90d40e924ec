import { useEffect } from 'preact/hooks';
import type { ItemOf } from '../../api/operations.ts';
import { Badge, type Tone } from '../../parts/feedback.tsx';
import { formatDate } from '../../texts/format.ts';
import { t } from './texts/t.ts';

export type SubjectRequest = ItemOf<'GET /data-subjects'>;

const tones: Readonly<Record<SubjectRequest['state'], Tone>> = {
  queued: 'grey',
  waiting: 'amber',
  running: 'blue',
  done: 'green',
  done_with_remainder: 'amber',
  failed: 'red',
};

export const StateOf = ({ state }: Pick<SubjectRequest, 'state'>) => <Badge tone={tones[state]}>{t(state)}</Badge>;

/** Shows when the person must have an answer, and whether that time is over. */
export const DeadlineOf = ({ deadline, state }: Pick<SubjectRequest, 'deadline' | 'state'>) => (
  <>
    {formatDate(deadline)}
    {state !== 'done' && Date.parse(deadline) < Date.now() && (
      <>
        {' '}
        <Badge tone="red">{t('overdue')}</Badge>
      </>
    )}
  </>
);

const ended: ReadonlySet<SubjectRequest['state']> = new Set(['done', 'done_with_remainder', 'failed']);

/** Reloads the list at growing intervals while a request is running. */
export function useProgress(requests: readonly Pick<SubjectRequest, 'state'>[], reload: () => void): void {
  const isGoingOn = requests.some(({ state }) => !ended.has(state));
  useEffect(() => {
    if (!isGoingOn) return;
    const timer = setTimeout(reload, 2000);
    return () => clearTimeout(timer);
  }, [requests, isGoingOn, reload]);
}

/** Returns the person in words. They are masked, because the address or value itself is not stored. */
export const whoIs = ({ subject: { email, fieldId, value } }: Pick<SubjectRequest, 'subject'>): string =>
  email ?? `${fieldId}: ${value}`;
