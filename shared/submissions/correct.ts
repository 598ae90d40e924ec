import type { Caller } from '../domain/accounts/caller.ts';
import type { Form } from '../domain/forms/form.ts';
import { chosenOptions, faultsOfFull, type LimitedOption } from '../domain/forms/option-limits.ts';
import { type Correction, correctedResponse, inAnswers } from '../domain/responses/correction.ts';
import type { Response } from '../domain/responses/response.ts';
import { changesBetween } from '../domain/responses/response-changes.ts';
import { validationFailed } from '../errors.ts';
import { moveFiles } from '../files/claims.ts';
import { getMember } from '../store/accounts/members.ts';
import { type AuditedAction, auditWrite } from '../store/audit.ts';
import { addExtraNames } from '../store/forms/forms.ts';
import { fullOptions, readPlaces, takePlaces } from '../store/responses/places.ts';
import { replaceResponse, type StoredResponse, withItsAnswers } from '../store/responses/responses.ts';
import { openResponse } from '../store/responses/sealed-answers.ts';
import type { TransactItem } from '../store/table.ts';

type Correcting = AuditedAction<Caller> & { trace: string | undefined };

/**
 * Corrects a response as a member asks, with the writes of its files and the audit trail in one transaction. Throws if
 * an answer, a note or a file is refused. Returns undefined if the response has changed since it was read.
 */
export async function correct(
  read: StoredResponse,
  correction: Correction,
  { caller, action, trace }: Correcting,
): Promise<Response | undefined> {
  const { storedForm, item } = read;
  const { form } = storedForm;
  const before = await openResponse(storedForm, withItsAnswers(read).response);
  const options = { authorId: caller.id, now: new Date().toISOString(), wasCompleted: item.wasCompleted };
  const corrected = correctedResponse(form, before, correction, options);
  if ('faults' in corrected) throw validationFailed(corrected.faults);
  const { response } = corrected;
  await checkAssignee(caller, before, response);
  const files = await moveFiles(form, before, response.answers);
  if ('faults' in files) throw validationFailed(files.faults.map(inAnswers));
  const taken = await takeNew(form, before, response);
  const fieldIds = new Set([...form.fields, ...storedForm.retiredFields].map(({ id }) => id));
  const changes = changesBetween(before, response, fieldIds);
  const audited = (id: string) => auditWrite(caller, action, id, { changes });
  const writes = (id: string): TransactItem[] => [...(files.writes?.(id) ?? []), ...taken.writes, audited(id)];
  await addExtraNames(storedForm, response.answers);
  return (await replaceResponse(read, response, { trace, takes: taken.names, writes })) ? response : undefined;
}

/**
 * Returns the places that a correction takes: those of the limited options that the response did not hold before.
 * Throws if one of them is full.
 */
async function takeNew(form: Form, before: Response, after: Response) {
  const had = new Set(heldBy(form, before).map(({ name }) => name));
  const options = heldBy(form, after).filter(({ name }) => !had.has(name));
  const places = options.length > 0 ? await readPlaces(form) : undefined;
  const full = fullOptions(places, options);
  if (full.length > 0) throw validationFailed(faultsOfFull(full).map(inAnswers));
  const names = options.map(({ name }) => name);
  return { names, writes: places ? takePlaces(places, names) : [] };
}

/** Returns the limited options whose places a response holds. */
const heldBy = (form: Form, { status, spam, answers }: Response): LimitedOption[] =>
  status === 'completed' && !spam ? chosenOptions(form, answers) : [];

/** Throws unless a new assignee is a member. An unchanged one may have left the organization. */
async function checkAssignee({ organizationId }: Caller, before: Response, { assigneeId }: Response): Promise<void> {
  if (assigneeId === undefined || assigneeId === before.assigneeId) return;
  if (await getMember(organizationId, assigneeId)) return;
  const message = 'is not a member of the organization; GET /users lists them';
  throw validationFailed([{ field: 'assigneeId', rule: 'unknown', message }]);
}
