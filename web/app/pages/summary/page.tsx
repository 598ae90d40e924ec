import type { Form } from '../../../../shared/domain/forms/form.ts';
import { call, send } from '../../api/client.ts';
import { type LoadState, useLoad } from '../../api/load.ts';
import { Button } from '../../parts/button.tsx';
import { Loading, Skeleton } from '../../parts/feedback.tsx';
import { type PageProps, pageOf } from '../../parts/page-of.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { useQuery } from '../../router/query.ts';
import { adopt } from '../../styles/adopt.ts';
import { FormHead, FormLoading } from '../forms/head/form-head.tsx';
import { type Filters, filtersOf } from '../responses/filters.ts';
import { ResponseViews } from '../responses/response-views.tsx';
import { Cards, type CardsProps } from './cards.tsx';
import { PeriodChoice } from './period-choice.tsx';
import css from './summary.css';
import { countedSummaryQuery, isCounted, type ShownSummary } from './summary-query.ts';
import { t } from './texts/t.ts';

adopt(css);

/** The code that sums up responses includes the service's rules, so it is loaded when needed. */
const Read = pageOf(() => import('./read-cards.tsx'), <Skeleton shape="cards" lines={4} />);

/** The summary of a form's answers. */
export default ({ params: { id = '' } }: PageProps) => <SummaryPage key={id} id={id} />;

function SummaryPage({ id }: { readonly id: string }) {
  const { query } = useQuery();
  const filters = filtersOf(query);
  const form = useLoad(signal => call('GET /forms/{id}', { params: { id }, signal }), []);
  const counted = useCounted(id, filters);
  return (
    <FormLoading id={id} current="responses" of={form} formOf={data => data} shape="cards">
      {data => (
        <>
          <FormHead form={data} current="responses" actions={<Actions form={data} filters={filters} />} />
          <SummaryOf form={data} filters={filters} counted={counted} />
        </>
      )}
    </FormLoading>
  );
}

/** Loads the summary that the service counts, if it counts these filters. */
function useCounted(id: string, filters: Filters): LoadState<ShownSummary | undefined> {
  const query = isCounted(filters) ? countedSummaryQuery(filters) : undefined;
  return useLoad(
    async signal =>
      query && ((await call('GET /forms/{id}/summary', { params: { id }, query, signal })) as ShownSummary),
    [JSON.stringify(query)],
  );
}

type SummaryProps = Pick<CardsProps, 'form' | 'filters'> & { readonly counted: LoadState<ShownSummary | undefined> };

const Actions = ({ form, filters }: Pick<CardsProps, 'form' | 'filters'>) => (
  <>
    <Button onClick={() => print()}>{t('print')}</Button>
    {isCounted(filters) && (
      <Button icon="download" onClick={() => saveCsv(form, filters)}>
        {t('saveCsv')}
      </Button>
    )}
  </>
);

function SummaryOf({ form, filters, counted }: SummaryProps) {
  return (
    <>
      <ResponseViews form={form} current="summary" />
      <PeriodChoice filters={filters} />
      {isCounted(filters) ? (
        <Loading of={counted} shape="cards">
          {summary => summary && <Cards form={form} filters={filters} summary={summary} />}
        </Loading>
      ) : (
        <Read key={JSON.stringify(filters)} form={form} filters={filters} />
      )}
    </>
  );
}

async function saveCsv(form: Form, filters: Filters): Promise<void> {
  const csv = await send('GET /forms/{id}/summary', {
    params: { id: form.id },
    query: { ...countedSummaryQuery(filters), format: 'csv' },
  });
  saveFile(new Blob([await csv.blob()], { type: 'text/csv;charset=utf-8' }), `${form.title} ${t('summary')}.csv`);
}
