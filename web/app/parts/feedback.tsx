import type { ComponentChildren } from 'preact';
import { ApiError, isAt, isMissing, isStale } from '../api/errors.ts';
import type { LoadState } from '../api/load.ts';
import { inWords } from '../texts/refusals.ts';
import { t } from '../texts/t.ts';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';

export type Tone = 'grey' | 'green' | 'amber' | 'red' | 'blue';

export const Badge = ({ tone = 'grey', children }: { tone?: Tone; children: ComponentChildren }) => (
  <span class={`badge ${tone}`}>{children}</span>
);

/**
 * What is expected: lines of text, a page, a table, cards beside each other, sections below each other, or a response.
 */
type Shape = 'lines' | 'page' | 'rows' | 'cards' | 'sections' | 'response';

export type SkeletonProps = { readonly lines?: number; readonly shape?: Shape };

/** The shape of content while it loads. */
export const Skeleton = ({ lines = 3, shape = 'lines' }: SkeletonProps) => (
  <div class={`skeleton ${shape}`} role="status" aria-label={t('loading')}>
    {Array.from({ length: lines }, (_, line) => (
      <span key={line} />
    ))}
  </div>
);

type EmptyStateProps = {
  readonly icon: IconName;
  readonly title: string;
  /** The suggested action. */
  readonly children?: ComponentChildren;
  readonly actions?: ComponentChildren;
};

export const EmptyState = ({ icon, title, children, actions }: EmptyStateProps) => (
  <div class="empty">
    <Icon name={icon} />
    <h2>{title}</h2>
    {children && <p>{children}</p>}
    {actions && <div class="actions">{actions}</div>}
  </div>
);

/** A notice to read before continuing. */
export const Notice = ({ tone = 'blue', children }: { tone?: Tone; children: ComponentChildren }) => (
  <div class={`notice ${tone}`}>{children}</div>
);

export function messageOf(error: unknown): ComponentChildren {
  if (!(error instanceof ApiError)) return t('failed');
  if (error.code === 'offline') return t('offline');
  if (isStale(error)) return t('stale');
  return inWords(error.code, error.message);
}

type ErrorNoteProps = {
  readonly error: unknown;
  /** The fields that show their own faults: `['title', 'fields']`; all others are listed here. */
  readonly shown?: readonly string[];
  readonly onRetry?: () => void;
  /** Reloads the record after someone else changed it. */
  readonly onReload?: () => void;
};

/** Shows an error in the service's words, or nothing. */
export function ErrorNote({ error, shown = [], onRetry, onReload }: ErrorNoteProps) {
  if (error === undefined || error === null) return null;
  const { details = [], requestId } = error instanceof ApiError ? error : {};
  const others = details.filter(({ field }) => !shown.some(name => isAt(field, name)));
  return (
    <div class="notice red" role="alert">
      <p>{messageOf(error)}</p>
      {others.length > 0 && (
        <ul>
          {others.map(({ field, rule, message }) => (
            <li key={`${field} ${message}`}>
              <code>{field}</code> {inWords(rule, message)}
            </li>
          ))}
        </ul>
      )}
      {requestId && !details.length && <small>{t('request', { id: requestId })}</small>}
      {onRetry && (
        <Button size="small" onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
      {onReload && isStale(error) && (
        <Button size="small" onClick={onReload}>
          {t('reload')}
        </Button>
      )}
    </div>
  );
}

type LoadingProps<T> = SkeletonProps & {
  readonly of: LoadState<T>;
  /** Replaces the skeleton. */
  readonly outline?: ComponentChildren;
  readonly children: (data: T) => ComponentChildren;
};

/** Shows loaded data, its shape before that, or the error. */
export function Loading<T>({ of: loaded, lines = 4, shape, outline, children }: LoadingProps<T>) {
  if (loaded.error !== undefined) {
    if (isMissing(loaded.error))
      return (
        <EmptyState icon="search" title={t('missing')}>
          {t('missingHelp')}
        </EmptyState>
      );
    return <ErrorNote error={loaded.error} onRetry={loaded.reload} />;
  }
  if (loaded.data === undefined) return <>{outline ?? <Skeleton lines={lines} {...(shape && { shape })} />}</>;
  return <>{children(loaded.data)}</>;
}
