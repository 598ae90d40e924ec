import { getFieldAnalytics } from '../../shared/contracts/responses/analytics.ts';
import {
  fieldMetric,
  type ReportedField,
  reportedField,
  reportedFields,
} from '../../shared/domain/analytics/field-metrics.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { unknownField } from '../../shared/http/reports/check-field-id.ts';
import { periodOf } from '../../shared/http/reports/report-period.ts';
import { getFormOf, type StoredForm } from '../../shared/store/forms/forms.ts';
import { readFormCounts } from '../../shared/store/responses/analytics.ts';

export const handler = endpoint(getFieldAnalytics, async ({ query, caller }) => {
  const { period, days } = periodOf(query);
  const stored = await getFormOf(caller, query.form_id);
  if (!stored) throw notFound('Form');
  const { form, retiredFields } = stored;
  const one = query.field_id === undefined ? undefined : fieldOf(stored, query.field_id);
  const { fields: counts } = await readFormCounts(form.id, days);
  const fields = one ? [one] : reportedFields(form.fields, retiredFields, counts);
  return { formId: form.id, period, items: fields.map(field => fieldMetric(field, counts)) };
});

function fieldOf({ form, retiredFields }: StoredForm, id: string): ReportedField {
  const field = reportedField(form.fields, retiredFields, id);
  if (field) return field;
  throw unknownField({ form, retiredFields }, id);
}
