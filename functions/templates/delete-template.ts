import { deleteTemplate as contract } from '../../shared/contracts/forms/templates.ts';
import { builtInIsFixed, builtInTemplate } from '../../shared/domain/forms/built-in-templates/index.ts';
import type { Template } from '../../shared/domain/forms/template.ts';
import { conflict, notFound } from '../../shared/errors.ts';
import { removeFormerImages } from '../../shared/files/own-images.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { deleteTemplate, getOwnTemplate } from '../../shared/store/forms/templates.ts';

export const handler = endpoint(contract, async ({ params: { id }, caller }) => {
  if (builtInTemplate(id)) throw conflict(builtInIsFixed);
  let found: Template | undefined;
  await retryOnConflict(async () => {
    const stored = await getOwnTemplate(caller, id);
    if (!stored && !found) throw notFound('Template');
    found = stored?.template ?? found;
    return !stored || (await deleteTemplate(id, { caller, action: contract.audited })) || undefined;
  });
  if (found) await removeFormerImages(caller, found);
});
