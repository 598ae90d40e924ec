import { useState } from 'preact/hooks';
import { call } from '../../api/client.ts';
import { useAction, useList } from '../../api/load.ts';
import { Button } from '../../parts/button.tsx';
import { EmptyState, Loading } from '../../parts/feedback.tsx';
import { More, PageHead } from '../../parts/page.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { formatDateTime } from '../../texts/format.ts';
import { t as base } from '../../texts/t.ts';
import { NewRequest } from './new.tsx';
import { RequestDialog } from './request.tsx';
import { SearchDialog } from './search.tsx';
import { DeadlineOf, partsOf, StateOf, type SubjectRequest, stateOf, useProgress, whoIs } from './subject.tsx';
import { t } from './texts/t.ts';

/** The requests to export or erase a person. */
export default function DataSubjects() {
  const list = useList<SubjectRequest>(
    (cursor, signal) => call('GET /data-subjects', { query: { cursor }, ...(signal && { signal }) }),
    [],
  );
  const more = useAction(list.more);
  const [open, setOpen] = useState<'search' | 'export' | SubjectRequest>();
  // An open dialog reloads its own request, and the list is reloaded when the dialog closes.
  useProgress(typeof open === 'object' ? [] : (list.data?.items ?? []), list.reload);
  const close = () => {
    setOpen(undefined);
    list.reload();
  };
  const actions = (
    <>
      <Button icon="redo" label={t('refresh')} onClick={list.reload} />
      <Button onClick={() => setOpen('export')}>{t('newExport')}</Button>
      <Button kind="primary" onClick={() => setOpen('search')}>
        {t('newSearch')}
      </Button>
    </>
  );
  return (
    <>
      <PageHead title={base('dataSubjects')} help={t('help')} actions={actions} />
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
      {typeof open === 'string' && <NewRequest type={open} onClose={close} onStarted={setOpen} />}
      {typeof open === 'object' && <OpenRequest key={open.id} request={open} onClose={close} onErase={setOpen} />}
    </>
  );
}

type OpenRequestProps = {
  readonly request: SubjectRequest;
  readonly onClose: () => void;
  readonly onErase: (erasure: SubjectRequest) => void;
};

const OpenRequest = ({ request: { id, type }, onClose, onErase }: OpenRequestProps) =>
  type === 'search' ? (
    <SearchDialog id={id} onClose={onClose} onErase={onErase} />
  ) : (
    <RequestDialog id={id} onClose={onClose} />
  );

const columnsOf = (open: (request: SubjectRequest) => void): Column<SubjectRequest>[] => [
  { key: 'who', head: t('who'), names: true, cell: whoIs },
  { key: 'kind', head: t('kind'), cell: ({ type }) => t(type) },
  { key: 'state', head: t('state'), cell: request => <StateOf state={stateOf(request)} /> },
  { key: 'found', head: t('found'), align: 'end', cell: request => foundIn(request) },
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

const foundIn = (request: SubjectRequest): number => partsOf(request).reduce((sum, { found }) => sum + found, 0);
