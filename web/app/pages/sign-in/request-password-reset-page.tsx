import { useState } from 'preact/hooks';
import { call } from '../../api/client.ts';
import { useAction } from '../../api/load.ts';
import { errorAt } from '../../parts/error-at.ts';
import { Link } from '../../parts/link.tsx';
import { PageHead } from '../../parts/page.tsx';
import { AddressField } from './address-field.tsx';
import { EntranceForm } from './entrance-form.tsx';
import { t } from './texts/t.ts';

export default function RequestPasswordReset() {
  const [email, setEmail] = useState('');
  const [asked, setAsked] = useState<{ mailed: boolean }>();
  const request = useAction(async () => {
    setAsked(await call('POST /auth/password-resets', { body: { email } }));
  });
  if (asked) {
    return (
      <div class="section" role="status">
        <PageHead title={t('resetAsked')} help={t(asked.mailed ? 'resetMailedHelp' : 'resetAskedHelp')} />
        <p>
          <Link to="/login">{t('toSignIn')}</Link>
        </p>
      </div>
    );
  }
  return (
    <EntranceForm
      title={t('resetTitle')}
      help={t('resetHelp')}
      action={t('resetAsk')}
      doing={request}
      shown={['email']}
      after={<Link to="/login">{t('toSignIn')}</Link>}
    >
      <AddressField value={email} onInput={setEmail} error={errorAt(request.error, 'email')} />
    </EntranceForm>
  );
}
