import { exportFormAnalytics } from '../../shared/contracts/analytics.ts';
import { csvOfDays } from '../../shared/http/days-csv.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { notFound } from '../../shared/http/errors.ts';
import { periodOf } from '../../shared/http/report-period.ts';
import { readDayCounts } from '../../shared/store/analytics.ts';
import { getFormOf } from '../../shared/store/forms.ts';

export const handler = endpoint(exportFormAnalytics, async ({ params, query, caller }) => {
  const { days } = periodOf(query);
  const stored = await getFormOf(caller, params.id);
  if (!stored) throw notFound('Form');
  return csvOfDays(await readDayCounts(stored.form.id, days), `${stored.form.title} analytics`);
});
