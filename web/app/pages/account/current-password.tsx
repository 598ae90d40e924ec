import { errorAt } from '../../parts/error-at.ts';
import { TextField } from '../../parts/fields.tsx';
import { t } from './two-factor-texts.ts';

type CurrentPasswordProps = {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly error: unknown;
  readonly autofocus?: boolean;
};

/** For whatever an open session alone is not enough for. */
export const CurrentPassword = ({ error, ...rest }: CurrentPasswordProps) => (
  <TextField
    {...rest}
    label={t('currentPassword')}
    type="password"
    autocomplete="current-password"
    error={errorAt(error, 'currentPassword')}
  />
);
