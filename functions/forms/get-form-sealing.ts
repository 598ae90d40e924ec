import { getFormSealing as contract } from '../../shared/contracts/forms/sealing.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { getFormOf } from '../../shared/store/forms/forms.ts';
import { getSealingOf, startOf } from '../../shared/store/forms/sealing.ts';

export const handler = endpoint(contract, async ({ params, caller }) => {
  const stored = await getFormOf(caller, params.id);
  if (!stored) throw notFound('Form');
  const work = await getSealingOf(stored);
  if (!work) return { formId: params.id, status: 'done', rewritten: 0 };
  const { rewritten, finishedAt } = work;
  const changedAt = new Date(startOf(work)).toISOString();
  return { formId: params.id, status: finishedAt ? 'done' : 'running', rewritten, changedAt, finishedAt };
});
