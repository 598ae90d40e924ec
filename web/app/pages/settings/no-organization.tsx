import { useAction } from '../../api/load.ts';
import { useSessionState } from '../../api/session.tsx';
import { Button } from '../../parts/button.tsx';
import { ErrorNote } from '../../parts/feedback.tsx';
import { PageHead } from '../../parts/page.tsx';
import { t as base } from '../../texts/t.ts';
import { NewOrganization } from './organization.tsx';
import { t } from './texts/t.ts';

/** Shown to users without an organization, who were removed or never invited. */
export default function NoOrganization() {
  const state = useSessionState();
  const leave = useAction(async () => state.status === 'signed-in' && state.leave());
  if (state.status !== 'signed-in') return null;
  const { email } = state.session.user;
  return (
    <>
      <div class="section">
        <PageHead title={t('none')} help={t('noneHelp', { email })} />
        <div class="actions">
          <Button onClick={() => state.read()}>{t('lookAgain')}</Button>
          <Button kind="quiet" icon="out" busy={leave.busy} onClick={leave.run}>
            {base('signOut')}
          </Button>
        </div>
        <ErrorNote error={leave.error} />
      </div>
      <NewOrganization />
    </>
  );
}
