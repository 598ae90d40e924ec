import { isDeepStrictEqual } from 'node:util';
import { checkRole } from '../../shared/auth/check-role.ts';
import type { AuditAction } from '../../shared/contracts/audit-actions.ts';
import { updateForm } from '../../shared/contracts/forms/forms.ts';
import { changeEntries } from '../../shared/delivery/form-webhooks.ts';
import type { Caller } from '../../shared/domain/accounts/caller.ts';
import { actorOf } from '../../shared/domain/accounts/memberships.ts';
import { changedForm, type Form, retiredAfter } from '../../shared/domain/forms/form.ts';
import { faultsOfForm } from '../../shared/domain/forms/form-rules.ts';
import { withUsedFields } from '../../shared/domain/forms/neutral-form.ts';
import { weakenedFields } from '../../shared/domain/forms/policy-rules.ts';
import { faultsOfSize } from '../../shared/domain/forms/stored-form.ts';
import { introducedFaults } from '../../shared/domain/introduced-faults.ts';
import { sendsMail, uploadBytesMax } from '../../shared/env.ts';
import { notFound, sendsNoMail, validationFailed } from '../../shared/errors.ts';
import { checkedStorage } from '../../shared/files/check-storage.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { patched } from '../../shared/http/patched.ts';
import { checkIfMatch, type Reply } from '../../shared/http/reply.ts';
import { formReply, shownForm } from '../../shared/http/spam/form-reply.ts';
import { faultsOfFormWebhooks } from '../../shared/outbound/receiver-url-faults.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { auditWrite } from '../../shared/store/audit.ts';
import { sealCaptchaSecrets } from '../../shared/store/forms/captcha-secrets.ts';
import { getFormOf, replaceForm, type StoredForm } from '../../shared/store/forms/forms.ts';
import { autoresponderWrite } from '../../shared/store/receivers/autoresponders.ts';
import { webhooksOf } from '../../shared/store/receivers/webhooks.ts';
import type { TransactItem } from '../../shared/store/table.ts';

export const handler = endpoint(updateForm, async ({ params, body, caller, ifMatch, baseUrl }) =>
  retryOnConflict(async () => {
    const stored = await getFormOf(caller, params.id);
    if (!stored) throw notFound('Form');
    checkIfMatch(ifMatch, stored.form);
    const { warnings: _, ...patch } = body;
    const change = patched(updateForm, await shownForm(stored.form), withUsedFields(patch));
    if (!change) return formReply(stored.form);
    const changed = changedForm(stored.form, change, new Date().toISOString());
    const { form: sealed, captchaSecrets } = await sealCaptchaSecrets(changed, stored);
    const entries = changedEntries(stored.form, sealed);
    checkPolicies(stored, sealed, caller);
    await checkForm(stored, sealed, entries ?? []);
    const mayChange = () => checkRole(actorOf(caller), updateForm.roleOf.storage);
    const form = await checkedStorage(sealed, stored, { before: stored.form, mayChange });
    const also = [
      ...auditsOf(stored.form, form, caller),
      ...autoresponderWrites(stored.form, form, { caller, baseUrl }),
    ];
    if (entries) return replaceWithWebhooks(stored, { form, captchaSecrets }, { entries, also }, caller);
    const isStored = await replaceForm(stored, form, also, captchaSecrets);
    return isStored ? formReply(form) : undefined;
  }),
);

type Entries = NonNullable<Form['webhooks']>;

/** The form's own webhooks as they are to be; undefined when they stay as they are. */
const changedEntries = (before: Form, form: Form): Entries | undefined =>
  isDeepStrictEqual(form.webhooks, before.webhooks) ? undefined : (form.webhooks ?? []);

/** Who lets a form take submissions, and from where, is told; for how long it keeps them and where, and who may see what of them. */
function auditsOf(before: Form, form: Form, caller: Caller): TransactItem[] {
  const actions: AuditAction[] = [
    ...(form.status === before.status ? [] : (['form.status_changed'] as const)),
    ...(isDeepStrictEqual(form.allowedOrigins, before.allowedOrigins) ? [] : (['form.origins_changed'] as const)),
    ...(isDeepStrictEqual(form.fieldPolicies, before.fieldPolicies) ? [] : (['form.policies_changed'] as const)),
    ...(isDeepStrictEqual(form.retention, before.retention) ? [] : (['form.retention_changed'] as const)),
    ...(isDeepStrictEqual(form.autoresponder, before.autoresponder) ? [] : (['form.autoresponder_changed'] as const)),
    ...(isDeepStrictEqual(form.storage, before.storage) ? [] : (['form.storage_changed'] as const)),
  ];
  return actions.map(action => auditWrite(caller, action, form.id));
}

/** Only an admin may set a confirmation email, and only where the deployment sends email. */
function autoresponderWrites(before: Form, form: Form, where: { caller: Caller; baseUrl: string }): TransactItem[] {
  if (isDeepStrictEqual(form.autoresponder, before.autoresponder)) return [];
  checkRole(actorOf(where.caller), updateForm.roleOf.autoresponder);
  if (form.autoresponder?.enabled && !sendsMail()) throw sendsNoMail('autoresponder.enabled');
  return [autoresponderWrite(form, where)];
}

/** Only an admin may make existing answers more visible. */
function checkPolicies(stored: StoredForm, form: Form, caller: Caller): void {
  if (weakenedFields(stored, form).length > 0) checkRole(actorOf(caller), 'admin');
}

async function checkForm({ form: before, retiredFields }: StoredForm, form: Form, entries: Entries): Promise<void> {
  const faults = [
    ...introducedFaults(before, form, each => faultsOfForm(each, { uploadBytesMax: uploadBytesMax() })),
    ...faultsOfSize(form, retiredAfter(retiredFields, before, form)),
    ...(await faultsOfFormWebhooks(entries)),
  ];
  if (faults.length > 0) throw validationFailed(faults);
}

async function replaceWithWebhooks(
  stored: StoredForm,
  { form, captchaSecrets }: Pick<StoredForm, 'form' | 'captchaSecrets'>,
  { entries: sent, also }: { entries: Entries; also: readonly TransactItem[] },
  caller: Caller,
): Promise<Reply | undefined> {
  checkRole(actorOf(caller), updateForm.roleOf.webhooks);
  const { entries, shown, writes } = await changeEntries(form.id, sent, await webhooksOf(form.id), caller);
  const changed = form.webhooks ? { ...form, webhooks: entries } : form;
  if (!(await replaceForm(stored, changed, [...writes, ...also], captchaSecrets))) return undefined;
  return formReply(changed, form.webhooks ? { ...form, webhooks: shown } : form);
}
