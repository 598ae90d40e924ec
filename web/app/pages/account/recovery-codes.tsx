import { useAction } from '../../api/load.ts';
import { useSession } from '../../api/session.tsx';
import { Button } from '../../parts/button.tsx';
import { Code } from '../../parts/copy.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorNote, Notice } from '../../parts/feedback.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { t } from './two-factor-texts.ts';

/** Codes that nobody is shown again, to copy or to keep as a file. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => Promise<void> }) {
  const { user } = useSession();
  const done = useAction(onDone);
  const text = codes.join('\n');
  const download = () => {
    const file = `${t('fileTitle', { email: user.email })}\n\n${text}\n`;
    saveFile(new Blob([file], { type: 'text/plain' }), 'formline-recovery-codes.txt');
  };
  return (
    <Dialog
      title={t('codes')}
      onClose={done.run}
      onSubmit={done.run}
      footer={
        <>
          <Button icon="download" onClick={download}>
            {t('download')}
          </Button>
          <Button type="submit" kind="primary" busy={done.busy}>
            {t('kept')}
          </Button>
        </>
      }
    >
      <div class="stack">
        <Notice tone="amber">{t('codesHelp')}</Notice>
        <Code text={text} label={t('codes')} />
        <ErrorNote error={done.error} />
      </div>
    </Dialog>
  );
}
