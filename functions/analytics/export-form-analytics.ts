import { exportFormAnalytics } from '../../shared/contracts/responses/analytics.ts';
import { reportedFields } from '../../shared/domain/analytics/field-metrics.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { csvOfDays, csvOfFields } from '../../shared/http/reports/analytics-csv.ts';
import { periodOf } from '../../shared/http/reports/report-period.ts';
import { getFormOf } from '../../shared/store/forms/forms.ts';
import { readDayCounts, readFormCounts } from '../../shared/store/responses/analytics.ts';

export const handler = endpoint(exportFormAnalytics, async ({ params, query, caller }) => {
  const { days } = periodOf(query);
  const stored = await getFormOf(caller, params.id);
  if (!stored) throw notFound('Form');
  const { form, retiredFields } = stored;
  const name = `${form.title} analytics`;
  if (query.section === 'days') return csvOfDays(await readDayCounts(form.id, days), name);
  const { fields } = await readFormCounts(form.id, days);
  return csvOfFields(reportedFields(form.fields, retiredFields, fields), fields, `${name} of fields`);
});
