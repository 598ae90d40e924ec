import { useState } from 'preact/hooks';
import { useAction, useList } from '../../api/load.ts';
import { useSession } from '../../api/session.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { errorAt } from '../../parts/error-at.ts';
import { Badge, EmptyState, ErrorNote, Loading, type Tone } from '../../parts/feedback.tsx';
import { Select, TextField } from '../../parts/fields.tsx';
import { toast } from '../../parts/notices.tsx';
import { More, Section } from '../../parts/page.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { formatDateTime, formatExact } from '../../texts/format.ts';
import { t as base } from '../../texts/t.ts';
import { DeliveryDialog } from './delivery.tsx';
import type { Delivery, DeliveryStatus, ReceiverCalls } from './receiver-calls.ts';
import { DialogButtons } from './receiver-parts.tsx';
import { t } from './texts/t.ts';

const tones: Readonly<Record<DeliveryStatus, Tone>> = {
  scheduled: 'amber',
  succeeded: 'green',
  dead: 'red',
  cancelled: 'grey',
};

type LogProps = {
  readonly id: string;
  readonly calls: ReceiverCalls /** Increases when another part of the page sends something. */;
  readonly turn: number;
};

/** A receiver's deliveries, finished and waiting. */
export function DeliveryLog({ id, calls, turn }: LogProps) {
  const { can } = useSession();
  const [status, setStatus] = useState<DeliveryStatus | ''>('');
  const [window, setWindow] = useState({ since: '', until: '' });
  const [open, setOpen] = useState<'redrive' | Delivery>();
  const query = {
    ...(status && { status }),
    ...(window.since && { since: window.since }),
    ...(window.until && { until: window.until }),
  };
  const list = useList<Delivery>(
    (cursor, signal) => calls.list(id, { ...query, ...(cursor && { cursor }) }, signal),
    [id, status, window, turn],
  );
  const more = useAction(list.more);
  const close = () => {
    setOpen(undefined);
    list.reload();
  };
  const actions = (
    <>
      <Button size="small" icon="redo" onClick={list.reload}>
        {t('refresh')}
      </Button>
      {can('admin') && (
        <Button size="small" onClick={() => setOpen('redrive')}>
          {t('redrive')}
        </Button>
      )}
    </>
  );
  return (
    <Section title={t('log')} help={t('logHelp')} actions={actions}>
      <div class="toolbar">
        <Select
          label={t('state')}
          value={status}
          onInput={setStatus}
          options={[
            { value: '', label: t('any') },
            ...Object.keys(tones).map(value => ({ value: value as DeliveryStatus, label: t(value as DeliveryStatus) })),
          ]}
        />
        <TextField
          label={t('since')}
          type="date"
          value={window.since}
          onInput={since => setWindow({ ...window, since })}
          error={errorAt(list.error, 'since')}
        />
        <TextField
          label={t('until')}
          type="date"
          value={window.until}
          onInput={until => setWindow({ ...window, until })}
          error={errorAt(list.error, 'until')}
        />
      </div>
      <Loading of={list} shape="rows" lines={8}>
        {({ items, hasMore }) =>
          items.length === 0 ? (
            <EmptyState icon="inbox" title={t('noDeliveries')}>
              {t('noDeliveriesHelp')}
            </EmptyState>
          ) : (
            <>
              <Table
                caption={t('log')}
                columns={columnsOf(setOpen)}
                rows={items}
                rowKey={delivery => delivery.id}
                onRowClick={setOpen}
              />
              <More hasMore={hasMore} onMore={more.run} busy={more.busy} />
            </>
          )
        }
      </Loading>
      {open === 'redrive' && <Redrive id={id} calls={calls} onClose={close} />}
      {open !== undefined && open !== 'redrive' && (
        <DeliveryDialog id={id} calls={calls} delivery={open} onClose={close} />
      )}
    </Section>
  );
}

const columnsOf = (open: (delivery: Delivery) => void): Column<Delivery>[] => [
  {
    key: 'event',
    head: t('event'),
    names: true,
    cell: delivery => (
      <button type="button" class="as-link" onClick={() => open(delivery)}>
        {base(delivery.event.name)}
      </button>
    ),
  },
  {
    key: 'status',
    head: t('state'),
    cell: ({ status, nextAttemptAt, waitingFor }) => (
      <>
        <Badge tone={tones[status]}>{t(status)}</Badge>{' '}
        {nextAttemptAt && <small>{t('nextAttempt', { time: formatExact(nextAttemptAt) })}</small>}
        {waitingFor && <small>{t(`waits_${waitingFor}`)}</small>}
      </>
    ),
  },
  { key: 'attempts', head: t('attempts'), align: 'end', wideOnly: true, cell: ({ attemptCount }) => attemptCount },
  { key: 'at', head: t('at'), whole: true, cell: ({ createdAt }) => formatDateTime(createdAt) },
];

function Redrive({ id, calls, onClose }: Pick<LogProps, 'id' | 'calls'> & { onClose: () => void }) {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const redrive = useAction(async () => {
    await calls.redrive(id, { ...(from && { from }), ...(to && { to }) });
    toast(t('redriven'));
    onClose();
  });
  return (
    <Dialog
      title={t('redriveTitle')}
      onClose={onClose}
      onSubmit={redrive.run}
      footer={<DialogButtons busy={redrive.busy} onClose={onClose} text={t('retry')} />}
    >
      <div class="stack">
        <p>{t('redriveHelp')}</p>
        <div class="columns">
          <TextField
            label={t('since')}
            type="date"
            value={from}
            onInput={setFrom}
            error={errorAt(redrive.error, 'from')}
          />
          <TextField label={t('until')} type="date" value={to} onInput={setTo} error={errorAt(redrive.error, 'to')} />
        </div>
        <ErrorNote error={redrive.error} shown={['from', 'to']} />
      </div>
    </Dialog>
  );
}
