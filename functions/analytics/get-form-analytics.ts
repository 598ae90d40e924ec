import { getFormAnalytics } from '../../shared/contracts/responses/analytics.ts';
import { ratesOf, totalsOf } from '../../shared/domain/analytics/counts.ts';
import { fieldMetric, reportedFields } from '../../shared/domain/analytics/field-metrics.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { periodOf } from '../../shared/http/reports/report-period.ts';
import { droppedNamesOf } from '../../shared/store/forms/dropped-names.ts';
import { getFormOf } from '../../shared/store/forms/forms.ts';
import { readFormCounts } from '../../shared/store/responses/analytics.ts';

export const handler = endpoint(getFormAnalytics, async ({ params, query, caller }) => {
  const { period, days } = periodOf(query);
  const stored = await getFormOf(caller, params.id);
  if (!stored) throw notFound('Form');
  const { form, retiredFields } = stored;
  const [{ counts, fields }, dropped] = await Promise.all([readFormCounts(form.id, days), droppedNamesOf(form.id)]);
  const ids = new Set(form.fields.map(({ id }) => id));
  return {
    formId: form.id,
    environment: form.environment,
    period,
    totals: totalsOf(1, counts),
    rates: ratesOf(counts),
    fields: reportedFields(form.fields, retiredFields, fields).map(field => fieldMetric(field, fields)),
    dropped: dropped.filter(({ name }) => !ids.has(name)),
  };
});
