import { deleteView } from '../../shared/contracts/responses/views.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { getFormOf } from '../../shared/store/forms/forms.ts';
import { getViews, replaceViews } from '../../shared/store/responses/views.ts';

export const handler = endpoint(deleteView, async ({ params: { id: formId, viewId }, caller }) => {
  await retryOnConflict(async () => {
    if (!(await getFormOf(caller, formId))) throw notFound('Form');
    const read = await getViews(formId);
    const views = read.views.filter(({ id }) => id !== viewId);
    if (views.length === read.views.length) throw notFound('View');
    return (await replaceViews(read, views, { caller, action: deleteView.audited, viewId })) || undefined;
  });
});
