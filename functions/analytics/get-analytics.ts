import { getAnalytics } from '../../shared/contracts/responses/analytics.ts';
import { ranked, ratesOf, totalsOf } from '../../shared/domain/analytics/counts.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { periodOf } from '../../shared/http/reports/report-period.ts';
import { countForms } from '../../shared/store/forms/form-lists.ts';
import { readCounts, readCountsOfForms } from '../../shared/store/responses/analytics.ts';

export const handler = endpoint(getAnalytics, async ({ query, caller: { environment, environmentId } }) => {
  const { period, days } = periodOf(query);
  const [counts, formCount, ofForms] = await Promise.all([
    readCounts(environmentId, days),
    countForms(environmentId),
    readCountsOfForms(environmentId, days, query.trend),
  ]);
  return { environment, period, totals: totalsOf(formCount, counts), rates: ratesOf(counts), forms: ranked(ofForms) };
});
