import { useState } from 'preact/hooks';
import { call } from '../../api/client.ts';
import { useAction, useList } from '../../api/load.ts';
import type { ItemOf } from '../../api/operations.ts';
import { useSession } from '../../api/session.tsx';
import { Button } from '../../parts/button.tsx';
import { EmptyState, Loading } from '../../parts/feedback.tsx';
import { Link, useGo } from '../../parts/link.tsx';
import { More, PageHead } from '../../parts/page.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { t as base } from '../../texts/t.ts';
import { StateBadge, useFormTitles } from '../receivers/receiver-parts.tsx';
import { t } from '../receivers/texts/t.ts';
import { NewWebhook } from './new.tsx';

type Webhook = ItemOf<'GET /webhooks'>;

/** The webhooks of an environment. */
export default function Webhooks() {
  const { environment, can } = useSession();
  const go = useGo();
  const titles = useFormTitles();
  const list = useList<Webhook>(
    (cursor, signal) => call('GET /webhooks', { query: { cursor }, ...(signal && { signal }) }),
    [],
  );
  const more = useAction(list.more);
  const [isNew, setNew] = useState(false);
  const create = can('admin') && (
    <Button kind="primary" icon="plus" onClick={() => setNew(true)}>
      {t('newWebhook')}
    </Button>
  );
  return (
    <>
      <PageHead
        title={base('webhooks')}
        help={t('webhooksHelp', { environment: base(environment) })}
        actions={create}
      />
      <Loading of={list}>
        {({ items, hasMore }) =>
          items.length === 0 ? (
            <EmptyState icon="webhook" title={t('noWebhooks')} actions={create}>
              {t('noWebhooksHelp')}
            </EmptyState>
          ) : (
            <>
              <Table
                caption={t('captionWebhooks')}
                columns={columnsOf(titles)}
                rows={items}
                rowKey={({ id }) => id}
                onRowClick={({ id }) => go(`/webhooks/${id}`)}
              />
              <More hasMore={hasMore} onMore={more.run} busy={more.busy} />
            </>
          )
        }
      </Loading>
      {isNew && (
        <NewWebhook
          onClose={() => {
            setNew(false);
            list.reload();
          }}
        />
      )}
    </>
  );
}

const columnsOf = (titles: ReadonlyMap<string, string>): Column<Webhook>[] => [
  { key: 'url', head: t('url'), names: true, cell: ({ id, url }) => <Link to={`/webhooks/${id}`}>{url}</Link> },
  { key: 'form', head: t('form'), cell: ({ formId }) => (formId ? (titles.get(formId) ?? formId) : t('allForms')) },
  { key: 'events', head: t('events'), wideOnly: true, cell: ({ events }) => events.map(name => base(name)).join(', ') },
  { key: 'state', head: t('state'), cell: StateBadge },
];
