import { checkRole } from '../../shared/auth/check-role.ts';
import { createForm } from '../../shared/contracts/forms/forms.ts';
import type { Caller } from '../../shared/domain/accounts/caller.ts';
import { actorOf } from '../../shared/domain/accounts/memberships.ts';
import { builtInTemplate } from '../../shared/domain/forms/built-in-templates/index.ts';
import { withoutUnused } from '../../shared/domain/forms/neutral-form.ts';
import { newForm } from '../../shared/domain/forms/stored-form.ts';
import { formFrom, type Template } from '../../shared/domain/forms/template.ts';
import { validationFailed } from '../../shared/errors.ts';
import { planCreation } from '../../shared/forms/plan-creation.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { formReply } from '../../shared/http/forms/form-reply.ts';
import type { Request } from '../../shared/http/read-request.ts';
import type { Reply } from '../../shared/http/reply.ts';
import { putForm } from '../../shared/store/forms/forms.ts';
import { getOwnTemplate } from '../../shared/store/forms/templates.ts';

export const handler = endpoint(createForm, create, { prepare: withoutUnused });

async function create({ body, caller, baseUrl }: Request<typeof createForm>): Promise<Reply> {
  const template = body.templateId === undefined ? undefined : await templateOf(caller, body.templateId);
  if (body.webhooks?.length) checkRole(actorOf(caller), createForm.roleOf.webhooks);
  if (body.autoresponder) checkRole(actorOf(caller), createForm.roleOf.autoresponder);
  const wanted = newForm(formFrom(template, body), caller.environment);
  const { form, shown, writes, captchaSecrets } = await planCreation(wanted, { caller, baseUrl });
  await putForm(form, caller, writes, captchaSecrets);
  return formReply(form, shown);
}

async function templateOf(caller: Caller, templateId: string): Promise<Template> {
  const template = builtInTemplate(templateId) ?? (await getOwnTemplate(caller, templateId))?.template;
  if (template) return template;
  const message = 'is not the id of a template; list them with GET /templates';
  throw validationFailed([{ field: 'templateId', rule: 'unknown', message }]);
}
