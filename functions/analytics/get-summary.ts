import { getSummary } from '../../shared/contracts/responses/summaries.ts';
import { withPlaces } from '../../shared/domain/summaries/choice-places.ts';
import { summaryOf } from '../../shared/domain/summaries/summary.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { checkFieldId } from '../../shared/http/reports/check-field-id.ts';
import { daysBetween } from '../../shared/http/reports/report-period.ts';
import { csvOfSummary } from '../../shared/http/reports/summary-csv.ts';
import { getFormOf } from '../../shared/store/forms/forms.ts';
import { leftByField, readPlaces } from '../../shared/store/responses/places.ts';
import { readAnswerSums, readTextSample } from '../../shared/store/responses/summaries.ts';

export const handler = endpoint(getSummary, async ({ params, query, caller }) => {
  const { period, bounds } = daysBetween(query);
  const stored = await getFormOf(caller, params.id);
  if (!stored) throw notFound('Form');
  const fieldId = query.field_id;
  if (fieldId !== undefined) checkFieldId(stored, fieldId);
  const [sums, sample] = await Promise.all([readAnswerSums(stored, bounds), readTextSample(stored, bounds, fieldId)]);
  const summary = summaryOf(stored, sums, { sample, fieldId });
  if (query.format === 'csv') return csvOfSummary(summary, `${stored.form.title} summary`);
  const left = leftByField(stored.form, await readPlaces(stored.form));
  const fields = summary.fields.map(field => withPlaces(field, stored.form, left.get(field.fieldId)));
  return { formId: stored.form.id, period, ...summary, fields };
});
