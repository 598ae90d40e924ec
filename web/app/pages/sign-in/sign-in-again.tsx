import { useAction } from '../../api/load.ts';
import type { EndedSession } from '../../api/session.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorNote, Notice } from '../../parts/feedback.tsx';
import { t as base } from '../../texts/t.ts';
import { ProviderLinks } from './provider-links.tsx';
import { t } from './texts/t.ts';
import { useSignIn } from './use-sign-in.tsx';

/** Asks to sign in again over the current page, which keeps its content. Failed requests are then repeated. */
export default function SignInAgain({ email, again, giveUp }: EndedSession) {
  const { doing, error, wantsCode, fields } = useSignIn(again, email);
  const elsewhere = useAction(again);
  return (
    <Dialog
      title={t(wantsCode ? 'codeTitle' : 'again')}
      onClose={giveUp}
      onSubmit={doing.run}
      footer={
        <>
          <Button onClick={giveUp}>{base('cancel')}</Button>
          <Button type="submit" kind="primary" busy={doing.busy}>
            {t('signIn')}
          </Button>
        </>
      }
    >
      <p>{t('againHelp')}</p>
      {fields}
      {!wantsCode && (
        <ProviderLinks next="/forms" target="_blank">
          <Button onClick={elsewhere.run} busy={elsewhere.busy}>
            {t('signedInElsewhere')}
          </Button>
        </ProviderLinks>
      )}
      {error ? (
        <Notice tone="red">{<span role="alert">{error}</span>}</Notice>
      ) : (
        <ErrorNote error={doing.error ?? elsewhere.error} />
      )}
    </Dialog>
  );
}
