import { useState } from 'preact/hooks';
import { call } from '../../api/client.ts';
import { isMissing } from '../../api/errors.ts';
import { useAction } from '../../api/load.ts';
import { useSessionState } from '../../api/session.tsx';
import { Link, useGo } from '../../parts/link.tsx';
import { toast } from '../../parts/notices.tsx';
import type { PageProps } from '../../parts/page-of.tsx';
import { EntranceForm } from './entrance-form.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { t } from './texts/t.ts';

/** Sets a password by a link from an admin. All sessions end, this one too. */
export default function ResetPassword({ params: { token = '' } }: PageProps) {
  const go = useGo();
  const state = useSessionState();
  const [password, setPassword] = useState('');
  const reset = useAction(async () => {
    await call('POST /auth/password-resets/{token}', { params: { token }, body: { password } });
    await state.read();
    toast(t('passwordSet'));
    go('/login', { replace: true });
  });
  return (
    <EntranceForm
      title={t('newPasswordTitle')}
      help={t('newPasswordHelp')}
      action={t('setPassword')}
      doing={reset}
      shown={['password']}
      error={isMissing(reset.error) ? t('linkEnded') : undefined}
      after={<Link to="/password-resets">{t('newLink')}</Link>}
    >
      <NewPasswordField required value={password} onInput={setPassword} error={reset.error} />
    </EntranceForm>
  );
}
