import { useState } from 'preact/hooks';
import { call } from '../../../api/client.ts';
import { useAction } from '../../../api/load.ts';
import type { Output } from '../../../api/operations.ts';
import { Button } from '../../../parts/button.tsx';
import { Code } from '../../../parts/copy.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { errorAt } from '../../../parts/error-at.ts';
import { ErrorNote } from '../../../parts/feedback.tsx';
import { TextField } from '../../../parts/fields.tsx';
import { toast } from '../../../parts/notices.tsx';
import { QrCode } from '../../../parts/qr-code.tsx';
import { t as base } from '../../../texts/t.ts';
import { CurrentPassword } from '../current-password.tsx';
import { t } from './texts/t.ts';

type TurnOnProps = { readonly onClose: () => void; readonly onDone: (codes: readonly string[]) => void };

/** The password, then the secret for the app, then its first code. */
export function TurnOn({ onClose, onDone }: TurnOnProps) {
  const [currentPassword, setCurrentPassword] = useState('');
  const [code, setCode] = useState('');
  const [begun, setBegun] = useState<Output<'POST /auth/two-factor'>>();
  const step = useAction(async () => {
    if (!begun) return setBegun(await call('POST /auth/two-factor', { body: { currentPassword } }));
    const { recoveryCodes } = await call('POST /auth/two-factor/enable', { body: { code } });
    toast(t('isOn'));
    onDone(recoveryCodes);
  });
  return (
    <Dialog
      title={t('turnOnTitle')}
      onClose={onClose}
      onSubmit={step.run}
      footer={<Buttons onClose={onClose} busy={step.busy} action={t(begun ? 'turnOn' : 'goOn')} />}
    >
      <div class="stack">
        {begun ? (
          <>
            <p>{t('scan')}</p>
            <QrCode text={begun.url} label={t('qr')} />
            <div>
              <p>{t('byHand')}</p>
              <Code text={begun.secret.replace(/.{4}(?=.)/g, '$& ')} label={t('byHand')} />
            </div>
            <p>{t('thenCode')}</p>
            <CodeField value={code} onInput={setCode} error={step.error} help={t('codeHelp')} />
          </>
        ) : (
          <>
            <p>{t('passwordFirst')}</p>
            <CurrentPassword autofocus value={currentPassword} onInput={setCurrentPassword} error={step.error} />
          </>
        )}
        <Failure error={step.error} />
      </div>
    </Dialog>
  );
}

type ConfirmedProps = {
  readonly what: 'off' | 'codes';
  readonly onClose: () => void;
  readonly onDone: (codes: readonly string[]) => unknown;
};

/** Asks for the password and a code before turning off two-factor sign-in or creating new recovery codes. */
export function ConfirmPassword({ what, onClose, onDone }: ConfirmedProps) {
  const [currentPassword, setCurrentPassword] = useState('');
  const [code, setCode] = useState('');
  const confirm = useAction(async () => {
    const body = { currentPassword, code };
    if (what === 'codes') {
      const { recoveryCodes } = await call('POST /auth/two-factor/recovery-codes', { body });
      return onDone(recoveryCodes);
    }
    await call('POST /auth/two-factor/disable', { body });
    toast(t('isOff'));
    return onDone([]);
  });
  const isOff = what === 'off';
  return (
    <Dialog
      title={t(isOff ? 'turnOffTitle' : 'newCodesTitle')}
      onClose={onClose}
      onSubmit={confirm.run}
      footer={
        <Buttons onClose={onClose} busy={confirm.busy} danger={isOff} action={t(isOff ? 'turnOff' : 'newCodes')} />
      }
    >
      <div class="stack">
        <p>{t(isOff ? 'turnOffHelp' : 'newCodesHelp')}</p>
        <CurrentPassword autofocus value={currentPassword} onInput={setCurrentPassword} error={confirm.error} />
        <CodeField value={code} onInput={setCode} error={confirm.error} help={t('anyCodeHelp')} />
        <Failure error={confirm.error} />
      </div>
    </Dialog>
  );
}

type ButtonsProps = { onClose: () => void; busy: boolean; action: string; danger?: boolean };

const Buttons = ({ onClose, busy, action, danger }: ButtonsProps) => (
  <>
    <Button onClick={onClose}>{base('cancel')}</Button>
    <Button type="submit" kind={danger ? 'danger' : 'primary'} busy={busy}>
      {action}
    </Button>
  </>
);

type CodeFieldProps = { value: string; onInput: (value: string) => void; error: unknown; help: string };

const CodeField = ({ value, onInput, error, help }: CodeFieldProps) => (
  <TextField
    label={t('code')}
    autocomplete="one-time-code"
    spellcheck={false}
    help={help}
    value={value}
    onInput={onInput}
    error={errorAt(error, 'code') && t('wrongCode')}
  />
);

/** Shows a fault that belongs to no field. */
const Failure = ({ error }: { error: unknown }) =>
  errorAt(error, 'currentPassword') || errorAt(error, 'code') ? null : <ErrorNote error={error} />;
