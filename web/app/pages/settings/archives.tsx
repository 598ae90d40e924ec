import { useState } from 'preact/hooks';
import { call } from '../../api/client.ts';
import { useAction, useList } from '../../api/load.ts';
import type { ItemOf } from '../../api/operations.ts';
import { useSession } from '../../api/session.tsx';
import { Button } from '../../parts/button.tsx';
import { Loading } from '../../parts/feedback.tsx';
import { confirm, toast } from '../../parts/notices.tsx';
import { More, Section } from '../../parts/page.tsx';
import { FormSelect } from '../../parts/select/selects.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { formatBytes, formatDate, formatNumber } from '../../texts/format.ts';
import { t } from './texts/t.ts';

type Archive = ItemOf<'GET /forms/{id}/archives'>;

/** The archives of each form's retention. */
export function Archives() {
  const [id, setId] = useState('');
  return (
    <Section title={t('archives')} help={t('archivesHelp')}>
      <div class="stack">
        <FormSelect label={t('form')} none={t('chooseForm')} value={id} onInput={setId} />
        {id && <OfForm key={id} id={id} />}
      </div>
    </Section>
  );
}

function OfForm({ id }: { id: string }) {
  const list = useList<Archive>(
    (cursor, signal) =>
      call('GET /forms/{id}/archives', { params: { id }, query: { cursor }, ...(signal && { signal }) }),
    [id],
  );
  const more = useAction(list.more);
  const { can } = useSession();
  const remove = ({ id: archiveId, from, to, count }: Archive) =>
    confirm({
      title: t('deleteArchive'),
      text: t('deleteArchiveText', { from: formatDate(from), to: formatDate(to), count }),
      action: t('deleteArchive'),
      danger: true,
      run: async () => {
        await call('DELETE /forms/{id}/archives/{archiveId}', { params: { id, archiveId } });
        toast(t('archiveDeleted'));
        list.reload();
      },
    });
  return (
    <Loading of={list}>
      {({ items, hasMore }) =>
        items.length === 0 ? (
          <p>{t('noArchives')}</p>
        ) : (
          <>
            <Table
              caption={t('archives')}
              columns={can('admin') ? [...columns, removal(remove)] : columns}
              rows={items}
              rowKey={archive => archive.id}
            />
            <More hasMore={hasMore} onMore={more.run} busy={more.busy} />
          </>
        )
      }
    </Loading>
  );
}

const columns: Column<Archive>[] = [
  {
    key: 'range',
    head: t('range'),
    names: true,
    cell: ({ from, to }) => t('rangeOf', { from: formatDate(from), to: formatDate(to) }),
  },
  { key: 'count', head: t('count'), align: 'end', cell: ({ count }) => formatNumber(count) },
  { key: 'size', head: t('size'), align: 'end', wideOnly: true, cell: ({ bytes }) => formatBytes(bytes) },
  {
    key: 'url',
    head: <span class="unseen">{t('download')}</span>,
    align: 'end',
    cell: ({ url, withheld }) => (url === null ? withheld : <a href={url}>{t('download')}</a>),
  },
];

const removal = (remove: (archive: Archive) => void): Column<Archive> => ({
  key: 'delete',
  head: <span class="unseen">{t('deleteArchive')}</span>,
  align: 'end',
  cell: archive =>
    archive.deleting ? null : <Button icon="trash" label={t('deleteArchive')} onClick={() => remove(archive)} />,
});
