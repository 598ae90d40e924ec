import type { FromSchema } from 'json-schema-to-ts';
import type { AuditAction } from '../../contracts/audit-actions.ts';
import type { eraseDataSubject, exportDataSubject } from '../../contracts/responses/data-subjects.ts';
import type { Caller } from '../../domain/accounts/caller.ts';
import { isTime } from '../../domain/forms/settings-faults.ts';
import {
  type Criterion,
  criterionOf,
  fingerprintOf,
  identifyingFields,
  maskedCriterion,
} from '../../domain/responses/data-subject.ts';
import { forMentions } from '../../domain/responses/mentions.ts';
import { insufficientPermission, validationFailed } from '../../errors.ts';
import type { Fault } from '../../fault.ts';
import { isFormId, newId, responseAddress } from '../../ids.ts';
import { retryOnConflict } from '../../retry-on-conflict.ts';
import { environmentsOf } from '../../store/accounts/environments.ts';
import type { AuditDetails, AuditedAction } from '../../store/audit.ts';
import { readForms } from '../../store/forms/form-lists.ts';
import { getForms } from '../../store/forms/forms.ts';
import { quotas } from '../../store/quotas.ts';
import {
  createRequest,
  type DataSubjectRequest,
  exceptionsOf,
  requestRecords,
} from '../../store/responses/data-subject-requests.ts';
import { noSuchSearch, type StoredSearch, searchesOf } from './start-from-search.ts';

const full: Fault = {
  field: '',
  rule: 'maxDataSubjectRequests',
  message: `An environment has ${quotas.dataSubjectRequests.max} requests that have not ended; wait for one of them`,
};

const notADate: Fault = { field: 'deadline', rule: 'format', message: 'is not a valid date' };

const masked = 'data_subject.masked_exported';

const ownersOnly =
  'includeMasked: only a session of an owner may have masked answers whole. Leave it out, or ask an owner.';

const sessionsOnly =
  'environments: an API key has one environment. Leave it out, or send a session token to reach all of them.';

type Place = Pick<Caller, 'environment' | 'environmentId'>;

/** Returns the environments that a request covers, the caller's first. */
async function placesOf(caller: Caller, environments: 'one' | 'all'): Promise<Place[]> {
  const { environment, environmentId, organizationId } = caller;
  const own = { environment, environmentId };
  if (environments === 'one') return [own];
  if (caller.kind !== 'session') throw insufficientPermission(sessionsOnly);
  const others = (await environmentsOf(organizationId)).filter(({ id }) => id !== environmentId);
  return [own, ...others.map(({ id, name }) => ({ environment: name, environmentId: id }))];
}

/**
 * Checks that a criterion names a person, so that a common answer does not find everyone. A field names a person if it
 * is an email field, or is marked as such.
 */
async function checkCriterion(places: readonly Place[], criterion: Criterion): Promise<void> {
  if ('email' in criterion) return;
  for (const { environmentId } of places) {
    for await (const stored of readForms(environmentId, { order: 'asc' })) {
      if (identifyingFields(stored).has(criterion.fieldId)) return;
    }
  }
  throw validationFailed([notIdentifying]);
}

const notIdentifying: Fault = {
  field: 'fieldId',
  rule: 'identifies',
  message:
    'no form of this environment has this field as one that names a person; set identifies: true on the field, or name the person by email',
};

type ErasureBody = FromSchema<typeof eraseDataSubject.body>;
type DataSubjectBody = Pick<FromSchema<typeof exportDataSubject.body>, 'email' | 'fieldId' | 'value' | 'responsesMax'> &
  Partial<
    Pick<
      FromSchema<typeof exportDataSubject.body>,
      'environments' | 'deadline' | 'note' | 'includeMasked' | 'include' | 'language'
    >
  > &
  Partial<Pick<ErasureBody, 'searchId' | 'mentions' | 'except'>>;

/** Whom a request is about, and where. */
type Subject = Pick<DataSubjectRequest, 'subject' | 'fingerprint' | 'searchId' | 'until'> & Place;

/** Returns whom a request is about in each of its environments: by a criterion, or as an earlier search. */
async function subjectsOf(caller: Caller, body: DataSubjectBody): Promise<Subject[]> {
  const { environments = 'one', searchId, ...named } = body;
  const places = await placesOf(caller, environments);
  if (searchId === undefined) {
    const criterion = criterionOf(named);
    if ('faults' in criterion) throw validationFailed(criterion.faults);
    await checkCriterion(places, criterion);
    const fingerprint = forMentions(fingerprintOf(criterion), 'value' in criterion ? criterion.value : undefined);
    return places.map(place => ({ ...place, subject: maskedCriterion(criterion), fingerprint }));
  }
  if ([named.email, named.fieldId, named.value].some(part => part !== undefined)) throw validationFailed([twice]);
  const searches = await searchesOf(caller, searchId, environments);
  return places.map(place => ({ ...place, ...subjectOf(searches.find(isIn(place))) }));
}

const twice: Fault = {
  field: 'searchId',
  rule: 'oneOf',
  message: 'already names the person; leave out email, fieldId and value',
};

const isIn =
  ({ environmentId }: Place) =>
  (search: StoredSearch) =>
    search.environmentId === environmentId;

function subjectOf(search: StoredSearch | undefined): Omit<Subject, keyof Place> {
  // An environment that was made after the search.
  if (!search) throw validationFailed([noSuchSearch]);
  const { id, subject, fingerprint, createdAt } = search;
  return { subject, fingerprint, searchId: id, until: createdAt };
}

/** Returns how the file of an export shows the person's data, and who asked for it. Others have no file. */
function presentationOf(
  type: DataSubjectRequest['type'],
  { include = [], language }: DataSubjectBody,
  { name }: Caller,
) {
  return type === 'export' ? { include, ...(language && { language }), ...(name && { requestedBy: name }) } : {};
}

/** Stores a request to find, export or erase a person, which its job carries out. */
export async function startRequest(
  type: DataSubjectRequest['type'],
  body: DataSubjectBody,
  { caller, action }: AuditedAction<Caller>,
) {
  const { responsesMax, includeMasked = false, mentions = [], except = [], deadline, note } = body;
  if (deadline !== undefined && !isTime(deadline)) throw validationFailed([notADate]);
  if (includeMasked && !(caller.kind === 'session' && caller.role === 'owner'))
    throw insufficientPermission(ownersOnly);
  const common = {
    ...{ type, state: 'queued' as const, organizationId: caller.organizationId, createdAt: new Date().toISOString() },
    ...{ responsesMax, includeMasked, ...presentationOf(type, body, caller) },
    ...(deadline !== undefined && { deadline: new Date(deadline).toISOString() }),
    ...(note !== undefined && { note }),
    ...(type === 'search' && { hits: noHits }),
    ...{ forms: {}, batches: 0, step: 0, batch: 0, failures: 0, revision: 1 },
  };
  const subjects = await subjectsOf(caller, body);
  const choiceIn = await choicesBy(subjects, { mentions, except: exceptionsOf({ except }) });
  const ids = subjects.map(({ environment }) => ({ environment, id: newId('dataSubjectRequest') }));
  const requests = subjects.map((each, index): DataSubjectRequest => {
    const { id = '' } = ids[index] ?? {};
    return { id, ...each, ...common, ...choiceIn(each), ...(ids.length > 1 && { parts: ids }) };
  });
  const [own] = requests as [DataSubjectRequest];
  const also: AuditAction[] = includeMasked ? [masked] : [];
  const outcome = await retryOnConflict(() => createRequest(own, { caller, action, also, detailsOf }, requests));
  if (outcome === 'full') throw validationFailed([full]);
  const [record] = await requestRecords(caller, [own]);
  return record;
}

/** Returns what the audit trail says of a request: the responses that an erasure keeps for a reason. */
function detailsOf(request: DataSubjectRequest): AuditDetails {
  const exceptions = exceptionsOf(request).flatMap(({ responseId, reason }) =>
    reason === null ? [] : [{ responseId, reason }],
  );
  return exceptions.length > 0 ? { exceptions } : {};
}

type Choices = { mentions: readonly string[]; except: ReturnType<typeof exceptionsOf> };

/**
 * Returns a function that tells which chosen responses belong to an environment, because a key of it must not see those
 * of another. The first environment has those of unknown forms.
 */
async function choicesBy(places: readonly Place[], { mentions, except }: Choices) {
  const chosen = [...mentions, ...except.map(({ responseId }) => responseId)];
  const formOf = (id: string) => responseAddress(id)?.formId ?? '';
  const forms = places.length > 1 ? await getForms(chosen.map(formOf).filter(isFormId)) : undefined;
  const known = new Set(places.map(({ environmentId }) => environmentId));
  return ({ environmentId }: Place): Partial<Choices> => {
    const isHere = (id: string) => {
      const of = forms?.get(formOf(id))?.environmentId;
      return (of !== undefined && known.has(of) ? of : places[0]?.environmentId) === environmentId;
    };
    const here = { mentions: mentions.filter(isHere), except: except.filter(each => isHere(each.responseId)) };
    return {
      ...(here.mentions.length > 0 && { mentions: here.mentions }),
      ...(here.except.length > 0 && { except: here.except }),
    };
  };
}

const noHits = { named: 0, mentioned: 0, notes: 0, recipients: 0, accounts: 0 };
