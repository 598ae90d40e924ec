import { listWebhooks } from '../../shared/contracts/receivers/webhooks.ts';
import { invalidParameter, notFound } from '../../shared/errors.ts';
import type { Fault } from '../../shared/fault.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { pageOf, positionOf } from '../../shared/http/lists/page.ts';
import { pageOfMatches } from '../../shared/http/lists/search-page.ts';
import { getFormOf } from '../../shared/store/forms/forms.ts';
import { webhooksOfEnvironment, webhooksOfForm } from '../../shared/store/receivers/webhook-lists.ts';
import type { StoredWebhook } from '../../shared/store/receivers/webhooks.ts';

const appliesToNoForm: Fault = { field: 'form_id', rule: 'required', message: 'is required with applies=true' };

export const handler = endpoint(listWebhooks, async ({ query, caller }) => {
  const { form_id: formId, applies, order, offset = 0, limit, q } = query;
  if (applies && formId === undefined) throw invalidParameter([appliesToNoForm]);
  const position = positionOf(query);
  if (formId !== undefined && !(await getFormOf(caller, formId))) throw notFound('Form');
  const list = formId === undefined ? webhooksOfEnvironment(caller) : webhooksOfForm(caller, formId, { applies });
  const sortKeyOf = ({ webhook }: StoredWebhook) => webhook.id;
  const { items, ...page } =
    q === undefined
      ? await pageOf(list.read({ order, position, offset, expected: limit + 1 }), query, {
          ...{ sortKeyOf, count: list.count, keepTotal: true },
        })
      : await pageOfMatches(list.read({ order, position, expected: 100 }), query, {
          ...{ sortKeyOf, textsOf: ({ webhook }) => [webhook.url], q },
        });
  return { items: items.map(({ webhook }) => webhook), ...page };
});
