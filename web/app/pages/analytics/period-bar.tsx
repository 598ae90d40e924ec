import { useState } from 'preact/hooks';
import { today } from '../../charts/days.ts';
import { Select, TextField } from '../../parts/fields.tsx';
import { Checkbox } from '../../parts/more-fields.tsx';
import { ownZone, ZoneSelect } from '../../parts/select/selects.tsx';
import { useQuery } from '../../router/query.ts';
import { boundsOf, type Period, periodOf, rangeOf, ranges } from './period.ts';
import { t } from './texts/t.ts';

const zoneKey = 'formline.timezone';

export type PeriodChoice = { readonly period: Period; readonly compared: boolean };

/** The selected period. It is in the address, except the time zone, which the browser keeps. */
export function usePeriodChoice(): PeriodChoice & { readonly setZone: (zone: string) => void } {
  const { query } = useQuery();
  const [zone, set] = useState(localStorage.getItem(zoneKey) ?? ownZone);
  const setZone = (next: string) => {
    localStorage.setItem(zoneKey, next);
    set(next);
  };
  return { period: periodOf(query, zone), compared: query.compare !== 'no', setZone };
}

type PeriodBarProps = ReturnType<typeof usePeriodChoice>;

export function PeriodBar({ period, compared, setZone }: PeriodBarProps) {
  const { query, change } = useQuery();
  const preset = query.to === undefined ? ranges.find(days => days === period.days) : undefined;
  const [custom, setCustom] = useState(preset === undefined);
  const choose = (value: string) => {
    setCustom(value === 'custom');
    if (value !== 'custom') change({ days: value, to: undefined });
  };
  return (
    <div class="toolbar">
      <Select
        label={t('period')}
        value={custom || preset === undefined ? 'custom' : String(preset)}
        options={[
          ...ranges.map(days => ({ value: String(days), label: t('days', { days }) })),
          { value: 'custom', label: t('custom') },
        ]}
        onInput={choose}
      />
      {(custom || preset === undefined) && <Days period={period} />}
      <ZoneSelect label={t('timezone')} value={period.timezone} onInput={setZone} />
      <Checkbox label={t('compare')} checked={compared} onInput={on => change({ compare: on ? undefined : 'no' })} />
    </div>
  );
}

/** The inputs for custom days, which apply as soon as they are a valid period. */
function Days({ period }: { readonly period: Period }) {
  const { change } = useQuery();
  const [bounds, setBounds] = useState(boundsOf(period));
  const latest = today(period.timezone);
  const range = rangeOf(bounds.from, bounds.to);
  const set = (next: typeof bounds) => {
    setBounds(next);
    const asked = rangeOf(next.from, next.to);
    if (asked && next.to <= latest) change(asked);
  };
  return (
    <>
      <TextField
        type="date"
        label={t('from')}
        value={bounds.from}
        max={bounds.to}
        error={range ? undefined : t('tooLong')}
        onInput={from => set({ ...bounds, from })}
      />
      <TextField type="date" label={t('to')} value={bounds.to} max={latest} onInput={to => set({ ...bounds, to })} />
    </>
  );
}
