import { errorAt } from '../../parts/error-at.ts';
import { TextField } from '../../parts/fields.tsx';
import { t } from './texts/t.ts';

type NewPasswordFieldProps = {
  readonly label?: string;
  readonly required?: boolean;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly error: unknown;
};

/** The password that a user chooses. */
export const NewPasswordField = ({ error, ...rest }: NewPasswordFieldProps) => (
  <TextField
    label={t('newPassword')}
    type="password"
    name="password"
    autocomplete="new-password"
    help={t('passwordRule')}
    error={errorAt(error, 'password')}
    {...rest}
  />
);
