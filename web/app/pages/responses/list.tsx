import { useState } from 'preact/hooks';
import type { Form } from '../../../../shared/domain/forms/form.ts';
import { call } from '../../api/client.ts';
import { useLoad } from '../../api/load.ts';
import { useSession } from '../../api/session.tsx';
import { Button } from '../../parts/button.tsx';
import { EmptyState, ErrorNote, Loading, Skeleton } from '../../parts/feedback.tsx';
import { LinkButton } from '../../parts/link.tsx';
import { More } from '../../parts/page.tsx';
import { useQuery } from '../../parts/query.ts';
import type { PageProps } from '../../shell/page-of.tsx';
import { adopt } from '../../styles/adopt.ts';
import { FormHead } from '../forms/head/form-head.tsx';
import { ColumnMenu } from './column-menu.tsx';
import { columnsOf, keepColumns, keptColumns, usualColumns } from './columns.ts';
import { ExportDialog } from './export-dialog.tsx';
import { FilterBar } from './filter-bar.tsx';
import { changeTo, type Filters, filtersOf, isLive, narrows, withoutFilters } from './filters.ts';
import { ResponseViews } from './response-views.tsx';
import css from './responses.css';
import { ResponsesTable } from './responses-table.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { t } from './texts/t.ts';
import { type Responses, useResponses } from './use-responses.ts';

adopt(css);

/** The responses to a form. */
export default function ResponsesPage({ params: { id = '' } }: PageProps) {
  const form = useLoad(signal => call('GET /forms/{id}', { params: { id }, signal }), [id]);
  return <Loading of={form}>{data => <ResponsesOf form={data} />}</Loading>;
}

function ResponsesOf({ form }: { readonly form: Form }) {
  const { query, change } = useQuery();
  const filters = filtersOf(query);
  const list = useResponses(form.id, filters);
  const [chosen, setChosen] = useState(() => keptColumns(form.id));
  const [exporting, setExporting] = useState(false);
  const all = columnsOf(form.fields, list.data?.items ?? []);
  const names = chosen ?? usualColumns(all);
  const columns = all.filter(({ name }) => names.includes(name));
  const choose = (next: readonly string[]) => {
    keepColumns(form.id, next);
    setChosen([...next]);
  };
  return (
    <>
      <FormHead
        form={form}
        current="responses"
        actions={
          <>
            <ColumnMenu all={all} chosen={names} onChange={choose} />
            <Button icon="download" onClick={() => setExporting(true)} aria-haspopup="dialog">
              {t('export')}
            </Button>
          </>
        }
      />
      <ResponseViews form={form} current="inbox" />
      <FilterBar form={form} filters={filters} onChange={next => change(changeTo(filters, next))} />
      <Found list={list} filters={filters} />
      <Rows {...{ form, filters, list, columns }} onOrder={() => change({ order: otherOrder(filters) })} />
      {exporting && <ExportDialog {...{ form, filters, columns }} onClose={() => setExporting(false)} />}
    </>
  );
}

const otherOrder = ({ order }: Filters): string | undefined => (order === 'desc' ? 'asc' : undefined);

/** The number of responses, and whether new ones appear. */
const Found = ({ list, filters }: { readonly list: Responses; readonly filters: Filters }) => (
  <p class="found">
    <span>
      {list.data && t(list.data.search?.isTotal === false ? 'totalSoFar' : 'total', { count: list.data.total })}
    </span>
    {isLive(filters) ? (
      <span class="live">
        <span class="dot" aria-hidden="true" />
        {t('live')}
      </span>
    ) : (
      <span>{t('liveOff')}</span>
    )}
    <span class="unseen" role="status">
      {list.fresh.size > 0 && t('newOnes', { count: list.fresh.size })}
    </span>
  </p>
);

type RowsProps = {
  readonly form: Form;
  readonly filters: Filters;
  readonly list: Responses;
  readonly columns: Parameters<typeof ResponsesTable>[0]['columns'];
  readonly onOrder: () => void;
};

function Rows({ form, filters, list, columns, onOrder }: RowsProps) {
  const { can } = useSession();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [adding, setAdding] = useState(false);
  const { data } = list;
  if (!data)
    return list.error === undefined ? <Skeleton lines={6} /> : <ErrorNote error={list.error} onRetry={list.reload} />;
  const rows = data.items;
  if (rows.length === 0 && !data.hasMore) return <Nothing form={form} filters={filters} />;
  const more = async () => {
    setAdding(true);
    await list.more().finally(() => setAdding(false));
  };
  const selection = {
    ids: new Set([...selected].filter(id => data.items.some(item => item.id === id))),
    set: setSelected,
  };
  return (
    <>
      {can('editor') && (
        <SelectionBar selection={selection} folder={filters.folder} onGone={list.remove} onChanged={list.reload} />
      )}
      {rows.length === 0 && <p class="help">{t('noMatchYet', { count: data.search?.read ?? 0 })}</p>}
      {rows.length > 0 && (
        <ResponsesTable
          {...{ form, rows, columns, filters, onOrder }}
          fresh={list.fresh}
          {...(can('editor') && { selection })}
        />
      )}
      <More hasMore={data.hasMore} busy={adding} onMore={more} />
    </>
  );
}

function Nothing({ form, filters }: { readonly form: Form; readonly filters: Filters }) {
  const { change } = useQuery();
  if (narrows(filters)) {
    return (
      <EmptyState
        icon="search"
        title={t('noMatch')}
        actions={
          <Button onClick={() => change(changeTo(filters, withoutFilters(filters)))}>{t('clearFilters')}</Button>
        }
      >
        {t('noMatchHelp')}
      </EmptyState>
    );
  }
  if (filters.folder === 'spam') {
    return (
      <EmptyState icon="inbox" title={t('emptySpam')}>
        {t('emptySpamHelp')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="inbox"
      title={t('empty')}
      actions={
        <LinkButton kind="primary" to={`/forms/${form.id}/share`}>
          {t('share')}
        </LinkButton>
      }
    >
      {t('emptyHelp')}
    </EmptyState>
  );
}
