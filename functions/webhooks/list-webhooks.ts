import { listWebhooks } from '../../shared/contracts/receivers/webhooks.ts';
import { invalidParameter, notFound } from '../../shared/errors.ts';
import type { Fault } from '../../shared/fault.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { pageOf, positionOf } from '../../shared/http/lists/page.ts';
import { getFormOf } from '../../shared/store/forms/forms.ts';
import { webhooksOfEnvironment, webhooksOfForm } from '../../shared/store/receivers/webhook-lists.ts';

const appliesToNoForm: Fault = { field: 'form_id', rule: 'required', message: 'is required with applies=true' };

export const handler = endpoint(listWebhooks, async ({ query, caller }) => {
  const { form_id: formId, applies, order, offset = 0, limit } = query;
  if (applies && formId === undefined) throw invalidParameter([appliesToNoForm]);
  const position = positionOf(query);
  if (formId !== undefined && !(await getFormOf(caller, formId))) throw notFound('Form');
  const list = formId === undefined ? webhooksOfEnvironment(caller) : webhooksOfForm(caller, formId, { applies });
  const { items, ...page } = await pageOf(list.read({ order, position, offset, expected: limit + 1 }), query, {
    sortKeyOf: ({ webhook }) => webhook.id,
    count: list.count,
    keepTotal: true,
  });
  return { items: items.map(({ webhook }) => webhook), ...page };
});
