import { useState } from 'preact/hooks';
import type { Form } from '../../../../../shared/domain/forms/form.ts';
import { useLoad } from '../../../api/load.ts';
import { useSession } from '../../../api/session.tsx';
import { Button } from '../../../parts/button.tsx';
import { EmptyState, ErrorNote, Notice, Skeleton } from '../../../parts/feedback.tsx';
import { LinkButton } from '../../../parts/link.tsx';
import { More } from '../../../parts/page.tsx';
import { type PageProps, partOf } from '../../../parts/page-of.tsx';
import { useQuery } from '../../../router/query.ts';
import { adopt } from '../../../styles/adopt.ts';
import { FormHead, FormLoading } from '../../forms/head/form-head.tsx';
import { columnsOf, inOrder, keepColumns, keepOrder, keptColumns, keptOrder, usualColumns } from '../columns.ts';
import { changeTo, type Filters, filtersOf, isLive, narrows, queryOf, withoutFilters } from '../filters.ts';
import { ResponseViews } from '../response-views.tsx';
import css from '../responses.css';
import { t } from '../texts/t.ts';
import { readViews, type SavedView, shownBy, type ViewContent } from '../views.ts';
import { ColumnMenu } from './column-menu.tsx';
import { FilterBar } from './filter-bar.tsx';
import { ResponsesTable } from './responses-table.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useTitleCount } from './title-count.ts';
import { type FormOfList, type Responses, useResponses } from './use-responses.ts';
import { ViewMenu } from './view-menu.tsx';

adopt(css);

/** It is loaded with the first export. */
const ExportDialog = partOf(() => import('../export/export-dialog.tsx'));

/** The responses to a form. */
export default function ResponsesPage({ params: { id = '' } }: PageProps) {
  return <ResponsesOf key={id} id={id} />;
}

function ResponsesOf({ id }: { readonly id: string }) {
  const { query } = useQuery();
  const { view: viewId } = query;
  const [form, onForm] = useState<Form>();
  const views = useLoad(async signal => (viewId === undefined ? [] : await readViews(id, signal)), [viewId]);
  const view = views.data?.find(each => each.id === viewId);
  if (viewId !== undefined && views.data === undefined) {
    return (
      <FormLoading {...outline} id={id} of={views} formOf={() => ({ id })}>
        {() => null}
      </FormLoading>
    );
  }
  return (
    <>
      {viewId !== undefined && !view && <Notice tone="amber">{t('viewGone')}</Notice>}
      <ViewOf key={viewId} {...{ id, form, onForm, view }} onView={changed => views.set([changed])} />
    </>
  );
}

const outline = { current: 'responses', shape: 'rows', lines: 12 } as const;

type ViewOfProps = FormOfList & {
  readonly id: string;
  readonly view: SavedView | undefined;
  readonly onView: (changed: SavedView) => void;
};

/** The filters of the view or the address, and changes made here. */
function ViewOf({ id, form, onForm, view, onView }: ViewOfProps) {
  const { query } = useQuery();
  const said = filtersOf(query);
  // An address with a view but no filters of its own shows the current filters of the view.
  const saysNothing = Object.values(queryOf(said)).every(value => value === undefined);
  const saved = view && shownBy(view);
  const usual: Filters = query.order === undefined && !view ? { ...said, order: keptOrder(id) } : said;
  const filters = saved && saysNothing ? saved.filters : usual;
  const list = useResponses(id, filters, { form, onForm });
  const [chosen, setChosen] = useState(() => (saved ? saved.columns : keptColumns(id)));
  const [exporting, setExporting] = useState(false);
  const choose = (next: readonly string[]) => {
    if (!view) keepColumns(id, next);
    setChosen([...next]);
  };
  return (
    <FormLoading {...outline} id={id} of={{ ...list, data: form, set: onForm }} formOf={loaded => loaded}>
      {loaded => {
        const all = columnsOf(loaded.fields, list.data?.items ?? []);
        const names = chosen ?? usualColumns(all);
        const columns = inOrder(all, names);
        return (
          <>
            <FormHead
              form={loaded}
              current="responses"
              actions={
                <>
                  <ColumnMenu all={all} chosen={names} onChange={choose} />
                  {filters.folder !== 'restricted' && (
                    <Button icon="download" onClick={() => setExporting(true)} aria-haspopup="dialog">
                      {t('export')}
                    </Button>
                  )}
                </>
              }
            />
            <ListOf {...{ form: loaded, view, onView, filters, saysNothing, list, chosen, columns }} />
            {exporting && <ExportDialog {...{ form: loaded, filters, columns }} onClose={() => setExporting(false)} />}
          </>
        );
      }}
    </FormLoading>
  );
}

type ListOfProps = Pick<ViewOfProps, 'view' | 'onView'> & {
  readonly form: Form;
  readonly filters: Filters;
  /** Whether the address has no filters of its own. */
  readonly saysNothing: boolean;
  readonly list: Responses;
  /** The names of the columns that were chosen here, if any, and all that are shown. */
  readonly chosen: ViewContent['columns'];
  readonly columns: RowsProps['columns'];
};

function ListOf({ form, view, onView, filters, saysNothing, list, chosen, columns }: ListOfProps) {
  const { change } = useQuery();
  useTitleCount(list.fresh.size);
  const filter = (next: Filters) => {
    const isAll = Object.values(queryOf(next)).every(value => value === undefined);
    // Clearing all filters leaves the view, unless the view has none.
    change({ ...changeTo(filters, next), ...(isAll && view && !saysNothing && { view: undefined }) });
  };
  const order = () => {
    const next = filters.order === 'desc' ? 'asc' : 'desc';
    if (!view) keepOrder(form.id, next);
    filter({ ...filters, order: next });
  };
  return (
    <>
      <div class="view-row">
        <ResponseViews form={form} current="inbox" />
        {filters.folder !== 'restricted' && (
          <ViewMenu form={form} view={view} shown={{ filters, columns: chosen }} onChanged={onView} />
        )}
      </div>
      <FilterBar form={form} filters={filters} onChange={filter} />
      <Found list={list} filters={filters} />
      <Rows {...{ form, filters, list, columns }} view={view?.id} onOrder={order} onFilter={filter} />
    </>
  );
}

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
  readonly view: string | undefined;
  readonly onOrder: () => void;
  readonly onFilter: (filters: Filters) => void;
};

/** Whether the user may change several responses at once. Restricted ones are changed one by one. */
function useIsSelectable({ folder }: Filters): boolean {
  const { can } = useSession();
  return can('editor') && folder !== 'restricted';
}

function Rows({ form, filters, list, columns, view, onOrder, onFilter }: RowsProps) {
  const isSelectable = useIsSelectable(filters);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [adding, setAdding] = useState(false);
  const { data } = list;
  if (!data)
    return list.error === undefined ? (
      <Skeleton shape="rows" lines={12} />
    ) : (
      <ErrorNote error={list.error} onRetry={list.reload} />
    );
  const rows = data.items;
  if (rows.length === 0 && !data.hasMore) return <Nothing form={form} filters={filters} onFilter={onFilter} />;
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
      {isSelectable && (
        <SelectionBar
          selection={selection}
          rows={rows}
          folder={filters.folder}
          onGone={list.remove}
          onChanged={list.reload}
        />
      )}
      {rows.length === 0 && <p class="help">{t('noMatchYet', { count: data.search?.read ?? 0 })}</p>}
      {rows.length > 0 && (
        <ResponsesTable
          {...{ form, rows, columns, filters, view, onOrder }}
          fresh={list.fresh}
          {...(isSelectable && { selection })}
        />
      )}
      <More hasMore={data.hasMore} busy={adding} onMore={more} />
    </>
  );
}

function Nothing({ form, filters, onFilter }: Pick<RowsProps, 'form' | 'filters' | 'onFilter'>) {
  if (narrows(filters)) {
    return (
      <EmptyState
        icon="search"
        title={t('noMatch')}
        actions={<Button onClick={() => onFilter(withoutFilters(filters))}>{t('clearFilters')}</Button>}
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
  if (filters.folder === 'restricted') {
    return (
      <EmptyState icon="inbox" title={t('emptyRestricted')}>
        {t('restrictionHelp')}
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
