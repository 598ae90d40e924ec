import { useAction } from '../../../api/load.ts';
import { useSession, useSessionState } from '../../../api/session.tsx';
import { Button } from '../../../parts/button.tsx';
import { ErrorNote } from '../../../parts/feedback.tsx';
import { PageHead } from '../../../parts/page.tsx';
import { t as base } from '../../../texts/t.ts';
import { t } from './texts/t.ts';
import { TwoFactor } from './two-factor.tsx';

/** Shown to users whose organization requires two-factor sign-in. */
export default function Required() {
  const { organization, requires } = useSession();
  if (requires === 'other_sign_in') return <OtherSignIn />;
  return (
    <>
      <PageHead title={t('required')} help={t('requiredHelp', { organization: organization.name })} />
      <TwoFactor />
    </>
  );
}

/** Shown when a second factor would not help, because this way of signing in does not ask for it. */
function OtherSignIn() {
  const state = useSessionState();
  const { organization } = useSession();
  const leave = useAction(async () => state.status === 'signed-in' && state.leave());
  return (
    <>
      <PageHead title={t('otherSignIn')} help={t('otherSignInHelp', { organization: organization.name })} />
      <div class="actions">
        <Button kind="primary" icon="out" busy={leave.busy} onClick={leave.run}>
          {base('signOut')}
        </Button>
      </div>
      <ErrorNote error={leave.error} />
    </>
  );
}
