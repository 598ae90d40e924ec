import type { FromSchema } from 'json-schema-to-ts';
import { listDataSubjectHits } from '../../shared/contracts/responses/data-subjects.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { pageOfIds } from '../../shared/http/lists/id-page.ts';
import { responseId } from '../../shared/ids.ts';
import { getForms, type StoredForm } from '../../shared/store/forms/forms.ts';
import {
  type AddressHit,
  type DataSubjectRequest,
  getRequestOf,
} from '../../shared/store/responses/data-subject-requests.ts';
import { type FoundResponse, readAllBatches } from '../../shared/store/responses/found-responses.ts';

type Hit = FromSchema<typeof listDataSubjectHits.response>['items'][number];

type FoundHit = AddressHit | (FoundResponse & { kind: Hit['kind']; id: string; formId: string });

export const handler = endpoint(listDataSubjectHits, async ({ params, query, caller }) => {
  const request = await getRequestOf(caller, params.id);
  if (!request) throw notFound('Request');
  const hits = new Map<string, FoundHit>();
  for await (const hit of hitsOf(request)) {
    if (query.kind === undefined || query.kind === hit.kind) hits.set(hit.id, hit);
  }
  return pageOfIds([...hits.keys()], query, async ids => {
    const some = ids.flatMap(id => hits.get(id) ?? []);
    const forms = await getForms(some.flatMap(hit => ('formId' in hit ? hit.formId : [])));
    return some.map(hit => ('formId' in hit ? responseHit(hit, forms.get(hit.formId)) : { ...nowhere, ...hit }));
  });
});

/** Reads the hits of an ended search, which are stored for some days. */
async function* hitsOf({ id, hitsUntil = '', addressHits = [] }: DataSubjectRequest): AsyncGenerator<FoundHit> {
  if (hitsUntil <= new Date().toISOString()) return;
  yield* addressHits;
  for await (const { formId, responses } of readAllBatches(id)) {
    for (const found of responses) {
      yield { ...found, kind: found.kind ?? 'named', id: responseId(formId, found.sortKey), formId };
    }
  }
}

const nowhere = { formId: null, formTitle: null, archived: false, fields: [], noteIds: [], replyIds: [] };

function responseHit(hit: Exclude<FoundHit, AddressHit>, stored: StoredForm | undefined): Hit {
  const { id, kind, formId, archived = false, fields = [], notes = [], replies = [] } = hit;
  const known: readonly { id: string; label?: string }[] = [
    ...(stored?.form.fields ?? []),
    ...(stored?.retiredFields ?? []),
  ];
  return {
    ...{ id, kind, formId, archived, formTitle: stored?.form.title ?? null },
    fields: fields.map(fieldId => ({ id: fieldId, label: known.find(({ id }) => id === fieldId)?.label ?? null })),
    ...{ noteIds: [...notes], replyIds: [...replies] },
  };
}
