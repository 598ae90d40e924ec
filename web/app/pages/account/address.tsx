import { useState } from 'preact/hooks';
import { call } from '../../api/client.ts';
import { useAction } from '../../api/load.ts';
import { useSession, useSessionState } from '../../api/session.tsx';
import { errorAt } from '../../parts/error-at.ts';
import { Button, ErrorNote, Section, TextField, toast } from '../../parts/index.ts';
import { SaveActions } from '../../parts/save-actions.tsx';
import { useUnsaved } from '../../parts/unsaved/unsaved.ts';
import { CodeField } from '../sign-in/code-field.tsx';
import { CurrentPassword } from './current-password.tsx';
import { t } from './texts/t.ts';

/** The address that you sign in with, and the one that you have yet to confirm. */
export function Address() {
  const { user, twoFactor } = useSession();
  const state = useSessionState();
  const [email, setEmail] = useState(user.email);
  const [currentPassword, setCurrentPassword] = useState('');
  const [code, setCode] = useState('');
  const isNew = email.toLowerCase() !== user.email.toLowerCase();
  const asksCode = isNew && twoFactor.enabledAt !== null;
  useUnsaved(email !== user.email);
  const save = useAction(async () => {
    const body = { email, currentPassword, ...(asksCode && { code }) };
    const changed = await call('PUT /users/{userId}', { params: { userId: user.id }, body });
    toast(changed.pendingEmail ? t('addressAsked', { email: changed.pendingEmail }) : t('signInAgain'));
    setEmail(changed.email);
    setCurrentPassword('');
    setCode('');
    await state.read();
  });
  return (
    <Section title={t('email')} help={t('addressHelp')}>
      <Unconfirmed />
      <form
        class="stack narrow"
        noValidate
        onSubmit={event => {
          event.preventDefault();
          return save.run();
        }}
      >
        <TextField
          label={t('email')}
          type="email"
          autocomplete="username"
          value={email}
          onInput={setEmail}
          error={errorAt(save.error, 'email')}
        />
        <CurrentPassword value={currentPassword} onInput={setCurrentPassword} error={save.error} />
        {asksCode && <CodeField value={code} onInput={setCode} error={errorAt(save.error, 'code')} />}
        <ErrorNote error={save.error} shown={['email', 'currentPassword', 'code']} />
        <SaveActions busy={save.busy} />
      </form>
    </Section>
  );
}

function Unconfirmed() {
  const { user, reload } = useSession();
  const { email: current, pendingEmail, emailConfirmed } = user;
  const send = useAction(async () => {
    const { email } = await call('POST /auth/address-confirmations', {});
    await reload();
    toast(t('addressAsked', { email }));
  });
  const cancel = useAction(async () => {
    await call('DELETE /auth/address-confirmations', {});
    await reload();
    toast(t('addressCanceled'));
  });
  const changes = pendingEmail !== null && pendingEmail.toLowerCase() !== current.toLowerCase();
  if (emailConfirmed && !changes) return null;
  return (
    <div class="stack">
      <p class="notice amber">
        {changes ? t('addressPending', { email: pendingEmail, current }) : t('addressUnconfirmed')}
      </p>
      <div class="actions">
        <Button size="small" onClick={send.run} busy={send.busy}>
          {t(pendingEmail === null ? 'sendLink' : 'sendLinkAgain')}
        </Button>
        {changes && (
          <Button size="small" onClick={cancel.run} busy={cancel.busy}>
            {t('cancelAddress')}
          </Button>
        )}
      </div>
      <ErrorNote error={send.error ?? cancel.error} />
    </div>
  );
}
