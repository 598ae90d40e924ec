import { getFormAnalytics } from '../../shared/contracts/responses/analytics.ts';
import { ratesOf, sumOf, totalsOf } from '../../shared/domain/analytics/counts.ts';
import { fieldMetric, reportedFields } from '../../shared/domain/analytics/field-metrics.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { periodOf } from '../../shared/http/report-period.ts';
import { getFormOf } from '../../shared/store/forms/forms.ts';
import { readDayCounts, readFieldCounts } from '../../shared/store/responses/analytics.ts';

export const handler = endpoint(getFormAnalytics, async ({ params, query, caller }) => {
  const { period, days } = periodOf(query);
  const stored = await getFormOf(caller, params.id);
  if (!stored) throw notFound('Form');
  const { form, retiredFields } = stored;
  const [ofDays, ofFields] = await Promise.all([readDayCounts(form.id, days), readFieldCounts(form.id, days)]);
  const counts = sumOf(ofDays);
  return {
    formId: form.id,
    environment: form.environment,
    period,
    totals: totalsOf(1, counts),
    rates: ratesOf(counts),
    fields: reportedFields(form.fields, retiredFields, ofFields).map(field => fieldMetric(field, ofFields)),
  };
});
