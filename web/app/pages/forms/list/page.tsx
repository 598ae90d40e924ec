import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Form } from '../../../../../shared/domain/forms/form.ts';
import { call } from '../../../api/client.ts';
import { type Page, useAction, useList, useLoad } from '../../../api/load.ts';
import type { Output } from '../../../api/operations.ts';
import { useSession } from '../../../api/session.tsx';
import { Button } from '../../../parts/button.tsx';
import { EmptyState, ErrorNote, Loading, Skeleton } from '../../../parts/feedback.tsx';
import { SearchField, Select } from '../../../parts/fields.tsx';
import { Link, LinkButton, useGo } from '../../../parts/link.tsx';
import { More, PageHead } from '../../../parts/page.tsx';
import { type Column, Table } from '../../../parts/table.tsx';
import { adopt } from '../../../styles/adopt.ts';
import { formatAgo, formatNumber, formatRate } from '../../../texts/format.ts';
import { StatusBadge } from '../head/status-badge.tsx';
import { t } from '../texts/t.ts';
import css from './list.css';
import { RowMenu } from './row-menu.tsx';
import { Sparkline } from './sparkline.tsx';

adopt(css);

const statuses = ['all', 'live', 'draft', 'archived'] as const;
type StatusFilter = (typeof statuses)[number];

/** Returns the page where the next step is: the editor for a draft, otherwise the responses. */
const pageOf = ({ id, status }: Form, edits: boolean): string =>
  `/forms/${id}/${status === 'draft' && edits ? 'edit' : 'responses'}`;

/** A form of the list, and the number of its responses. */
type Listed = { readonly form: Form; readonly responses: number | undefined };

type FirstStepsProps = { readonly forms: readonly Listed[]; readonly onChange: () => void };

/** Shown below the list, so that nothing moves when it has loaded. */
function FirstSteps(props: FirstStepsProps) {
  const [Shown, setShown] = useState<ComponentType<FirstStepsProps>>();
  useEffect(() => {
    import('../first-steps/first-steps.tsx').then(
      ({ default: loaded }) => setShown(() => loaded),
      () => {},
    );
  }, []);
  return Shown ? <Shown {...props} /> : null;
}

export default function FormsPage() {
  const { can } = useSession();
  const [wanted, setWanted] = useState<StatusFilter>('all');
  const [search, setSearch] = useState('');
  const forms = useList<Listed>(
    async (cursor, signal) => {
      const { items, counts, ...page } = await call('GET /forms', {
        query: { limit: 100, counts: true, ...(cursor && { cursor }), ...(wanted !== 'all' && { status: wanted }) },
        ...(signal && { signal }),
      });
      return { ...page, items: items.map((form, index) => ({ form, responses: counts?.[index]?.responses })) };
    },
    [wanted],
  );
  // Trends take the service longer than the list.
  const report = useLoad(signal => call('GET /analytics', { query: { trend: true }, signal }), []);
  const more = useAction(forms.more);
  const isSearching = search.trim() !== '';
  const { data } = forms;
  // The service has no search, so load all pages and search here.
  useEffect(() => {
    // biome-ignore lint/nursery/noFloatingPromises: its error is kept
    if (isSearching && data?.hasMore) more.run();
  }, [isSearching, data]);
  const showAll = () => {
    setWanted('all');
    setSearch('');
  };
  return (
    <>
      <PageHead title={t('title')} actions={can('editor') && <NewForm />} />
      <Loading of={forms} outline={<Outline />}>
        {page =>
          page.items.length === 0 && wanted === 'all' ? (
            <>
              <NoForms />
              {can('editor') && <FirstSteps forms={[]} onChange={forms.reload} />}
            </>
          ) : (
            <>
              <Filters {...{ wanted, setWanted, search, setSearch }} />
              <Found
                {...{ page, report: report.data }}
                search={search.trim()}
                onChange={forms.reload}
                onShowAll={showAll}
              />
              <ErrorNote error={more.error} onRetry={more.run} />
              <More hasMore={page.hasMore && !isSearching} onMore={more.run} busy={more.busy} />
              {can('editor') && wanted === 'all' && !isSearching && (
                <FirstSteps forms={page.items} onChange={forms.reload} />
              )}
            </>
          )
        }
      </Loading>
    </>
  );
}

/** The filters and the list while it loads. */
const Outline = () => (
  <>
    <div class="toolbar outline" />
    <Skeleton shape="rows" lines={8} />
  </>
);

type Report = Output<'GET /analytics'>;

type FoundProps = {
  readonly page: Page<Listed>;
  readonly report: Report | undefined;
  readonly search: string;
  readonly onChange: () => void;
  readonly onShowAll: () => void;
};

/** Shows the loaded forms, or those that match the search. */
function Found({ page: { items, hasMore, total }, report, search, onChange, onShowAll }: FoundProps) {
  const found = items.filter(({ form }) => form.title.toLowerCase().includes(search.toLowerCase()));
  return (
    <>
      {search && (
        <p class="help" role="status">
          {t(hasMore ? 'searching' : 'searched', { found: found.length, count: items.length, total })}
        </p>
      )}
      {found.length > 0 && <FormsTable forms={found} report={report} onChange={onChange} />}
      {found.length === 0 && !hasMore && (
        <EmptyState icon="search" title={t('noneFound')} actions={<Button onClick={onShowAll}>{t('showAll')}</Button>}>
          {t('noneFoundHelp')}
        </EmptyState>
      )}
    </>
  );
}

const NewForm = () => (
  <LinkButton to="/forms/new" kind="primary" icon="plus">
    {t('newForm')}
  </LinkButton>
);

function NoForms() {
  const { can } = useSession();
  return (
    <EmptyState icon="forms" title={t('noneYet')} actions={can('editor') && <NewForm />}>
      {t('noneYetHelp')}
    </EmptyState>
  );
}

type FiltersProps = {
  readonly wanted: StatusFilter;
  readonly setWanted: (wanted: StatusFilter) => void;
  readonly search: string;
  readonly setSearch: (search: string) => void;
};

const Filters = ({ wanted, setWanted, search, setSearch }: FiltersProps) => (
  <search class="toolbar">
    <div class="grow">
      <SearchField label={t('search')} value={search} onInput={setSearch} />
    </div>
    <Select
      label={t('status')}
      hideLabel
      value={wanted}
      options={statuses.map(value => ({ value, label: t(value) }))}
      onInput={setWanted}
    />
  </search>
);

type FormsTableProps = Pick<FoundProps, 'report' | 'onChange'> & { readonly forms: readonly Listed[] };

function FormsTable({ forms, report, onChange }: FormsTableProps) {
  const { can } = useSession();
  const go = useGo();
  const counts = new Map(report?.forms.map(one => [one.formId, one]));
  const columns: Column<Listed>[] = [
    {
      key: 'title',
      head: t('form'),
      names: true,
      cell: ({ form }) => <Link to={pageOf(form, can('editor'))}>{form.title}</Link>,
    },
    { key: 'status', head: t('status'), cell: ({ form }) => <StatusBadge status={form.status} /> },
    {
      key: 'responses',
      head: t('responses'),
      align: 'end',
      cell: ({ responses }) => formatCount(responses),
    },
    {
      key: 'rate',
      head: t('rate'),
      align: 'end',
      wideOnly: true,
      cell: ({ form: { id } }) => formatRate(counts.get(id)?.conversionRate ?? 0, counts.get(id)?.views ?? 0),
    },
    {
      key: 'trend',
      head: t('trend'),
      wideOnly: true,
      cell: ({ form }) => <Sparkline counts={counts.get(form.id)?.trend} />,
    },
    { key: 'changed', head: t('changed'), whole: true, wideOnly: true, cell: ({ form }) => formatAgo(form.updatedAt) },
    {
      key: 'menu',
      head: <span class="unseen">{t('actions')}</span>,
      align: 'end',
      cell: ({ form }) => <RowMenu form={form} onChange={onChange} />,
    },
  ];
  return (
    <Table
      caption={t('title')}
      columns={columns}
      rows={forms}
      rowKey={({ form }) => form.id}
      onRowClick={({ form }) => go(pageOf(form, can('editor')))}
    />
  );
}

const formatCount = (count: number | undefined): string => (count === undefined ? '–' : formatNumber(count));
