import type { ComponentChildren } from 'preact';
import { TextField } from '../../parts/fields.tsx';
import { t } from './texts/t.ts';

type AddressFieldProps = {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly error?: ComponentChildren;
};

/** The email address to sign in with. */
export const AddressField = (props: AddressFieldProps) => (
  <TextField label={t('email')} type="email" name="email" autocomplete="username" required {...props} />
);
