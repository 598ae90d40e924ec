import { updateForm } from '../../shared/contracts/forms/forms.ts';
import type { Caller } from '../../shared/domain/accounts/caller.ts';
import { removedConsentTexts } from '../../shared/domain/forms/consent-texts.ts';
import { changedForm, type FormChange } from '../../shared/domain/forms/form.ts';
import { withUsedFields } from '../../shared/domain/forms/neutral-form.ts';
import { notFound } from '../../shared/errors.ts';
import { planUpdate } from '../../shared/forms/plan-update.ts';
import { applyPatch } from '../../shared/http/apply-patch.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { formReply, shownForm } from '../../shared/http/forms/form-reply.ts';
import { checkIfMatch, type Reply } from '../../shared/http/reply.ts';
import type { JsonObject } from '../../shared/json.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { keepConsentTexts } from '../../shared/store/forms/consent-texts.ts';
import { getFormOf, replaceForm, type StoredForm } from '../../shared/store/forms/forms.ts';
import type { TransactItem } from '../../shared/store/table.ts';

export const handler = endpoint(updateForm, async ({ params, body, caller, ifMatch, baseUrl }) =>
  retryOnConflict(async () => {
    const stored = await getFormOf(caller, params.id);
    if (!stored) throw notFound('Form');
    checkIfMatch(ifMatch, stored.form);
    const { warnings: _, ...patch } = body;
    return storeUpdate(stored, patch, { caller, baseUrl });
  }),
);

type StoringUpdate = {
  readonly caller: Caller;
  readonly baseUrl: string;
  /** Writes for the same transaction, which are made even if the patch changes nothing. */
  readonly also?: readonly TransactItem[];
};

/**
 * Stores a form after a patch. Returns undefined if it has changed since it was read. It is here, and not in `shared/`,
 * because the compiled validators of an operation come with the file of its function.
 */
export async function storeUpdate(
  stored: StoredForm,
  patch: JsonObject,
  { caller, baseUrl, also = [] }: StoringUpdate,
): Promise<Reply | undefined> {
  const properties = applyPatch(updateForm, await shownForm(stored.form), withUsedFields(patch));
  if (!properties && also.length === 0) return formReply(stored.form);
  const wanted = properties
    ? changedForm(stored.form, properties as FormChange, new Date().toISOString())
    : stored.form;
  const { form, shown, writes, ...rest } = await planUpdate(stored, wanted, { caller, baseUrl });
  await keepConsentTexts(form.id, removedConsentTexts(stored.form, form));
  return (await replaceForm(stored, form, [...writes, ...also], rest)) ? formReply(form, shown) : undefined;
}
