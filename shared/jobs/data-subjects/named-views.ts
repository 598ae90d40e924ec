import { inBatches } from '../../batches.ts';
import { identifyingFields, viewMatcherOf } from '../../domain/responses/data-subject.ts';
import { readForms } from '../../store/forms/form-lists.ts';
import { type DataSubjectRequest, saveRequest } from '../../store/responses/data-subject-requests.ts';
import { getViewsOfAll, viewsWrite } from '../../store/responses/views.ts';
import type { RequestProgress } from './found-batches.ts';

/** The number of forms whose views are read at once. */
const formsAtOnce = 100;

/** Finds the saved views that name the person, by form. */
export async function* viewsNaming({ environmentId, fingerprint }: DataSubjectRequest) {
  if (!fingerprint) return;
  const { fieldId } = fingerprint;
  const names = viewMatcherOf(fingerprint);
  for await (const some of inBatches(readForms(environmentId, { order: 'asc' }), formsAtOnce)) {
    const forms = some.filter(stored => fieldId === undefined || identifyingFields(stored).has(fieldId));
    for (const read of await getViewsOfAll(forms.map(({ form }) => form.id))) {
      const named = read.views.filter(names);
      if (named.length > 0) yield { read, named };
    }
  }
}

/**
 * Removes the saved views that name the person. They are counted in the transaction that removes them. It may be
 * repeated.
 */
export async function removeViews(request: DataSubjectRequest, deadline: number): RequestProgress {
  let current = request;
  for await (const { read, named } of viewsNaming(request)) {
    const left = read.views.filter(view => !named.includes(view));
    const change = { views: (current.views ?? 0) + named.length };
    const saved = await saveRequest(current, change, { writes: [viewsWrite(read, left)] });
    if (saved && Date.now() < deadline) current = saved;
    else {
      // Either time has run out, or someone has just changed these views.
      await saveRequest(saved ?? current, {}, { due: Date.now() });
      return undefined;
    }
  }
  return saveRequest(current, { step: current.step + 1 });
}
