import { Notice } from '../../parts/feedback.tsx';
import { formatPeriod } from '../../texts/format.ts';
import { t } from './texts/t.ts';

type PeriodReport = {
  readonly period: { readonly from: string; readonly to: string };
  readonly totals: { readonly spamBlocked: number; readonly views: number; readonly submissions: number };
};

/** Says which days are compared, what is not counted, and what to do if there are no data. */
export const PeriodNotes = ({
  now,
  before,
}: {
  readonly now: PeriodReport;
  readonly before: PeriodReport | undefined;
}) => (
  <div class="help">
    {now.totals.views + now.totals.submissions === 0 && (
      <Notice>
        <strong>{t('nothing')}</strong> {t('nothingHelp')}
      </Notice>
    )}
    {before &&
      t('comparedWith', {
        from: formatPeriod(now.period.from),
        to: formatPeriod(now.period.to),
        before: formatPeriod(before.period.from),
        after: formatPeriod(before.period.to),
      })}{' '}
    {now.totals.spamBlocked > 0 && t('spamBlocked', { count: now.totals.spamBlocked })}
  </div>
);
