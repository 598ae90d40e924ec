import { useState } from 'preact/hooks';
import { Select, TextField } from '../../parts/fields.tsx';
import { useQuery } from '../../router/query.ts';
import type { Filters } from '../responses/filters.ts';
import { t } from './texts/t.ts';

const presets = [7, 30, 90, 365] as const;

/** Returns the local day a number of days ago. */
function dayAgo(days: number): string {
  const date = new Date();
  date.setDate(date.getDate() - days);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(part => String(part).padStart(2, '0')).join('-');
}

/** Chooses the period of the summary. */
export function PeriodChoice({ filters: { from, to } }: { readonly filters: Filters }) {
  const { change } = useQuery();
  const preset = to === undefined ? presets.find(days => dayAgo(days - 1) === from) : undefined;
  const isAll = from === undefined && to === undefined;
  const [custom, setCustom] = useState(!isAll && preset === undefined);
  const choose = (value: string) => {
    setCustom(value === 'custom');
    if (value === 'all') change({ from: undefined, to: undefined });
    else if (value !== 'custom') change({ from: dayAgo(Number(value) - 1), to: undefined });
  };
  return (
    <div class="toolbar">
      <Select
        label={t('period')}
        value={custom ? 'custom' : preset === undefined ? 'all' : String(preset)}
        options={[
          { value: 'all', label: t('allTime') },
          ...presets.map(days => ({ value: String(days), label: t('days', { days, count: days }) })),
          { value: 'custom', label: t('custom') },
        ]}
        onInput={choose}
      />
      {custom && (
        <>
          <TextField
            type="date"
            label={t('from')}
            value={from ?? ''}
            max={to}
            onInput={value => change({ from: value || undefined })}
          />
          <TextField
            type="date"
            label={t('to')}
            value={to ?? ''}
            min={from}
            onInput={value => change({ to: value || undefined })}
          />
        </>
      )}
    </div>
  );
}
