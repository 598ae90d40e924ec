import { getDraftVersion as contract } from '../../shared/contracts/forms/versions.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { draftReply } from '../../shared/http/forms/draft-reply.ts';
import { getDraftVersion } from '../../shared/store/forms/draft-versions.ts';
import { getFormOf } from '../../shared/store/forms/forms.ts';

export const handler = endpoint(contract, async ({ params, caller }) => {
  const stored = await getFormOf(caller, params.id);
  if (!stored) throw notFound('Form');
  return draftReply(await getDraftVersion(stored.form));
});
