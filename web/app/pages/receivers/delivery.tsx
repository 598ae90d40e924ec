import { useAction, useLoad } from '../../api/load.ts';
import { useSession } from '../../api/session.tsx';
import { Button } from '../../parts/button.tsx';
import { Code } from '../../parts/copy.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorNote, Loading } from '../../parts/feedback.tsx';
import { toast } from '../../parts/notices.tsx';
import { formatExact } from '../../texts/format.ts';
import type { Delivery, DeliveryDetail, ReceiverCalls } from './receiver-calls.ts';
import { t } from './texts/t.ts';

type DeliveryProps = { id: string; calls: ReceiverCalls; delivery: Delivery; onClose: () => void };

/** One delivery: its payload, and the result of each attempt. */
export function DeliveryDialog({ id, calls, delivery, onClose }: DeliveryProps) {
  const { can } = useSession();
  const loaded = useLoad(signal => calls.get(id, delivery.id, signal), [delivery.id]);
  const retry = useAction(async () => {
    await calls.retry(id, delivery.id);
    toast(t('retried'));
    onClose();
  });
  const footer = can('admin') && (
    <Button type="submit" kind="primary" busy={retry.busy}>
      {t('retry')}
    </Button>
  );
  return (
    <Dialog title={t('delivery')} wide onClose={onClose} onSubmit={can('admin') ? retry.run : onClose} footer={footer}>
      <Loading of={loaded}>
        {detail => (
          <div class="stack">
            <h3>{t('payload')}</h3>
            <Code label={t('payload')} text={JSON.stringify({ id: detail.id, event: detail.event }, undefined, 2)} />
            <h3>{t('tries')}</h3>
            <Attempts attempts={detail.attempts} />
            <ErrorNote error={retry.error} />
          </div>
        )}
      </Loading>
    </Dialog>
  );
}

function Attempts({ attempts }: Pick<DeliveryDetail, 'attempts'>) {
  if (attempts.length === 0) return <p>{t('noAttempts')}</p>;
  return (
    <ol class="stack">
      {attempts.map(({ at, status, error, latencyMs, body }, index) => (
        <li key={at}>
          <strong>{t('attempt', { number: index + 1 })}</strong>, {formatExact(at)}:{' '}
          {status === undefined
            ? t('failed', { ms: latencyMs })
            : t('answered', { status: String(status), ms: latencyMs })}
          {error && <p>{error}</p>}
          {body && <pre class="quoted">{body}</pre>}
        </li>
      ))}
    </ol>
  );
}
