import { deleteTemplate as contract } from '../../shared/contracts/templates.ts';
import { builtInIsFixed, builtInTemplate } from '../../shared/domain/built-in-templates.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { conflict, notFound } from '../../shared/http/errors.ts';
import { optimistically } from '../../shared/http/optimistically.ts';
import { deleteTemplate, getOwnTemplate } from '../../shared/store/templates.ts';

export const handler = endpoint(contract, async ({ params: { id }, caller }) => {
  if (builtInTemplate(id)) throw conflict(builtInIsFixed);
  let found = false;
  await optimistically(async () => {
    const stored = await getOwnTemplate(caller, id);
    if (!stored && !found) throw notFound('Template');
    found = true;
    return !stored || (await deleteTemplate(id, caller)) || undefined;
  });
});
