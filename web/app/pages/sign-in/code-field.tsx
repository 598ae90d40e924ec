import type { ComponentChildren } from 'preact';
import { TextField } from '../../parts/fields.tsx';
import { t } from './texts/t.ts';

type CodeFieldProps = {
  readonly autofocus?: boolean;
  readonly required?: boolean;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly error?: ComponentChildren;
};

/** The input for an app's digits or a recovery code. */
export const CodeField = (props: CodeFieldProps) => (
  <TextField
    label={t('code')}
    name="code"
    autocomplete="one-time-code"
    spellcheck={false}
    help={t('codeHelp')}
    {...props}
  />
);
