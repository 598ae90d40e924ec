import { updateTemplate } from '../../shared/contracts/forms/templates.ts';
import { builtInIsFixed, builtInTemplate } from '../../shared/domain/forms/built-in-templates/index.ts';
import { withUsedFields } from '../../shared/domain/forms/neutral-form.ts';
import { changedTemplate, faultsOfTemplate } from '../../shared/domain/forms/template.ts';
import { uploadBytesMax } from '../../shared/env.ts';
import { conflict, notFound, validationFailed } from '../../shared/errors.ts';
import { ofTemplate, removeFormerImages } from '../../shared/files/own-images.ts';
import { applyPatch } from '../../shared/http/apply-patch.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { checkIfMatch } from '../../shared/http/reply.ts';
import { isObject, type JsonObject } from '../../shared/json.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { getOwnTemplate, replaceTemplate } from '../../shared/store/forms/templates.ts';

export const handler = endpoint(updateTemplate, async ({ params, body, caller, ifMatch }) =>
  retryOnConflict(async () => {
    if (builtInTemplate(params.id)) throw conflict(builtInIsFixed);
    const stored = await getOwnTemplate(caller, params.id);
    if (!stored) throw notFound('Template');
    checkIfMatch(ifMatch, stored.template);
    const change = applyPatch(updateTemplate, stored.template, patchOf(body));
    if (!change) return stored.template;
    const changed = changedTemplate(stored.template, change);
    const faults = faultsOfTemplate(changed, { uploadBytesMax: uploadBytesMax() });
    if (faults.length > 0) throw validationFailed(faults);
    const template = await ofTemplate(changed, caller);
    if (!(await replaceTemplate(stored, template, { caller, action: updateTemplate.audited }))) return undefined;
    await removeFormerImages(caller, stored.template, template);
    return template;
  }),
);

const patchOf = (body: JsonObject): JsonObject =>
  isObject(body.form) ? { ...body, form: withUsedFields(body.form) } : body;
