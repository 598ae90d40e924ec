import { useEffect } from 'preact/hooks';
import { useSessionState } from '../../api/session.tsx';
import { Link, useGo } from '../../parts/link.tsx';
import { useLocation } from '../../router/location.tsx';
import { EntranceForm } from './entrance-form.tsx';
import { ProviderLinks } from './provider-links.tsx';
import { t } from './texts/t.ts';
import { useSignIn } from './use-sign-in.tsx';

/** A page of the dashboard, never another site that a crafted URL names. */
const ownPage = (next: string | undefined): string => (next && /^\/(?![/\\])/.test(next) ? next : '/forms');

export default function Login() {
  const { query } = useLocation();
  const state = useSessionState();
  const go = useGo();
  const next = ownPage(query.next);
  const signedIn = state.status === 'signed-in';
  useEffect(() => {
    if (signedIn) go(next, { replace: true });
  }, [signedIn, next, go]);
  const { doing, error, wantsCode, fields } = useSignIn(state.read);
  return (
    <EntranceForm
      title={t(wantsCode ? 'codeTitle' : 'signIn')}
      help={t(wantsCode ? 'codeTitleHelp' : 'signInHelp')}
      action={t('signIn')}
      doing={doing}
      error={error}
      besides={!wantsCode && <ProviderLinks next={next} />}
      after={!wantsCode && <Link to="/password-resets">{t('forgotten')}</Link>}
    >
      {fields}
    </EntranceForm>
  );
}
