import { updateView } from '../../shared/contracts/responses/views.ts';
import { areTooMany, changedView, viewsMax } from '../../shared/domain/responses/view.ts';
import { notFound, validationFailed } from '../../shared/errors.ts';
import { applyPatch } from '../../shared/http/apply-patch.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { getFormOf } from '../../shared/store/forms/forms.ts';
import { getViews, replaceViews } from '../../shared/store/responses/views.ts';

const tooLarge = {
  field: '',
  rule: 'maxViews',
  message: `All views of a form take ${viewsMax.bytes} bytes at most; use fewer columns`,
};

export const handler = endpoint(updateView, async ({ params: { id: formId, viewId }, body, caller }) =>
  retryOnConflict(async () => {
    if (!(await getFormOf(caller, formId))) throw notFound('Form');
    const read = await getViews(formId);
    const before = read.views.find(({ id }) => id === viewId);
    if (!before) throw notFound('View');
    const change = applyPatch(updateView, before, body);
    if (!change) return before;
    const view = changedView(before, change);
    const views = read.views.map(each => (each === before ? view : each));
    if (areTooMany(views)) throw validationFailed([tooLarge]);
    return (await replaceViews(read, views, { caller, action: updateView.audited, viewId })) ? view : undefined;
  }),
);
