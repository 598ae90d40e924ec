import { getAnalytics } from '../../shared/contracts/responses/analytics.ts';
import { ranked, ratesOf, sumOf, totalsOf } from '../../shared/domain/analytics/counts.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { periodOf } from '../../shared/http/report-period.ts';
import { countForms } from '../../shared/store/forms/form-lists.ts';
import { readCountsOfForms, readDayCounts } from '../../shared/store/responses/analytics.ts';

export const handler = endpoint(getAnalytics, async ({ query, caller: { environment, environmentId } }) => {
  const { period, days } = periodOf(query);
  const [ofDays, formCount, ofForms] = await Promise.all([
    readDayCounts(environmentId, days),
    countForms(environmentId),
    readCountsOfForms(environmentId, days),
  ]);
  const counts = sumOf(ofDays);
  return { environment, period, totals: totalsOf(formCount, counts), rates: ratesOf(counts), forms: ranked(ofForms) };
});
