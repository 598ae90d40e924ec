import { createEvents } from '../../shared/contracts/responses/events.ts';
import type { Caller } from '../../shared/domain/accounts/caller.ts';
import { type EventGroup, faultsOfEvent, groupsOf, type SentEvent } from '../../shared/domain/responses/visit.ts';
import { notFound, validationFailed } from '../../shared/errors.ts';
import type { Fault } from '../../shared/fault.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { checkAdmission, corsHeaders } from '../../shared/http/forms/admission.ts';
import { limitSender } from '../../shared/http/limits.ts';
import { Reply } from '../../shared/http/reply.ts';
import { ofOneSession, retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { getCachedFormOf, type StoredForm } from '../../shared/store/forms/forms.ts';
import { recordEvents } from '../../shared/store/responses/visits.ts';

export const handler = endpoint(createEvents, async request => {
  const { body, caller, params, origin } = request;
  const stored = await getCachedFormOf(caller, params.id);
  if (!stored) throw notFound('Form');
  checkAdmission(stored.form, request);
  await limitSender(createEvents, stored.form.id, request, [body].flat().length);
  const events = checkEvents(stored, body, caller);
  const fields = new Set(stored.form.fields.map(({ id }) => id));
  const visits = Map.groupBy(groupsOf(events, fields, Date.now()), ({ sessionId }) => sessionId);
  await Promise.all([...visits.values()].map(groups => record(stored, groups)));
  return new Reply({ accepted: events.length }, { headers: corsHeaders(stored.form, origin) });
});

/**
 * The maximum number of sessions in a request. A page sends events of the current visit, and of one or two earlier
 * ones.
 */
const sessionsMax = 3;

const tooManySessions: Fault = {
  field: '',
  rule: 'maxSessions',
  message: `With a publishable key, the events of a request must be of at most ${sessionsMax} sessions; send the rest in another request, or from a server`,
};

/** Returns the events, or throws if any has a fault. Fields that were removed after the page loaded are no fault. */
function checkEvents(
  { form, retiredFields }: StoredForm,
  body: SentEvent | SentEvent[],
  { kind }: Caller,
): SentEvent[] {
  const sessions = new Set([body].flat().map(({ sessionId }) => sessionId)).size;
  if (kind === 'publishableKey' && sessions > sessionsMax) throw validationFailed([tooManySessions]);
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

/** Records the groups of one visit in order, because the last one has its current state. */
async function record({ form, environmentId }: StoredForm, groups: readonly EventGroup[]): Promise<void> {
  for (const group of groups) {
    const visitor = { formId: form.id, environmentId, sessionId: group.sessionId };
    await retryOnConflict(async () => (await recordEvents(visitor, group)) || undefined, ofOneSession);
  }
}
