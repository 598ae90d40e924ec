import { errorAt } from '../../parts/error-at.ts';
import { TextField } from '../../parts/fields.tsx';
import { t } from './texts/t.ts';

type CurrentPasswordProps = {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly error: unknown;
  readonly autofocus?: boolean;
};

/** Asks for the password when an open session is not enough. */
export const CurrentPassword = ({ error, ...rest }: CurrentPasswordProps) => (
  <TextField
    {...rest}
    label={t('currentPassword')}
    type="password"
    autocomplete="current-password"
    error={errorAt(error, 'currentPassword')}
  />
);
