import { call } from '../../api/client.ts';
import type { Output } from '../../api/operations.ts';
import { Bars } from '../../charts/bars.tsx';
import { Chart } from '../../charts/figure.tsx';
import { Link } from '../../parts/link.tsx';
import { PageHead } from '../../parts/page.tsx';
import { Table } from '../../parts/table.tsx';
import { formatNumber, formatRate } from '../../texts/format.ts';
import { FunnelChart } from './funnel-chart.tsx';
import type { Period } from './period.ts';
import { Report, useReport } from './report.tsx';
import { t } from './texts/t.ts';

/** Analytics of all forms of the environment. */
export default function Overview() {
  const report = useReport(readPeriod);
  return (
    <>
      <PageHead title={t('analytics')} help={t('overviewHelp')} />
      <Report {...report}>
        {(now, before) => (
          <>
            <div class="report-part">
              <FunnelChart now={now.report.totals} before={before?.report.totals} />
              <FormsChart forms={visited(now.report.forms)} />
            </div>
            <div class="report-part">
              {visited(now.report.forms).length > 0 && <FormsTable forms={visited(now.report.forms)} />}
              <Quiet count={now.report.forms.length - visited(now.report.forms).length} />
            </div>
          </>
        )}
      </Report>
    </>
  );
}

async function readPeriod(query: Period, signal: AbortSignal) {
  const [report, trends] = await Promise.all([
    call('GET /analytics', { query, signal }),
    call('GET /analytics/trends', { query, signal }),
  ]);
  return { report, points: trends.points };
}

type FormCounts = Output<'GET /analytics'>['forms'][number];

/** Returns the forms that anyone has seen or answered. */
const visited = (forms: readonly FormCounts[]): FormCounts[] =>
  forms.filter(({ views, submissions }) => views + submissions > 0);

/** Says how many forms are left out because nothing happened in them. */
const Quiet = ({ count }: { readonly count: number }) =>
  count > 0 ? <p class="help">{t('quietForms', { count })}</p> : null;

const largestForms = 10;

/** The forms with the most submissions. */
const FormsChart = ({ forms }: { readonly forms: readonly FormCounts[] }) => (
  <Chart
    title={t('formsTitle')}
    help={t('formsHelp')}
    table={{
      columns: [t('form'), t('views'), t('submissions'), t('conversionRate')],
      rows: forms.map(
        ({ title, views, submissions, conversionRate }) =>
          [title, views, submissions, formatRate(conversionRate, views)] as const,
      ),
    }}
  >
    {width =>
      forms.length > 0 ? <Bars width={width} bars={forms.slice(0, largestForms).map(formBar)} /> : <p>{t('noForms')}</p>
    }
  </Chart>
);

const formBar = ({ formId, title, submissions }: FormCounts) => ({
  key: formId,
  label: title,
  value: submissions,
  text: formatNumber(submissions),
});

const FormsTable = ({ forms }: { readonly forms: readonly FormCounts[] }) => (
  <Table
    caption={t('forms')}
    rows={forms}
    rowKey={({ formId }) => formId}
    columns={[
      {
        key: 'form',
        head: t('form'),
        names: true,
        cell: ({ formId, title }) => (
          <Link to={`/forms/${formId}/analytics`}>
            <bdi>{title}</bdi>
          </Link>
        ),
      },
      { key: 'views', head: t('views'), align: 'end', cell: ({ views }) => formatNumber(views) },
      {
        key: 'submissions',
        head: t('submissions'),
        align: 'end',
        cell: ({ submissions }) => formatNumber(submissions),
      },
      {
        key: 'rate',
        head: t('conversionRate'),
        align: 'end',
        cell: ({ conversionRate, views }) => formatRate(conversionRate, views),
      },
    ]}
  />
);
