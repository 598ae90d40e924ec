import { getVersion as contract } from '../../shared/contracts/forms/versions.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { getFormOf } from '../../shared/store/forms/forms.ts';
import { getVersion } from '../../shared/store/forms/versions.ts';

export const handler = endpoint(contract, async ({ params, caller }) => {
  const stored = await getFormOf(caller, params.id);
  if (!stored) throw notFound('Form');
  const version = await getVersion(stored.form.id, Number(params.number));
  if (!version) throw notFound('Version');
  const { content, ...rest } = version;
  return { formId: stored.form.id, ...rest, isCurrent: rest.number === stored.versions, ...content };
});
