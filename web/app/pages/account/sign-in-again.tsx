import { useAction } from '../../api/load.ts';
import type { Ended } from '../../api/session.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorNote, Notice } from '../../parts/feedback.tsx';
import { t as base } from '../../texts/base.ts';
import { ProviderLinks } from './provider-links.tsx';
import { t } from './texts.ts';
import { useSignIn } from './use-sign-in.tsx';

/** Over the page of somebody whose session has ended: what is in it stays, and what was asked of the service is asked again. */
export default function SignInAgain({ email, again, giveUp }: Ended) {
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
