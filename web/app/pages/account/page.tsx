import { useState } from 'preact/hooks';
import { call } from '../../api/client.ts';
import { useAction } from '../../api/load.ts';
import { useSession, useSessionState } from '../../api/session.tsx';
import { errorAt } from '../../parts/error-at.ts';
import { ErrorNote, PageHead, Section, TextField, toast } from '../../parts/index.ts';
import { SaveActions } from '../../parts/save-actions.tsx';
import { useUnsaved } from '../../parts/unsaved/unsaved.ts';
import { t as base } from '../../texts/t.ts';
import { NewPasswordField } from '../sign-in/new-password-field.tsx';
import { Address } from './address.tsx';
import { CurrentPassword } from './current-password.tsx';
import { Sessions } from './sessions.tsx';
import { t } from './texts/t.ts';
import { TwoFactor } from './two-factor/two-factor.tsx';

/** The settings of the user's own account. */
export default function Account() {
  return (
    <>
      <PageHead title={base('accountSettings')} help={t('accountHelp')} />
      <Profile />
      <Address />
      <Password />
      <TwoFactor />
      <Sessions />
    </>
  );
}

function Profile() {
  const { user, reload } = useSession();
  const [name, setName] = useState(user.name ?? '');
  useUnsaved(name.trim() !== (user.name ?? ''));
  const save = useAction(async () => {
    await call('PUT /users/{userId}', { params: { userId: user.id }, body: { name: name.trim() || null } });
    await reload();
    toast(t('saved'));
  });
  return (
    <Section title={t('profile')}>
      <form class="stack narrow" noValidate onSubmit={submitting(save.run)}>
        <TextField
          label={t('name')}
          autocomplete="name"
          value={name}
          onInput={setName}
          error={errorAt(save.error, 'name')}
        />
        <ErrorNote error={save.error} shown={['name']} />
        <SaveActions busy={save.busy} />
      </form>
    </Section>
  );
}

function Password() {
  const { user } = useSession();
  const state = useSessionState();
  const [password, setPassword] = useState('');
  const [currentPassword, setCurrentPassword] = useState('');
  useUnsaved(password !== '');
  const save = useAction(async () => {
    await call('PUT /users/{userId}', { params: { userId: user.id }, body: { password, currentPassword } });
    toast(t('signInAgain'));
    await state.read();
  });
  return (
    <Section title={t('password')} help={t('endsSessions')}>
      <form class="stack narrow" noValidate onSubmit={submitting(save.run)}>
        <CurrentPassword value={currentPassword} onInput={setCurrentPassword} error={save.error} />
        <NewPasswordField value={password} onInput={setPassword} error={save.error} />
        <ErrorNote error={save.error} shown={['password', 'currentPassword']} />
        <SaveActions busy={save.busy} />
      </form>
    </Section>
  );
}

const submitting = (run: () => Promise<void>) => (event: Event) => {
  event.preventDefault();
  return run();
};
