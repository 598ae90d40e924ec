import { type AuditedAction, auditWrite } from '../audit.ts';
import { deletionWrite } from '../deletions.ts';
import { allOf, expression } from '../expression.ts';
import { newJobItem } from '../jobs.ts';
import { type Key, keyOf } from '../keys.ts';
import { writeIfUnchanged } from '../table.ts';
import { deleteWrite, putWrite, unchanged, updateWrite } from '../writes.ts';
import { unfoundWrites } from './founders.ts';
import type { StoredOrganization } from './organizations.ts';
import { organizationExists } from './owner-count.ts';

/** Replaces the organization that was read. Returns false when it has changed since. */
export function replaceOrganization(
  read: StoredOrganization,
  { name, slug, requireTwoFactor, updatedAt }: StoredOrganization,
  { caller, action }: AuditedAction,
): Promise<boolean> {
  const update = updateWrite(keyOf('organization', { org: read.id }), {
    set: { name, slug, requireTwoFactor, updatedAt },
    add: { revision: 1 },
    if: allOf(organizationExists, unchanged(read)),
  });
  return writeIfUnchanged([update, auditWrite({ ...caller, organizationId: read.id }, action, read.id)]);
}

/** Returns the key that records that an organization accepts people with addresses of a domain. */
const keyOfDomain = (domain: string, org: string): Key => keyOf('signInDomain', { domain, org });

/** Stores an organization's sign-in settings. Returns false when the organization has changed since it was read. */
export function replaceSingleSignOn(
  read: StoredOrganization,
  { singleSignOn, updatedAt }: Required<Pick<StoredOrganization, 'singleSignOn' | 'updatedAt'>>,
  { caller, action }: AuditedAction,
): Promise<boolean> {
  const { id: org, singleSignOn: { domains: before = [] } = {} } = read;
  const { domains } = singleSignOn;
  const update = updateWrite(keyOf('organization', { org }), {
    set: { singleSignOn, updatedAt },
    add: { revision: 1 },
    if: allOf(organizationExists, unchanged(read)),
  });
  return writeIfUnchanged([
    update,
    ...domains.filter(domain => !before.includes(domain)).map(domain => putWrite(keyOfDomain(domain, org))),
    ...before.filter(domain => !domains.includes(domain)).map(domain => deleteWrite(keyOfDomain(domain, org))),
    auditWrite({ ...caller, organizationId: org }, action, org),
  ]);
}

/**
 * Marks an organization deleted and stores the job that purges it, in one transaction. Returns false when it is already
 * gone. The deletion is audited in the organization that the caller acts in, because the deleted one's trail goes too.
 */
export async function deleteOrganization(
  { id: organizationId, founder, singleSignOn }: StoredOrganization,
  { caller, action }: AuditedAction,
): Promise<boolean> {
  const tombstone = updateWrite(keyOf('organization', { org: organizationId }), {
    set: { status: 'deleted', deletedAt: new Date().toISOString() },
    remove: ['name', 'slug', 'singleSignOn', 'gsi1pk', 'gsi1sk'],
    if: organizationExists,
  });
  const job = putWrite(newJobItem({ kind: 'purgeOrganization', organizationId }));
  const audit = auditWrite(caller, action, organizationId);
  const domains = (singleSignOn?.domains ?? []).map(domain => deleteWrite(keyOfDomain(domain, organizationId)));
  return writeIfUnchanged([
    tombstone,
    job,
    ...domains,
    ...(await unfoundWrites(founder)),
    deletionWrite(organizationId),
    audit,
  ]);
}

/**
 * Detaches an organization from the one that created it, whose keys lose access to it. Both audit trails record it.
 * Returns false when it is already detached.
 */
export function removeCreator(
  organizationId: string,
  createdBy: string,
  { caller, action }: AuditedAction,
): Promise<boolean> {
  return writeIfUnchanged([
    updateWrite(keyOf('organization', { org: organizationId }), {
      remove: ['createdBy', 'gsi1pk', 'gsi1sk'],
      if: allOf(organizationExists, expression`createdBy = ${createdBy}`),
    }),
    auditWrite({ ...caller, organizationId }, action, organizationId),
    auditWrite({ ...caller, organizationId: createdBy }, action, organizationId),
  ]);
}
