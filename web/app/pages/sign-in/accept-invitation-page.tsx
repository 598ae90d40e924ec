import { useState } from 'preact/hooks';
import { call } from '../../api/client.ts';
import { isMissing } from '../../api/errors.ts';
import { useAction, useLoad } from '../../api/load.ts';
import type { Output } from '../../api/operations.ts';
import { useSessionState } from '../../api/session.tsx';
import { errorAt } from '../../parts/error-at.ts';
import { ErrorNote, Skeleton } from '../../parts/feedback.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Link, useGo } from '../../parts/link.tsx';
import { toast } from '../../parts/notices.tsx';
import { PageHead } from '../../parts/page.tsx';
import type { PageProps } from '../../parts/page-of.tsx';
import { t as base } from '../../texts/t.ts';
import { EntranceForm } from './entrance-form.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { t } from './texts/t.ts';

type Invitation = Output<'GET /invitations/{token}'>;

export default function AcceptInvitation({ params: { token = '' } }: PageProps) {
  const state = useSessionState();
  const invitation = useLoad(signal => call('GET /invitations/{token}', { params: { token }, signal }), [token]);
  if (isMissing(invitation.error)) {
    return (
      <div class="section">
        <PageHead title={t('invitationEnded')} help={t('invitationEndedHelp')} />
        <p>
          <Link to="/login">{t('toSignIn')}</Link>
        </p>
      </div>
    );
  }
  if (invitation.error) return <ErrorNote error={invitation.error} onRetry={invitation.reload} />;
  if (!invitation.data || state.status === 'unknown') return <Skeleton />;
  const isTheirs = state.status === 'signed-in' && sameAddress(state.session.user.email, invitation.data.email);
  return isTheirs ? (
    <AcceptAsUser token={token} invitation={invitation.data} />
  ) : (
    <AcceptAsNew token={token} invitation={invitation.data} />
  );
}

const sameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const helpOf = ({ role, email }: Invitation): string => t('invitationHelp', { role: base(role), email });

type AcceptProps = { readonly token: string; readonly invitation: Invitation };

/** Accepts with an account. A user whose password someone else set chooses a new one, which ends every session. */
function AcceptAsUser({ token, invitation }: AcceptProps) {
  const { email, organization } = invitation;
  const go = useGo();
  const state = useSessionState();
  const [password, setPassword] = useState('');
  const accept = useAction(async () => {
    const body = password === '' ? {} : { password };
    const { organizationId } = await call('POST /invitations/{token}/accept', { params: { token }, body });
    if (password !== '') await call('POST /auth/login', { body: { email, password, cookie: true } });
    await state.read({ organizationId });
    toast(t('joined', { organization: organization.name }));
    go('/forms', { replace: true });
  });
  const isAsked = errorAt(accept.error, 'password') !== undefined || password !== '';
  return (
    <EntranceForm
      title={t('joinTitle', { organization: organization.name })}
      help={helpOf(invitation)}
      action={t('join')}
      doing={accept}
      shown={['password']}
      error={isAsked && password === '' ? t('choosePassword') : undefined}
    >
      {isAsked && <NewPasswordField value={password} onInput={setPassword} error={accept.error} />}
    </EntranceForm>
  );
}

/** Accepts without a session: people with an account sign in first, others create one. */
function AcceptAsNew({ token, invitation }: AcceptProps) {
  const { email, organization } = invitation;
  const go = useGo();
  const state = useSessionState();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const accept = useAction(async () => {
    const body = { password, ...(name.trim() && { name: name.trim() }) };
    const { organizationId } = await call('POST /invitations/{token}/accept', { params: { token }, body });
    await call('POST /auth/login', { body: { email, password, cookie: true } });
    await state.read({ organizationId });
    go('/forms', { replace: true });
  });
  const signIn = `/login?next=${encodeURIComponent(`/invitations/${token}`)}`;
  return (
    <EntranceForm
      title={t('joinTitle', { organization: organization.name })}
      help={helpOf(invitation)}
      action={t('joinAsNew')}
      doing={accept}
      shown={['name', 'password']}
      after={
        <>
          {t('haveAccount')} <Link to={signIn}>{t('signIn')}</Link>
        </>
      }
    >
      <TextField
        label={t('name')}
        name="name"
        autocomplete="name"
        value={name}
        onInput={setName}
        error={errorAt(accept.error, 'name')}
      />
      <NewPasswordField label={t('password')} required value={password} onInput={setPassword} error={accept.error} />
    </EntranceForm>
  );
}
