import { getTrends } from '../../shared/contracts/responses/analytics.ts';
import { pointOf } from '../../shared/domain/analytics/counts.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { periodOf } from '../../shared/http/reports/report-period.ts';
import { getFormOf } from '../../shared/store/forms/forms.ts';
import { readDayCounts } from '../../shared/store/responses/analytics.ts';

export const handler = endpoint(getTrends, async ({ query, caller }) => {
  const { period, days } = periodOf(query);
  const { form_id: formId = null } = query;
  if (formId !== null && !(await getFormOf(caller, formId))) throw notFound('Form');
  const ofDays = await readDayCounts(formId ?? caller.environmentId, days);
  return { formId, period, points: ofDays.map(pointOf) };
});
