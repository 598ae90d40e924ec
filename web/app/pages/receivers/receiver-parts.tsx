import type { ComponentChildren } from 'preact';
import { Button } from '../../parts/button.tsx';
import { Badge } from '../../parts/feedback.tsx';
import { FormSelect } from '../../parts/select/selects.tsx';
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

type FormChoiceProps = { value: string; onInput: (formId: string) => void; error?: ComponentChildren };

/** Selects one form, or all forms with an empty value. */
export const FormChoice = (props: FormChoiceProps) => <FormSelect label={t('form')} none={t('allForms')} {...props} />;

export const DialogButtons = ({ busy, onClose, text }: { busy: boolean; onClose: () => void; text: string }) => (
  <>
    <Button onClick={onClose}>{base('cancel')}</Button>
    <Button type="submit" kind="primary" busy={busy}>
      {text}
    </Button>
  </>
);
