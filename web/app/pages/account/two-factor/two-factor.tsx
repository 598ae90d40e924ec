import { useState } from 'preact/hooks';
import { useSession } from '../../../api/session.tsx';
import { Button } from '../../../parts/button.tsx';
import { Badge, Notice } from '../../../parts/feedback.tsx';
import { OneTimeSecret } from '../../../parts/one-time-secret.tsx';
import { Section } from '../../../parts/page.tsx';
import { saveFile } from '../../../parts/save-file.ts';
import { formatDate } from '../../../texts/format.ts';
import { ConfirmPassword, TurnOn } from './dialogs.tsx';
import { t } from './texts/t.ts';

type OpenDialog = 'on' | 'off' | 'codes';

/** The second factor of the signed-in user, and the actions on it. */
export function TwoFactor() {
  const { twoFactor, reload } = useSession();
  const [open, setOpen] = useState<OpenDialog>();
  const [codes, setCodes] = useState<readonly string[]>();
  const close = () => setOpen(undefined);
  const showCodes = (made: readonly string[]) => {
    close();
    setCodes(made);
  };
  const done = async () => {
    close();
    setCodes(undefined);
    await reload();
  };
  return (
    <Section title={t('twoFactor')} help={t('twoFactorHelp')}>
      <div class="stack">
        <Status />
        <div class="actions">
          {twoFactor.enabledAt === null ? (
            <Button kind="primary" onClick={() => setOpen('on')}>
              {t('turnOn')}
            </Button>
          ) : (
            <>
              <Button onClick={() => setOpen('codes')}>{t('newCodes')}</Button>
              <Button kind="danger" onClick={() => setOpen('off')}>
                {t('turnOff')}
              </Button>
            </>
          )}
        </div>
      </div>
      {open === 'on' && <TurnOn onClose={close} onDone={showCodes} />}
      {open === 'codes' && <ConfirmPassword what="codes" onClose={close} onDone={showCodes} />}
      {open === 'off' && <ConfirmPassword what="off" onClose={close} onDone={done} />}
      {codes && <RecoveryCodes codes={codes} onDone={done} />}
    </Section>
  );
}

/** Below this number, the page suggests new codes. */
const fewCodes = 3;

function Status() {
  const { enabledAt, recoveryCodesLeft: count } = useSession().twoFactor;
  if (enabledAt === null) {
    return (
      <p>
        <Badge>{t('offNow')}</Badge>
      </p>
    );
  }
  return (
    <>
      <p>
        <Badge tone="green">{t('onNow')}</Badge> {t('onSince', { date: formatDate(enabledAt) })}{' '}
        {t('codesLeft', { count })}
      </p>
      {count < fewCodes && <Notice tone="amber">{t('fewLeft')}</Notice>}
    </>
  );
}

/** Recovery codes to copy or to save as a file. They are shown only once. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => Promise<void> }) {
  const { user } = useSession();
  const text = codes.join('\n');
  const download = () => {
    const file = `${t('fileTitle', { email: user.email })}\n\n${text}\n`;
    saveFile(new Blob([file], { type: 'text/plain' }), 'formline-recovery-codes.txt');
  };
  return (
    <OneTimeSecret title={t('codes')} help={t('codesHelp')} done={t('kept')} text={text} onClose={onDone}>
      <Button icon="download" onClick={download}>
        {t('download')}
      </Button>
    </OneTimeSecret>
  );
}
