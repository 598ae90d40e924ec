import type { ComponentChildren } from 'preact';
import { call } from '../../api/client.ts';
import { useLoad } from '../../api/load.ts';
import { Button } from '../../parts/button.tsx';
import { Badge } from '../../parts/feedback.tsx';
import { Select } from '../../parts/fields.tsx';
import { adopt } from '../../styles/adopt.ts';
import { t as base } from '../../texts/t.ts';
import css from './receivers.css';
import { t } from './texts/t.ts';

adopt(css);

type ReceiverState = { readonly active: boolean; readonly disabledReason: 'gone' | 'failing' | null };

export const StateBadge = ({ active, disabledReason }: ReceiverState) => (
  <Badge tone={disabledReason ? 'red' : active ? 'green' : 'grey'}>
    {disabledReason ? t('disabled') : t(active ? 'active' : 'inactive')}
  </Badge>
);

/** The titles of the environment's forms by their ids. */
export function useFormTitles(): ReadonlyMap<string, string> {
  const { data } = useLoad(signal => call('GET /forms', { query: { limit: 1000 }, signal }), []);
  return new Map(data?.items.map(({ id, title }) => [id, title]));
}

type FormSelectProps = { value: string; onInput: (formId: string) => void; error?: ComponentChildren };

/** Selects one form, or all forms with an empty value. */
export function FormSelect({ value, onInput, error }: FormSelectProps) {
  const titles = useFormTitles();
  const known = value === '' || titles.has(value) ? [] : [{ value, label: value }];
  const forms = [...titles].map(([id, title]) => ({ value: id, label: title }));
  const options = [{ value: '', label: t('allForms') }, ...known, ...forms];
  return <Select label={t('form')} value={value} onInput={onInput} options={options} error={error} />;
}

export const DialogButtons = ({ busy, onClose, text }: { busy: boolean; onClose: () => void; text: string }) => (
  <>
    <Button onClick={onClose}>{base('cancel')}</Button>
    <Button type="submit" kind="primary" busy={busy}>
      {text}
    </Button>
  </>
);
