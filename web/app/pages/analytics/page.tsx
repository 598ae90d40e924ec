import { call } from '../../api/client.ts';
import { useLoad } from '../../api/load.ts';
import type { PageProps } from '../../parts/page-of.tsx';
import { FormHead, FormLoading } from '../forms/head/form-head.tsx';
import { DroppedNames } from './dropped-names.tsx';
import { DropOffChart, ErrorsChart } from './fields-charts.tsx';
import { FunnelChart } from './funnel-chart.tsx';
import type { Period } from './period.ts';
import { Report, useReport } from './report.tsx';

/** Analytics of a form. */
export default ({ params: { id = '' } }: PageProps) => <FormAnalytics key={id} id={id} />;

function FormAnalytics({ id }: { readonly id: string }) {
  const form = useLoad(signal => call('GET /forms/{id}', { params: { id }, signal }), []);
  const report = useReport((period, signal) => readPeriod(id, period, signal));
  return (
    <FormLoading id={id} current="analytics" of={form} formOf={data => data} shape="cards">
      {data => (
        <>
          <FormHead form={data} current="analytics" />
          <Report {...report}>
            {(now, before, reload) => (
              <>
                <div class="report-part">
                  <FunnelChart now={now.report.totals} before={before?.report.totals} />
                  <ErrorsChart fields={now.report.fields} />
                </div>
                <DropOffChart fields={now.dropOffs.fields} />
                <div class="report-wide">
                  <DroppedNames id={id} names={now.report.dropped} onAdded={reload} />
                </div>
              </>
            )}
          </Report>
        </>
      )}
    </FormLoading>
  );
}

async function readPeriod(id: string, query: Period, signal: AbortSignal) {
  const [report, trends, dropOffs] = await Promise.all([
    call('GET /forms/{id}/analytics', { params: { id }, query, signal }),
    call('GET /analytics/trends', { query: { ...query, form_id: id }, signal }),
    call('GET /analytics/dropoffs', { query: { ...query, form_id: id }, signal }),
  ]);
  return { report, points: trends.points, dropOffs };
}
