import { createEvents } from '../../shared/contracts/responses/events.ts';
import { type EventGroup, faultsOfEvent, groupsOf, type SentEvent } from '../../shared/domain/responses/visit.ts';
import { notFound, validationFailed } from '../../shared/errors.ts';
import { checkAdmission, corsHeaders } from '../../shared/http/admission.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { Reply } from '../../shared/http/reply.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { getCachedFormOf, type StoredForm } from '../../shared/store/forms/forms.ts';
import { recordEvents } from '../../shared/store/responses/visits.ts';

export const handler = endpoint(createEvents, async request => {
  const { body, caller, params, origin } = request;
  const stored = await getCachedFormOf(caller, params.id);
  if (!stored) throw notFound('Form');
  checkAdmission(stored.form, request);
  const events = checkEvents(stored, body);
  const fields = new Set(stored.form.fields.map(({ id }) => id));
  const visits = Map.groupBy(groupsOf(events, fields, Date.now()), ({ sessionId }) => sessionId);
  await Promise.all([...visits.values()].map(groups => record(stored, groups)));
  return new Reply({ accepted: events.length }, { headers: corsHeaders(stored.form, origin) });
});

/** The events, when nothing is wrong with any of them. A page that was loaded before the form changed is not wrong. */
function checkEvents({ form, retiredFields }: StoredForm, body: SentEvent | SentEvent[]): SentEvent[] {
  const known = new Set([...form.fields, ...retiredFields].map(({ id }) => id));
  const faults = [body].flat().flatMap((event, index) =>
    faultsOfEvent(event, known).map(fault => ({
      ...fault,
      field: Array.isArray(body) ? `[${index}].${fault.field}` : fault.field,
    })),
  );
  if (faults.length > 0) throw validationFailed(faults);
  return [body].flat();
}

/** The groups of one visit, one after the other: the last one says how things stand. */
async function record({ form, environmentId }: StoredForm, groups: readonly EventGroup[]): Promise<void> {
  for (const group of groups) {
    const visitor = { formId: form.id, environmentId, sessionId: group.sessionId };
    await retryOnConflict(async () => (await recordEvents(visitor, group)) || undefined);
  }
}
