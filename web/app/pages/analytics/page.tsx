import { call } from '../../api/client.ts';
import { useLoad } from '../../api/load.ts';
import { Loading } from '../../parts/feedback.tsx';
import { useQuery } from '../../parts/query.ts';
import type { PageProps } from '../../shell/page-of.tsx';
import { adopt } from '../../styles/adopt.ts';
import { FormHead, FormLoading } from '../forms/head/form-head.tsx';
import css from './analytics.css';
import { DaysChart } from './days-chart.tsx';
import { DroppedNames } from './dropped-names.tsx';
import { DropOffChart, ErrorsChart } from './fields-charts.tsx';
import { Figures, type Metric, metrics } from './figures.tsx';
import { FunnelChart } from './funnel-chart.tsx';
import { type Period, periodBefore } from './period.ts';
import { PeriodBar, usePeriodChoice } from './period-bar.tsx';
import { PeriodNotes } from './period-notes.tsx';
import { ReportOutline } from './report-outline.tsx';

adopt(css);

/** Analytics of a form. */
export default function FormAnalytics({ params: { id = '' } }: PageProps) {
  const form = useLoad(signal => call('GET /forms/{id}', { params: { id }, signal }), [id]);
  return (
    <FormLoading id={id} current="analytics" of={form} formOf={data => data} shape="cards">
      {data => (
        <>
          <FormHead form={data} current="analytics" />
          <Report id={id} />
        </>
      )}
    </FormLoading>
  );
}

function Report({ id }: { readonly id: string }) {
  const chosen = usePeriodChoice();
  const { query, change } = useQuery();
  const { period, compared } = chosen;
  const report = useLoad(signal => readReport(id, period, compared, signal), [id, JSON.stringify(period), compared]);
  const metric = metrics.find(name => name === query.metric) ?? 'submissions';
  return (
    <>
      <PeriodBar {...chosen} />
      <Loading of={report} outline={<ReportOutline />}>
        {({ now, before }) => (
          <div class="report" aria-busy={report.loading}>
            <Figures
              now={now.report}
              before={before?.report}
              chosen={metric}
              onChoose={(name: Metric) => change({ metric: name })}
            />
            <PeriodNotes now={now.report} before={before?.report} />
            <DaysChart metric={metric} now={now.points} before={before?.points} />
            <div class="report-part">
              <FunnelChart now={now.report.totals} before={before?.report.totals} />
              <ErrorsChart fields={now.report.fields} />
            </div>
            <DropOffChart fields={now.dropOffs.fields} />
            <div class="report-wide">
              <DroppedNames id={id} names={now.report.dropped} onAdded={report.reload} />
            </div>
          </div>
        )}
      </Loading>
    </>
  );
}

async function readReport(id: string, period: Period, compared: boolean, signal: AbortSignal) {
  const now = await readPeriod(id, period, signal);
  if (!compared) return { now, before: undefined };
  return { now, before: await readPeriod(id, periodBefore(period, now.report.period.from), signal) };
}

async function readPeriod(id: string, query: Period, signal: AbortSignal) {
  const [report, trends, dropOffs] = await Promise.all([
    call('GET /forms/{id}/analytics', { params: { id }, query, signal }),
    call('GET /analytics/trends', { query: { ...query, form_id: id }, signal }),
    call('GET /analytics/dropoffs', { query: { ...query, form_id: id }, signal }),
  ]);
  return { report, points: trends.points, dropOffs };
}
