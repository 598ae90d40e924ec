import { listVersions } from '../../shared/contracts/forms/versions.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { pageOfIds } from '../../shared/http/lists/id-page.ts';
import { getFormOf } from '../../shared/store/forms/forms.ts';
import { allVersions } from '../../shared/store/forms/versions.ts';

export const handler = endpoint(listVersions, async ({ params, query, caller }) => {
  const stored = await getFormOf(caller, params.id);
  if (!stored) throw notFound('Form');
  const { form, versions: latest } = stored;
  const versions = await allVersions(form.id);
  const shown = [...versions.values()].map(each => ({ formId: form.id, ...each, isCurrent: each.number === latest }));
  const bySortKey = new Map([...versions.keys()].map((key, index) => [key, shown[index]]));
  return pageOfIds([...bySortKey.keys()], query, async keys => keys.flatMap(key => bySortKey.get(key) ?? []));
});
