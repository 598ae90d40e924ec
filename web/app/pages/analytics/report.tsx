import type { ComponentChildren, ComponentProps } from 'preact';
import { type LoadState, useLoad } from '../../api/load.ts';
import { Loading } from '../../parts/feedback.tsx';
import { useQuery } from '../../router/query.ts';
import { adopt } from '../../styles/adopt.ts';
import css from './analytics.css';
import { DaysChart } from './days-chart.tsx';
import { Figures, metrics } from './figures.tsx';
import { type Period, periodBefore } from './period.ts';
import { PeriodBar, usePeriodChoice } from './period-bar.tsx';
import { PeriodNotes } from './period-notes.tsx';
import { t } from './texts/t.ts';

adopt(css);

type ReportData = {
  readonly report: ComponentProps<typeof Figures>['now'] & ComponentProps<typeof PeriodNotes>['now'];
  readonly points: ComponentProps<typeof DaysChart>['now'];
};

type LoadedReport<Data> = {
  readonly chosen: ReturnType<typeof usePeriodChoice>;
  readonly report: LoadState<{ readonly now: Data; readonly before: Data | undefined }>;
};

/** Loads a report of the period that the page's address names, and of the period before if that is to be compared. */
export function useReport<Data extends ReportData>(
  read: (period: Period, signal: AbortSignal) => Promise<Data>,
): LoadedReport<Data> {
  const chosen = usePeriodChoice();
  const { period, compared } = chosen;
  const readBoth = async (signal: AbortSignal) => {
    const now = await read(period, signal);
    const before = compared ? await read(periodBefore(period, now.report.period.from), signal) : undefined;
    return { now, before };
  };
  return { chosen, report: useLoad(readBoth, [JSON.stringify(period), compared]) };
}

type ReportProps<Data extends ReportData> = LoadedReport<Data> & {
  readonly children: (now: Data, before: Data | undefined, reload: () => void) => ComponentChildren;
};

/** A report of a period: its figures, the days of one of them, and further charts. It may show the period before too. */
export function Report<Data extends ReportData>({ chosen, report, children }: ReportProps<Data>) {
  const { query, change } = useQuery();
  const metric = metrics.find(name => name === query.metric) ?? 'submissions';
  return (
    <>
      <PeriodBar {...chosen} />
      <Loading of={report} outline={<Outline />}>
        {({ now, before }) => (
          <div class="report" aria-busy={report.loading}>
            <Figures
              now={now.report}
              before={before?.report}
              chosen={metric}
              onChoose={name => change({ metric: name })}
            />
            <PeriodNotes now={now.report} before={before?.report} />
            <DaysChart metric={metric} now={now.points} before={before?.points} />
            {children(now, before, report.reload)}
          </div>
        )}
      </Loading>
    </>
  );
}

/** The shape of a report while it loads: its figures, and its charts below them. */
const Outline = () => (
  <div class="report skeleton" role="status" aria-label={t('loading')}>
    <div class="figures">
      {[...metrics, 'completionRate', 'conversionRate'].map(name => (
        <span key={name} />
      ))}
    </div>
    <span class="report-wide" />
    <span />
    <span />
  </div>
);
