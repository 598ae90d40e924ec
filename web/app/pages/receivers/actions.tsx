import { useAction } from '../../api/load.ts';
import { Button } from '../../parts/button.tsx';
import { ErrorNote } from '../../parts/feedback.tsx';
import { useGo } from '../../parts/link.tsx';
import { confirm, toast } from '../../parts/notices.tsx';
import type { ReceiverCalls } from './receiver-calls.ts';
import { t } from './texts/t.ts';

type ActionsProps = { id: string; active: boolean; calls: ReceiverCalls; onTested: () => void };

/** Sends an event to try a receiver, and removes it. */
export function ReceiverActions({ id, active, calls, onTested }: ActionsProps) {
  const go = useGo();
  const test = useAction(async () => {
    await calls.test(id);
    toast(t('tested'));
    onTested();
  });
  const remove = () =>
    confirm({
      title: t('removeTitle'),
      text: t('removeHelp'),
      action: t('remove'),
      danger: true,
      run: async () => {
        await calls.remove(id);
        toast(t('removed'));
        go(calls.listed);
      },
    });
  return (
    <>
      <ErrorNote error={test.error} />
      {active && (
        <Button busy={test.busy} onClick={test.run}>
          {t('test')}
        </Button>
      )}
      <Button kind="quiet" icon="trash" label={t('remove')} onClick={remove} />
    </>
  );
}
