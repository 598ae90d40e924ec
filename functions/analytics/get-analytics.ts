import { getAnalytics } from '../../shared/contracts/responses/analytics.ts';
import { ranked, ratesOf, totalsOf } from '../../shared/domain/analytics/counts.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { periodOf } from '../../shared/http/reports/report-period.ts';
import { countForms } from '../../shared/store/forms/form-lists.ts';
import { countDeliveries } from '../../shared/store/receivers/delivery-counts.ts';
import { readCounts, readCountsOfForms } from '../../shared/store/responses/analytics.ts';

export const handler = endpoint(getAnalytics, async ({ query, caller }) => {
  const { environment, environmentId } = caller;
  const { period, days } = periodOf(query);
  const [counts, formCount, ofForms, deliveries] = await Promise.all([
    readCounts(environmentId, days),
    countForms(environmentId),
    readCountsOfForms(environmentId, days, query.trend),
    query.deliveries ? countDeliveries(caller, days) : undefined,
  ]);
  const totals = { ...totalsOf(formCount, counts), ...(deliveries !== undefined && { deliveries }) };
  return { environment, period, totals, rates: ratesOf(counts), forms: ranked(ofForms) };
});
