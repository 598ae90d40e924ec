import { useEffect, useState } from 'preact/hooks';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { useAction } from '../../api/load.ts';
import { useSessionState } from '../../api/session.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Link, useGo } from '../../parts/link.tsx';
import { useLocation } from '../../shell/location.tsx';
import { EntranceForm } from './entrance-form.tsx';
import { ProviderLinks } from './provider-links.tsx';
import { t } from './texts.ts';

/** A page of the dashboard's own, whatever somebody has written into the address. */
const ownPage = (next: string | undefined): string => (next && /^\/(?![/\\])/.test(next) ? next : '/forms');

export default function Login() {
  const { query } = useLocation();
  const state = useSessionState();
  const go = useGo();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const next = ownPage(query.next);
  const signedIn = state.status === 'signed-in';
  useEffect(() => {
    if (signedIn) go(next, { replace: true });
  }, [signedIn, next, go]);
  const signIn = useAction(async () => {
    await call('POST /auth/login', { body: { email, password, cookie: true } });
    await state.read();
  });
  const wrong = signIn.error instanceof ApiError && [400, 401].includes(signIn.error.status);
  return (
    <EntranceForm
      title={t('signIn')}
      help={t('signInHelp')}
      action={t('signIn')}
      doing={signIn}
      error={wrong ? t('wrong') : undefined}
      besides={<ProviderLinks next={next} />}
      after={<Link to="/password-resets">{t('forgotten')}</Link>}
    >
      <TextField
        label={t('email')}
        type="email"
        name="email"
        autocomplete="username"
        required
        value={email}
        onInput={setEmail}
      />
      <TextField
        label={t('password')}
        type="password"
        name="password"
        autocomplete="current-password"
        required
        value={password}
        onInput={setPassword}
      />
    </EntranceForm>
  );
}
