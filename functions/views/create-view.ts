import { createView } from '../../shared/contracts/responses/views.ts';
import { areTooMany, newView, viewsMax } from '../../shared/domain/responses/view.ts';
import { notFound, validationFailed } from '../../shared/errors.ts';
import type { Fault } from '../../shared/fault.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { getFormOf } from '../../shared/store/forms/forms.ts';
import { getViews, replaceViews } from '../../shared/store/responses/views.ts';

const full: Fault = {
  field: '',
  rule: 'maxViews',
  message: `A form can have ${viewsMax.count} views of ${viewsMax.bytes} bytes together; delete one first`,
};

export const handler = endpoint(createView, async ({ params: { id: formId }, body, caller }) => {
  const view = newView(body, { formId, createdBy: caller.id });
  return retryOnConflict(async () => {
    if (!(await getFormOf(caller, formId))) throw notFound('Form');
    const read = await getViews(formId);
    const views = [...read.views, view];
    if (areTooMany(views)) throw validationFailed([full]);
    const audited = { caller, action: createView.audited, viewId: view.id };
    return (await replaceViews(read, views, audited)) ? view : undefined;
  });
});
