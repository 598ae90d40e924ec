import { updateTemplate } from '../../shared/contracts/templates.ts';
import { builtInIsFixed, builtInTemplate } from '../../shared/domain/built-in-templates.ts';
import { changedTemplate, faultsOfTemplate } from '../../shared/domain/template.ts';
import { checkIfMatch } from '../../shared/http/answer.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { conflict, notFound, validationFailed } from '../../shared/http/errors.ts';
import { optimistically } from '../../shared/http/optimistically.ts';
import { patched } from '../../shared/http/patched.ts';
import { getOwnTemplate, replaceTemplate } from '../../shared/store/templates.ts';

export const handler = endpoint(updateTemplate, async ({ params, body, caller, ifMatch }) =>
  optimistically(async () => {
    if (builtInTemplate(params.id)) throw conflict(builtInIsFixed);
    const stored = await getOwnTemplate(caller, params.id);
    if (!stored) throw notFound('Template');
    checkIfMatch(ifMatch, stored.template);
    const change = patched(updateTemplate, stored.template, body);
    if (!change) return stored.template;
    const template = changedTemplate(stored.template, change);
    const faults = faultsOfTemplate(template);
    if (faults.length > 0) throw validationFailed(faults);
    return (await replaceTemplate(stored, template, caller)) ? template : undefined;
  }),
);
