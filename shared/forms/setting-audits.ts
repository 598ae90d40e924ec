import { isDeepStrictEqual } from 'node:util';
import type { AuditAction } from '../contracts/audit-actions.ts';
import type { Caller } from '../domain/accounts/caller.ts';
import type { Form } from '../domain/forms/form.ts';
import { auditWrite } from '../store/audit.ts';
import type { TransactItem } from '../store/table.ts';

/** The audit action for a change of each form property. The form's own webhooks record their own event. */
const audited: readonly { property: keyof Form; action: AuditAction }[] = [
  { property: 'status', action: 'form.status_changed' },
  { property: 'allowedOrigins', action: 'form.origins_changed' },
  { property: 'fieldPolicies', action: 'form.policies_changed' },
  { property: 'retention', action: 'form.retention_changed' },
  { property: 'autoresponder', action: 'form.autoresponder_changed' },
  { property: 'storage', action: 'form.storage_changed' },
];

/** Whether an update changes a property. */
export const isChanged = (before: Form, form: Form, property: keyof Form): boolean =>
  !isDeepStrictEqual(form[property], before[property]);

/** Returns an audit event for each setting that an update changes. */
export const settingAudits = (before: Form, form: Form, caller: Caller): TransactItem[] =>
  audited
    .filter(({ property }) => isChanged(before, form, property))
    .map(({ action }) => auditWrite(caller, action, form.id));
