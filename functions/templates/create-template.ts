import { createTemplate as contract } from '../../shared/contracts/forms/templates.ts';
import { withoutUnused } from '../../shared/domain/forms/neutral-form.ts';
import { faultsOfTemplate, newTemplate } from '../../shared/domain/forms/template.ts';
import { uploadBytesMax } from '../../shared/env.ts';
import { validationFailed } from '../../shared/errors.ts';
import type { Fault } from '../../shared/fault.ts';
import { ofTemplate } from '../../shared/files/own-images.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import type { Request } from '../../shared/http/read-request.ts';
import { isObject } from '../../shared/json.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { createTemplate } from '../../shared/store/forms/templates.ts';
import { quotas } from '../../shared/store/quotas.ts';

const full: Fault = {
  field: '',
  rule: 'maxTemplates',
  message: `The organization has ${quotas.templates.max} templates, the most it can have; delete one first`,
};

export const handler = endpoint(contract, create, {
  prepare: body => (isObject(body) ? { ...body, form: withoutUnused(body.form) } : body),
});

async function create({ body, caller }: Request<typeof contract>) {
  const faults = faultsOfTemplate(body, { uploadBytesMax: uploadBytesMax() });
  if (faults.length > 0) throw validationFailed(faults);
  const template = await ofTemplate(newTemplate(body), caller);
  const outcome = await retryOnConflict(() => createTemplate(template, { caller, action: contract.audited }));
  if (outcome === 'full') throw validationFailed([full]);
  return template;
}
