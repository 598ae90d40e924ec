import { call } from '../../api/client.ts';
import { useAction, useList } from '../../api/load.ts';
import type { ItemOf } from '../../api/operations.ts';
import { Button } from '../../parts/button.tsx';
import { Badge, ErrorNote, Loading } from '../../parts/feedback.tsx';
import { confirm, toast } from '../../parts/notices.tsx';
import { More, Section } from '../../parts/page.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { formatAgo, formatDateTime } from '../../texts/format.ts';
import { t } from './texts/t.ts';

type Session = ItemOf<'GET /auth/sessions'>;

/** Lists the user's sessions and ends them. */
export function Sessions() {
  const list = useList<Session>(
    (cursor, signal) => call('GET /auth/sessions', { query: { cursor }, ...(signal && { signal }) }),
    [],
  );
  const more = useAction(list.more);
  const end = useAction(async (id: string) => {
    await call('DELETE /auth/sessions/{id}', { params: { id } });
    toast(t('ended'));
    list.reload();
  });
  const endOthers = () =>
    confirm({
      title: t('endOthersTitle'),
      text: t('endOthersHelp'),
      action: t('endOthers'),
      danger: true,
      run: async () => {
        await call('DELETE /auth/sessions');
        toast(t('othersEnded'));
        list.reload();
      },
    });
  return (
    <Section title={t('sessions')} help={t('sessionsHelp')}>
      <Loading of={list} shape="rows">
        {({ items, hasMore }) => (
          <div class="stack">
            <Table caption={t('caption')} columns={columnsOf(end.run)} rows={items} rowKey={({ id }) => id} />
            <More hasMore={hasMore} onMore={more.run} busy={more.busy} />
            <ErrorNote error={end.error} />
            {items.length > 1 && (
              <div class="actions">
                <Button onClick={endOthers}>{t('endOthers')}</Button>
              </div>
            )}
          </div>
        )}
      </Loading>
    </Section>
  );
}

const nameOf = ({ client }: Session): string => client ?? t('unknownDevice');

const columnsOf = (end: (id: string) => Promise<void>): Column<Session>[] => [
  {
    key: 'client',
    head: t('device'),
    names: true,
    cell: session => (
      <>
        {nameOf(session)} {session.current && <Badge tone="green">{t('here')}</Badge>}
      </>
    ),
  },
  { key: 'network', head: t('network'), wideOnly: true, cell: ({ network }) => network && <code>{network}</code> },
  { key: 'used', head: t('used'), cell: ({ lastUsedAt }) => formatAgo(lastUsedAt) },
  { key: 'begun', head: t('begun'), wideOnly: true, cell: ({ createdAt }) => formatDateTime(createdAt) },
  {
    key: 'end',
    head: <span class="unseen">{t('end')}</span>,
    align: 'end',
    cell: session =>
      session.current ? null : (
        <Button size="small" onClick={() => end(session.id)} aria-label={t('endNamed', { device: nameOf(session) })}>
          {t('end')}
        </Button>
      ),
  },
];
