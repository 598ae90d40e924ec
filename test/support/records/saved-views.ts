import type { Caller } from '../../../shared/domain/accounts/caller.ts';
import { newView, type View } from '../../../shared/domain/responses/view.ts';
import type { StoredForm } from '../../../shared/store/forms/forms.ts';
import { getViews, replaceViews } from '../../../shared/store/responses/views.ts';

/** The name of a view, and its filters. */
export type ViewContent = Pick<View, 'name'> & Partial<Pick<View, 'filters'>>;

/** Stores these views of a form, after those that it has. */
export async function savedViews(caller: Caller, { form }: StoredForm, views: readonly ViewContent[]): Promise<View[]> {
  const added = views.map(view => newView(view, { formId: form.id, createdBy: caller.id }));
  const read = await getViews(form.id);
  const audited = { caller, action: 'view.created' as const, viewId: added[0]?.id ?? '' };
  if (!(await replaceViews(read, [...read.views, ...added], audited))) throw new Error('The views are not stored');
  return added;
}
