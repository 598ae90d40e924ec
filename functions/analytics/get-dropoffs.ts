import { getDropoffs } from '../../shared/contracts/responses/analytics.ts';
import { dropOffRate, dropOffs, fromBrowsers } from '../../shared/domain/analytics/counts.ts';
import { fieldDropOffs, reportedFields } from '../../shared/domain/analytics/field-metrics.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { periodOf } from '../../shared/http/reports/report-period.ts';
import { getFormOf } from '../../shared/store/forms/forms.ts';
import { readFormCounts } from '../../shared/store/responses/analytics.ts';

export const handler = endpoint(getDropoffs, async ({ query, caller }) => {
  const { period, days } = periodOf(query);
  const stored = await getFormOf(caller, query.form_id);
  if (!stored) throw notFound('Form');
  const { form, retiredFields } = stored;
  const { counts, fields } = await readFormCounts(form.id, days);
  return {
    formId: form.id,
    period,
    starts: counts.starts,
    submissions: counts.submissions,
    submissionsFromBrowsers: fromBrowsers(counts),
    dropOffs: dropOffs(counts),
    dropOffRate: dropOffRate(counts),
    fields: reportedFields(form.fields, retiredFields, fields).map(field => fieldDropOffs(field, fields)),
  };
});
