import { checkRole } from '../../shared/auth/check-role.ts';
import { createForm } from '../../shared/contracts/forms/forms.ts';
import { changeEntries } from '../../shared/delivery/form-webhooks.ts';
import type { Caller } from '../../shared/domain/accounts/caller.ts';
import { actorOf } from '../../shared/domain/accounts/memberships.ts';
import { builtInTemplate } from '../../shared/domain/forms/built-in-templates/index.ts';
import { faultsOfForm } from '../../shared/domain/forms/form-rules.ts';
import { withoutUnused } from '../../shared/domain/forms/neutral-form.ts';
import { newForm } from '../../shared/domain/forms/stored-form.ts';
import { formFrom, type Template } from '../../shared/domain/forms/template.ts';
import { sendsMail, uploadBytesMax } from '../../shared/env.ts';
import { sendsNoMail, validationFailed } from '../../shared/errors.ts';
import { checkedStorage } from '../../shared/files/check-storage.ts';
import { withOwnImages } from '../../shared/files/own-images.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { formReply } from '../../shared/http/forms/form-reply.ts';
import type { Request } from '../../shared/http/read-request.ts';
import type { Reply } from '../../shared/http/reply.ts';
import { faultsOfFormWebhooks } from '../../shared/outbound/receiver-url-faults.ts';
import { auditWrite } from '../../shared/store/audit.ts';
import { sealCaptchaSecrets } from '../../shared/store/forms/captcha-secrets.ts';
import { putForm } from '../../shared/store/forms/forms.ts';
import { checkSlug } from '../../shared/store/forms/slugs.ts';
import { getOwnTemplate } from '../../shared/store/forms/templates.ts';
import { autoresponderWrite } from '../../shared/store/receivers/autoresponders.ts';

export const handler = endpoint(createForm, create, { prepare: withoutUnused });

async function create({ body, caller, baseUrl }: Request<typeof createForm>): Promise<Reply> {
  const template = body.templateId === undefined ? undefined : await templateOf(caller, body.templateId);
  if (body.webhooks?.length) checkRole(actorOf(caller), createForm.roleOf.webhooks);
  if (body.autoresponder) checkRole(actorOf(caller), createForm.roleOf.autoresponder);
  if (body.autoresponder?.enabled && !sendsMail()) throw sendsNoMail('autoresponder.enabled');
  const asked = newForm(formFrom(template, body), caller.environment);
  const { form: sealed, captchaSecrets } = await sealCaptchaSecrets(asked, caller);
  const faults = [
    ...faultsOfForm(sealed, { uploadBytesMax: uploadBytesMax() }),
    ...(await faultsOfFormWebhooks(sealed.webhooks ?? [])),
  ];
  if (faults.length > 0) throw validationFailed(faults);
  await checkSlug(sealed);
  const mayChange = () => checkRole(actorOf(caller), createForm.roleOf.storage);
  const { organizationId } = caller;
  const theme = await withOwnImages(sealed.theme, { organizationId, id: sealed.id });
  const form = await checkedStorage({ ...sealed, ...(theme && { theme }) }, caller, { mayChange });
  const own = form.autoresponder
    ? [autoresponderWrite(form, { caller, baseUrl }), auditWrite(caller, 'form.autoresponder_changed', form.id)]
    : [];
  if (!form.webhooks) {
    await putForm(form, caller, own, captchaSecrets);
    return formReply(form);
  }
  const { entries, shown, writes } = await changeEntries(form.id, form.webhooks, [], caller);
  const stored = { ...form, webhooks: entries };
  await putForm(stored, caller, [...own, ...writes], captchaSecrets);
  return formReply(stored, { ...form, webhooks: shown });
}

async function templateOf(caller: Caller, templateId: string): Promise<Template> {
  const template = builtInTemplate(templateId) ?? (await getOwnTemplate(caller, templateId))?.template;
  if (template) return template;
  const message = 'is not the id of a template; list them with GET /templates';
  throw validationFailed([{ field: 'templateId', rule: 'unknown', message }]);
}
