import { useState } from 'preact/hooks';
import { call } from '../../api/client.ts';
import { useAction, useList } from '../../api/load.ts';
import { useSession } from '../../api/session.tsx';
import { Button } from '../../parts/button.tsx';
import { EmptyState, Loading } from '../../parts/feedback.tsx';
import { Link, useGo } from '../../parts/link.tsx';
import { More, PageHead } from '../../parts/page.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { formatDate } from '../../texts/format.ts';
import { t as base } from '../../texts/t.ts';
import { StateBadge, useFormTitles } from '../receivers/receiver-parts.tsx';
import { t } from '../receivers/texts/t.ts';
import type { Integration } from './config-fields.tsx';
import { NewIntegration } from './new.tsx';

/** The integrations of an environment. */
export default function Integrations() {
  const { environment, can } = useSession();
  const go = useGo();
  const titles = useFormTitles();
  const list = useList<Integration>(
    (cursor, signal) => call('GET /integrations', { query: { cursor }, ...(signal && { signal }) }),
    [],
  );
  const more = useAction(list.more);
  const [isNew, setNew] = useState(false);
  const create = can('admin') && (
    <Button kind="primary" icon="plus" onClick={() => setNew(true)}>
      {t('newIntegration')}
    </Button>
  );
  return (
    <>
      <PageHead
        title={base('integrations')}
        help={t('integrationsHelp', { environment: base(environment) })}
        actions={create}
      />
      <Loading of={list}>
        {({ items, hasMore }) =>
          items.length === 0 ? (
            <EmptyState icon="plug" title={t('noIntegrations')} actions={create}>
              {t('noIntegrationsHelp')}
            </EmptyState>
          ) : (
            <>
              <Table
                caption={t('captionIntegrations')}
                columns={columnsOf(titles)}
                rows={items}
                rowKey={({ id }) => id}
                onRowClick={({ id }) => go(`/integrations/${id}`)}
              />
              <More hasMore={hasMore} onMore={more.run} busy={more.busy} />
            </>
          )
        }
      </Loading>
      {isNew && <NewIntegration onClose={() => setNew(false)} />}
    </>
  );
}

const columnsOf = (titles: ReadonlyMap<string, string>): Column<Integration>[] => [
  {
    key: 'type',
    head: t('type'),
    names: true,
    cell: ({ id, type }) => <Link to={`/integrations/${id}`}>{t(type)}</Link>,
  },
  { key: 'form', head: t('form'), cell: ({ formId }) => (formId ? (titles.get(formId) ?? formId) : t('allForms')) },
  { key: 'at', head: t('at'), wideOnly: true, cell: ({ createdAt }) => formatDate(createdAt) },
  { key: 'state', head: t('state'), cell: StateBadge },
];
