import { Badge, type Tone } from '../../parts/feedback.tsx';
import { formatDateTime } from '../../texts/format.ts';
import { locale } from '../../texts/language.ts';
import { Line } from './answer-line.tsx';
import type { OwnColumn } from './columns.ts';
import type { Handling, Response, Status } from './response.ts';
import { t } from './texts/t.ts';

const tones: Readonly<Record<Status, Tone>> = { completed: 'green', partial: 'amber', abandoned: 'grey' };

export const StatusBadge = ({ status }: { readonly status: Status }) => <Badge tone={tones[status]}>{t(status)}</Badge>;

/** A mark of a response whose processing is restricted. */
export const RestrictedBadge = ({ response: { restricted } }: { readonly response: Response }) =>
  restricted ? <Badge tone="amber">{t('restricted')}</Badge> : null;

const handlingTones: Readonly<Record<Handling, Tone>> = { open: 'grey', in_progress: 'blue', done: 'green' };

/** `3 min, 20 sec` */
export function formatDuration(ms: number): string {
  const seconds = Math.max(Math.round(ms / 1000), 1);
  const parts = [
    { value: Math.floor(seconds / 3600), unit: 'hour' },
    { value: Math.floor(seconds / 60) % 60, unit: 'minute' },
    { value: seconds % 60, unit: 'second' },
  ].filter(({ value }) => value > 0);
  const written = parts
    .slice(0, 2)
    .map(({ value, unit }) =>
      new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value),
    );
  return written.join(' ');
}

export const ownTexts: Readonly<Record<OwnColumn, string>> = {
  status: t('status'),
  handling: t('handling'),
  updatedAt: t('updatedAt'),
  id: t('id'),
  formVersion: t('formVersion'),
  source: t('source'),
  origin: t('origin'),
  duration: t('duration'),
  notes: t('notes'),
};

export const ownCells = {
  status: ({ status }: Response) => <StatusBadge status={status} />,
  handling: ({ handling }: Response) => <Badge tone={handlingTones[handling]}>{t(handling)}</Badge>,
  updatedAt: ({ updatedAt }: Response) => <span class="nowrap">{formatDateTime(updatedAt)}</span>,
  id: ({ id }: Response) => <code>{id}</code>,
  formVersion: ({ formVersion }: Response) => formVersion,
  source: ({ meta }: Response) => meta.source && t(meta.source),
  origin: ({ meta }: Response) => <Line text={meta.origin ?? ''} />,
  duration: ({ meta }: Response) => meta.durationMs !== undefined && formatDuration(meta.durationMs),
  notes: ({ notes }: Response) => <Line text={notes.at(-1)?.body ?? ''} />,
} as const satisfies Readonly<Record<OwnColumn, (response: Response) => unknown>>;
