import { metrics } from './figures.tsx';
import { t } from './texts/t.ts';

/** The shape of a report while it loads: its figures, and its charts below them. */
export const ReportOutline = () => (
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
