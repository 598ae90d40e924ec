import { call } from '../../api/client.ts';
import { isMissing } from '../../api/errors.ts';
import { useAction } from '../../api/load.ts';
import { useSessionState } from '../../api/session.tsx';
import { Skeleton } from '../../parts/feedback.tsx';
import { Link, useGo } from '../../parts/link.tsx';
import { toast } from '../../parts/notices.tsx';
import { PageHead } from '../../parts/page.tsx';
import type { PageProps } from '../../parts/page-of.tsx';
import { EntranceForm } from './entrance-form.tsx';
import { t } from './texts/t.ts';

/** Confirms an address. The link works only in a session of the account that the address is for. */
export default function ConfirmAddress({ params: { token = '' } }: PageProps) {
  const go = useGo();
  const state = useSessionState();
  const confirm = useAction(async () => {
    const before = state.status === 'signed-in' ? state.session.user.email : '';
    const { email } = await call('POST /auth/address-confirmations/{token}', { params: { token } });
    const isNew = email.toLowerCase() !== before.toLowerCase();
    await state.read();
    toast(isNew ? t('confirmedNew', { email }) : t('confirmed'));
    go(isNew ? '/login' : '/account', { replace: true });
  });
  if (state.status === 'unknown') return <Skeleton />;
  if (state.status !== 'signed-in') {
    return (
      <div class="section">
        <PageHead title={t('confirmTitle')} help={t('confirmSignIn')} />
        <p>
          <Link to={`/login?next=${encodeURIComponent(`/address-confirmations/${token}`)}`}>{t('signIn')}</Link>
        </p>
      </div>
    );
  }
  return (
    <EntranceForm
      title={t('confirmTitle')}
      help={t('confirmHelp', { email: state.session.user.email })}
      action={t('confirm')}
      doing={confirm}
      error={isMissing(confirm.error) ? t('confirmEnded') : undefined}
    />
  );
}
