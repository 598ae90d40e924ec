import { expect, it } from '@jest/globals';
import { auditActions } from '../../../shared/contracts/audit-actions.ts';
import type { Contract } from '../../../shared/contracts/contract.ts';
import { api } from '../../../shared/contracts/index.ts';

it('lists each action of the audit trail once, and none that nothing does', () => {
  const ofOperations = Object.values<Contract>(api).flatMap(({ audited, auditedExport, auditedReading = [] }) =>
    [audited, auditedExport, ...auditedReading].filter(action => action !== undefined),
  );
  const ofForms = [
    'form.autoresponder_changed',
    'form.origins_changed',
    'form.policies_changed',
    'form.retention_changed',
    'form.status_changed',
    'form.storage_changed',
    'form.webhooks_changed',
  ];
  const ofAccounts = [
    ...['user.code_failed', 'user.login_failed', 'user.password_reset_requested', 'user.recovery_code_used'],
    'user.sign_in_refused',
  ];
  // What else a sign-in by a provider can come to; both of its operations are one function.
  const ofSignIn = ['member.joined', 'user.identity_bound'];
  // By the link of a mail, which says which of the two it is.
  const ofRecipients = ['recipient.confirmed', 'recipient.unsubscribed'];
  // Of an export that an owner asks for with masked answers.
  const ofDataSubjects = ['data_subject.masked_exported'];
  // Of an update that changes nothing else.
  const ofResponses = ['response.restricted', 'response.unrestricted'];
  // By npm run destroy-data-keys.
  const ofOperators = ['data_key.destroyed'];
  const others = [
    ...[...ofResponses, ...ofForms, ...ofAccounts, ...ofSignIn, ...ofRecipients, ...ofDataSubjects],
    ...ofOperators,
  ];
  // A form brings its own webhooks along, beside what its operation is called; who asks for an account may be nobody; a
  // login has one step or two.
  expect([...auditActions]).toEqual([...new Set(ofOperations), ...others].sort());
});
