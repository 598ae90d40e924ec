import { checkRole } from '../auth/check-role.ts';
import { createForm } from '../contracts/forms/forms.ts';
import { planWebhooks } from '../delivery/form-webhooks.ts';
import type { Caller } from '../domain/accounts/caller.ts';
import { actorOf } from '../domain/accounts/memberships.ts';
import type { Form } from '../domain/forms/form.ts';
import { faultsOfForm } from '../domain/forms/form-rules.ts';
import { sendsMail, uploadBytesMax } from '../env.ts';
import { sendsNoMail, validationFailed } from '../errors.ts';
import { checkedStorage } from '../files/check-storage.ts';
import { withOwnImages } from '../files/own-images.ts';
import { faultsOfFormWebhooks } from '../outbound/receiver-url-faults.ts';
import { auditWrite } from '../store/audit.ts';
import { sealCaptchaSecrets } from '../store/forms/captcha-secrets.ts';
import type { StoredForm } from '../store/forms/forms.ts';
import { checkSlug } from '../store/forms/slugs.ts';
import { autoresponderWrite } from '../store/receivers/autoresponders.ts';
import type { TransactItem } from '../store/table.ts';

export type Planning = { readonly caller: Caller; readonly baseUrl: string };

export type FormPlan = Pick<StoredForm, 'form' | 'captchaSecrets'> & {
  /** The form as the reply shows it, with new webhook secrets, which nobody can read again. */
  shown: Form;
  /** The writes of what belongs to the form and of the audit trail, for the transaction that stores the form. */
  writes: TransactItem[];
};

/** Returns what a new form stores. Throws if it breaks a rule, or the caller's role may not choose its storage. */
export async function planCreation(wanted: Form, { caller, baseUrl }: Planning): Promise<FormPlan> {
  checkMail(wanted);
  const { form: sealed, captchaSecrets } = await sealCaptchaSecrets(wanted, caller);
  const faults = [
    ...faultsOfForm(sealed, { uploadBytesMax: uploadBytesMax() }),
    ...(await faultsOfFormWebhooks(sealed.webhooks ?? [])),
  ];
  if (faults.length > 0) throw validationFailed(faults);
  await checkSlug(sealed);
  const mayChange = () => checkRole(actorOf(caller), createForm.roleOf.storage);
  const theme = await withOwnImages(sealed.theme, { organizationId: caller.organizationId, id: sealed.id });
  const form = await checkedStorage({ ...sealed, ...(theme && { theme }) }, caller, { mayChange });
  const webhooks = await planWebhooks(form, [], caller);
  const own = form.autoresponder
    ? [autoresponderWrite(form, { caller, baseUrl }), auditWrite(caller, 'form.autoresponder_changed', form.id)]
    : [];
  return { ...webhooks, captchaSecrets, writes: [...own, ...webhooks.writes] };
}

/** Throws if a form sends confirmation emails, and the deployment sends no email. */
export function checkMail({ autoresponder }: Form): void {
  if (autoresponder?.enabled && !sendsMail()) throw sendsNoMail('autoresponder.enabled');
}
