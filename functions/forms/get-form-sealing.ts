import { getFormSealing as contract } from '../../shared/contracts/forms/sealing.ts';
import { policedFields } from '../../shared/domain/responses/policed-fields.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { getFormOf } from '../../shared/store/forms/forms.ts';
import { getSealingOf, startOf } from '../../shared/store/forms/sealing.ts';
import { startOfSealEnvironment } from '../../shared/store/jobs.ts';

export const handler = endpoint(contract, async ({ params, caller }) => {
  const stored = await getFormOf(caller, params.id);
  if (!stored) throw notFound('Form');
  const hasPolicies = policedFields(stored).size > 0;
  // Read the job first, because it starts the work on each form before it is removed.
  const startsAt = hasPolicies ? await startOfSealEnvironment(stored.environmentId) : undefined;
  const work = await getSealingOf(stored);
  const isRunning = work && !work.finishedAt;
  if (startsAt && !isRunning) return { formId: params.id, status: 'scheduled', rewritten: 0, startsAt };
  if (!work) return { formId: params.id, status: 'done', rewritten: 0 };
  const { rewritten, finishedAt } = work;
  const changedAt = new Date(startOf(work)).toISOString();
  return { formId: params.id, status: finishedAt ? 'done' : 'running', rewritten, changedAt, finishedAt };
});
