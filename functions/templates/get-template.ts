import { getTemplate } from '../../shared/contracts/templates.ts';
import { builtInTemplate } from '../../shared/domain/built-in-templates.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { notFound } from '../../shared/http/errors.ts';
import { getOwnTemplate } from '../../shared/store/templates.ts';

export const handler = endpoint(getTemplate, async ({ params, caller }) => {
  const template = builtInTemplate(params.id) ?? (await getOwnTemplate(caller, params.id))?.template;
  if (!template) throw notFound('Template');
  return template;
});
