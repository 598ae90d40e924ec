import { useState } from 'preact/hooks';
import { call } from '../../api/client.ts';
import { useAction, useList } from '../../api/load.ts';
import { useSession } from '../../api/session.tsx';
import { Button } from '../../parts/button.tsx';
import { EmptyState, Loading } from '../../parts/feedback.tsx';
import { More, PageHead } from '../../parts/page.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { formatDateTime } from '../../texts/format.ts';
import { t as base } from '../../texts/t.ts';
import { NewRequest } from './new.tsx';
import { RequestDialog } from './request.tsx';
import { DeadlineOf, StateOf, type SubjectRequest, useProgress, whoIs } from './subject.tsx';
import { t } from './texts/t.ts';

/** The requests to export or erase a person. */
export default function DataSubjects() {
  const { environment } = useSession();
  const list = useList<SubjectRequest>(
    (cursor, signal) => call('GET /data-subjects', { query: { cursor }, ...(signal && { signal }) }),
    [],
  );
  const more = useAction(list.more);
  const [open, setOpen] = useState<'export' | 'erase' | SubjectRequest>();
  // An open dialog reloads its own request, and the list is reloaded when the dialog closes.
  useProgress(typeof open === 'object' ? [] : (list.data?.items ?? []), list.reload);
  const close = () => {
    setOpen(undefined);
    list.reload();
  };
  const actions = (
    <>
      <Button icon="redo" label={t('refresh')} onClick={list.reload} />
      <Button onClick={() => setOpen('erase')}>{t('newErase')}</Button>
      <Button kind="primary" onClick={() => setOpen('export')}>
        {t('newExport')}
      </Button>
    </>
  );
  return (
    <>
      <PageHead title={base('dataSubjects')} help={t('help', { environment: base(environment) })} actions={actions} />
      <Loading of={list} shape="rows" lines={8}>
        {({ items, hasMore }) =>
          items.length === 0 ? (
            <EmptyState icon="shield" title={t('none')}>
              {t('noneHelp')}
            </EmptyState>
          ) : (
            <>
              <Table
                caption={t('caption')}
                columns={columnsOf(setOpen)}
                rows={items}
                rowKey={({ id }) => id}
                onRowClick={setOpen}
              />
              <More hasMore={hasMore} onMore={more.run} busy={more.busy} />
            </>
          )
        }
      </Loading>
      {typeof open === 'string' && <NewRequest type={open} onClose={close} />}
      {typeof open === 'object' && <RequestDialog id={open.id} onClose={close} />}
    </>
  );
}

const columnsOf = (open: (request: SubjectRequest) => void): Column<SubjectRequest>[] => [
  { key: 'who', head: t('who'), names: true, cell: whoIs },
  { key: 'kind', head: t('kind'), cell: ({ type }) => t(type) },
  { key: 'state', head: t('state'), cell: StateOf },
  { key: 'found', head: t('found'), align: 'end', cell: ({ found }) => found },
  { key: 'deadline', head: t('deadline'), whole: true, wideOnly: true, cell: DeadlineOf },
  { key: 'when', head: t('when'), whole: true, wideOnly: true, cell: ({ createdAt }) => formatDateTime(createdAt) },
  {
    key: 'open',
    head: <span class="unseen">{t('open')}</span>,
    align: 'end',
    cell: request => (
      <Button size="small" onClick={() => open(request)}>
        {t('open')}
      </Button>
    ),
  },
];
