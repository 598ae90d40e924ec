import { getTemplate } from '../../shared/contracts/forms/templates.ts';
import { builtInTemplate } from '../../shared/domain/forms/built-in-templates/index.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { getOwnTemplate } from '../../shared/store/forms/templates.ts';

export const handler = endpoint(getTemplate, async ({ params, caller }) => {
  const template = builtInTemplate(params.id) ?? (await getOwnTemplate(caller, params.id))?.template;
  if (!template) throw notFound('Template');
  return template;
});
