import { useSession } from '../../../api/session.tsx';
import { Button } from '../../../parts/button.tsx';
import { OneTimeSecret } from '../../../parts/one-time-secret.tsx';
import { saveFile } from '../../../parts/save-file.ts';
import { t } from './texts/t.ts';

/** Recovery codes to copy or to save as a file. They are shown only once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => Promise<void> }) {
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
