import { updateDraftVersion as contract } from '../../shared/contracts/forms/versions.ts';
import { changeable, faultsOfPatch } from '../../shared/domain/bodies/merge-patch.ts';
import { contentOf, type FormContent } from '../../shared/domain/forms/content.ts';
import { isSame } from '../../shared/domain/forms/form-changes.ts';
import { notFound, validationFailed } from '../../shared/errors.ts';
import type { Fault } from '../../shared/fault.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { draftRecord, draftReply, etagOfDraft } from '../../shared/http/forms/draft-reply.ts';
import { checkEtag } from '../../shared/http/reply.ts';
import { faultsOf } from '../../shared/http/validation/validate.ts';
import type { JsonObject } from '../../shared/json.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import {
  type DraftVersion,
  getDraftVersion,
  packDraft,
  putDraftVersion,
} from '../../shared/store/forms/draft-versions.ts';
import { getFormOf } from '../../shared/store/forms/forms.ts';

export const handler = endpoint(contract, async ({ params, body, caller, ifMatch }) =>
  retryOnConflict(async () => {
    const stored = await getFormOf(caller, params.id);
    if (!stored) throw notFound('Form');
    const draft = await getDraftVersion(stored.form);
    checkEtag(ifMatch, etagOfDraft(draft));
    const { fault, ...packed } = packDraft(draft, patchedContent(draft, body));
    if (fault) throw validationFailed([fault]);
    if (isSame(packed.content, draft.content)) return draftReply(draft);
    const saved = await putDraftVersion(stored, draft, packed, { caller, savedAt: new Date().toISOString() });
    return saved && draftReply(saved);
  }),
);

/** Returns the content of a draft after a patch. Throws a 400 if an editor could not show it. */
function patchedContent(draft: DraftVersion, patch: JsonObject): FormContent {
  const record = draftRecord(draft);
  const patched = changeable(record, patch, contract.patches).after as FormContent;
  const faults = [...faultsOfPatch(record, patch, contract.patches), ...faultsOfShape(patched)];
  if (faults.length > 0) throw validationFailed(faults);
  return contentOf(patched);
}

/** The rules that something incomplete breaks. Publishing checks them. */
const later = ['minLength', 'maxLength', 'minItems', 'minProperties', 'minimum', 'maximum', 'pattern', 'format'];

/** Returns the faults that would keep an editor from showing the draft. */
function faultsOfShape(content: FormContent): Fault[] {
  const faults = faultsOf('body', contract.body, structuredClone(content));
  return faults.filter(({ field, rule }) =>
    rule === 'required' ? /^(title|fields|fields\[\d+\]\.(id|type))$/.test(field) : !later.includes(rule),
  );
}
