import { createTemplate as contract } from '../../shared/contracts/templates.ts';
import type { Fault } from '../../shared/domain/fault.ts';
import { faultsOfTemplate, newTemplate } from '../../shared/domain/template.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { validationFailed } from '../../shared/http/errors.ts';
import { optimistically } from '../../shared/http/optimistically.ts';
import { createTemplate, templatesMax } from '../../shared/store/templates.ts';

const full: Fault = {
  field: '',
  rule: 'maxTemplates',
  message: `The organization has ${templatesMax} templates, as many as there may be; delete one first`,
};

export const handler = endpoint(contract, async ({ body, caller }) => {
  const faults = faultsOfTemplate(body);
  if (faults.length > 0) throw validationFailed(faults);
  const template = newTemplate(body);
  const outcome = await optimistically(() => createTemplate(template, caller));
  if (outcome === 'full') throw validationFailed([full]);
  return template;
});
