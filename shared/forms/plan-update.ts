import { checkRole } from '../auth/check-role.ts';
import { updateForm } from '../contracts/forms/forms.ts';
import { planWebhooks } from '../delivery/form-webhooks.ts';
import type { Caller } from '../domain/accounts/caller.ts';
import { actorOf } from '../domain/accounts/memberships.ts';
import { introducedFaults } from '../domain/bodies/introduced-faults.ts';
import { type Form, retiredAfter } from '../domain/forms/form.ts';
import { faultsOfForm } from '../domain/forms/form-rules.ts';
import { weakenedFields } from '../domain/forms/policy-rules.ts';
import { faultsOfSize } from '../domain/forms/stored-form.ts';
import { uploadBytesMax } from '../env.ts';
import { validationFailed } from '../errors.ts';
import { checkedStorage } from '../files/check-storage.ts';
import { faultsOfImages } from '../files/image-faults.ts';
import { faultsOfFormWebhooks } from '../outbound/receiver-url-faults.ts';
import { sealCaptchaSecrets } from '../store/forms/captcha-secrets.ts';
import type { StoredForm } from '../store/forms/forms.ts';
import { checkSlug } from '../store/forms/slugs.ts';
import { newVersions } from '../store/forms/versions.ts';
import { autoresponderWrite } from '../store/receivers/autoresponders.ts';
import { webhooksOf } from '../store/receivers/webhooks.ts';
import type { TransactItem } from '../store/table.ts';
import { checkMail, type FormPlan, type Planning } from './plan-creation.ts';
import { isChanged, settingAudits } from './setting-audits.ts';

type UpdatePlan = FormPlan & Pick<StoredForm, 'versions'>;

/** Returns what an update stores. Throws if the form breaks a rule, or the caller's role may not change a property. */
export async function planUpdate(stored: StoredForm, wanted: Form, planning: Planning): Promise<UpdatePlan> {
  const { form: before } = stored;
  const { caller } = planning;
  const { form: sealed, captchaSecrets } = await sealCaptchaSecrets(wanted, stored);
  checkPolicies(stored, sealed, caller);
  await checkForm(stored, sealed);
  if (isChanged(stored.form, sealed, 'slug')) await checkSlug(sealed);
  const mayChange = () => checkRole(actorOf(caller), updateForm.roleOf.storage);
  const form = await checkedStorage(sealed, stored, { before, mayChange });
  const { versions, writes: ofVersions } = await newVersions(stored, form, caller);
  const writes = [
    ...settingAudits(before, form, caller),
    ...autoresponderWrites(before, form, planning),
    ...ofVersions,
  ];
  const kept = { captchaSecrets, versions };
  if (!isChanged(before, form, 'webhooks')) return { form, shown: form, ...kept, writes };
  checkRole(actorOf(caller), updateForm.roleOf.webhooks);
  const webhooks = await planWebhooks(form, await webhooksOf(form.id), caller);
  return { ...webhooks, ...kept, writes: [...webhooks.writes, ...writes] };
}

/** Throws if the change makes existing answers more visible and the caller isn't an admin. */
function checkPolicies(stored: StoredForm, form: Form, caller: Caller): void {
  if (weakenedFields(stored, form).length > 0) checkRole(actorOf(caller), 'admin');
}

async function checkForm(stored: StoredForm, form: Form): Promise<void> {
  const { form: before, retiredFields } = stored;
  const faults = [
    ...introducedFaults(before, form, each => faultsOfForm(each, { uploadBytesMax: uploadBytesMax() })),
    ...faultsOfSize(form, retiredAfter(retiredFields, before, form)),
    ...(await faultsOfImages(stored, form)),
    ...(await faultsOfFormWebhooks(isChanged(before, form, 'webhooks') ? (form.webhooks ?? []) : [])),
  ];
  if (faults.length > 0) throw validationFailed(faults);
}

/**
 * Returns the writes of the autoresponder. Only an admin may set a confirmation email, and only if the deployment sends
 * email.
 */
function autoresponderWrites(before: Form, form: Form, planning: Planning): TransactItem[] {
  if (!isChanged(before, form, 'autoresponder')) return [];
  checkRole(actorOf(planning.caller), updateForm.roleOf.autoresponder);
  checkMail(form);
  return [autoresponderWrite(form, planning)];
}
