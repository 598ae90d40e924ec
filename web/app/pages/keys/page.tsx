import { useState } from 'preact/hooks';
import { call } from '../../api/client.ts';
import { useAction, useList } from '../../api/load.ts';
import { useSession } from '../../api/session.tsx';
import { Button } from '../../parts/button.tsx';
import { Badge, EmptyState, Loading } from '../../parts/feedback.tsx';
import { Menu } from '../../parts/menu.tsx';
import { MenuItem } from '../../parts/menu-item.tsx';
import { confirm, toast } from '../../parts/notices.tsx';
import { More, PageHead } from '../../parts/page.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { formatAgo, formatDate, formatExact } from '../../texts/format.ts';
import { t as base } from '../../texts/t.ts';
import { type ApiKey, NewKey, RotateKey } from './dialogs.tsx';
import { t } from './texts/t.ts';

/** The keys of an environment. */
export default function Keys() {
  const { environment } = useSession();
  const list = useList<ApiKey>(
    (cursor, signal) => call('GET /api-keys', { query: { cursor }, ...(signal && { signal }) }),
    [],
  );
  const more = useAction(list.more);
  const [open, setOpen] = useState<'new' | ApiKey>();
  const close = () => {
    setOpen(undefined);
    list.reload();
  };
  const create = (
    <Button kind="primary" icon="plus" onClick={() => setOpen('new')}>
      {t('newKey')}
    </Button>
  );
  return (
    <>
      <PageHead title={base('keys')} help={t('help', { environment: base(environment) })} actions={create} />
      <Loading of={list} shape="rows" lines={8}>
        {({ items, hasMore }) =>
          items.length === 0 ? (
            <EmptyState icon="key" title={t('none')} actions={create}>
              {t('noneHelp')}
            </EmptyState>
          ) : (
            <>
              <Table
                caption={t('caption')}
                columns={columnsOf(setOpen, list.reload)}
                rows={items}
                rowKey={({ id }) => id}
              />
              <More hasMore={hasMore} onMore={more.run} busy={more.busy} />
            </>
          )
        }
      </Loading>
      {open === 'new' && <NewKey onClose={close} />}
      {open !== undefined && open !== 'new' && <RotateKey apiKey={open} onClose={close} />}
    </>
  );
}

const columnsOf = (rotate: (key: ApiKey) => void, reload: () => void): Column<ApiKey>[] => [
  {
    key: 'name',
    head: t('name'),
    names: true,
    cell: ({ name, hosted, earlierSecretsUntil }) => (
      <>
        {name} {hosted && <Badge tone="blue">{t('hosted')}</Badge>}{' '}
        {earlierSecretsUntil && (
          <Badge tone="amber">{t('grace_until', { time: formatExact(earlierSecretsUntil) })}</Badge>
        )}
      </>
    ),
  },
  { key: 'key', head: t('key'), cell: ({ prefix, lastFour }) => <code>{`${prefix}…${lastFour}`}</code> },
  {
    key: 'type',
    head: t('type'),
    cell: ({ type, role }) => (role ? `${t(type)}, ${base(role)}` : t(type)),
  },
  {
    key: 'used',
    head: t('lastUsed'),
    whole: true,
    cell: ({ lastUsedAt }) => (lastUsedAt ? formatAgo(lastUsedAt) : t('never')),
  },
  { key: 'created', head: t('created'), wideOnly: true, cell: ({ createdAt }) => formatDate(createdAt) },
  {
    key: 'actions',
    head: <span class="unseen">{t('act')}</span>,
    align: 'end',
    cell: key => (key.hosted ? null : <Actions {...{ apiKey: key, rotate, reload }} />),
  },
];

type ActionsProps = { apiKey: ApiKey; rotate: (key: ApiKey) => void; reload: () => void };

function Actions({ apiKey, rotate, reload }: ActionsProps) {
  const { id, name } = apiKey;
  const revoke = () =>
    confirm({
      title: t('revokeTitle', { name }),
      text: t('revokeHelp'),
      action: t('revoke'),
      danger: true,
      run: async () => {
        await call('DELETE /api-keys/{id}', { params: { id } });
        toast(t('revoked', { name }));
        reload();
      },
    });
  return (
    <Menu label={t('actions', { name })}>
      {() => (
        <>
          <MenuItem icon="redo" onClick={() => rotate(apiKey)}>
            {t('rotate')}
          </MenuItem>
          <MenuItem icon="trash" danger onClick={revoke}>
            {t('revoke')}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
