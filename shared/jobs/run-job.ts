import { lowerShards } from '../counting/shard-lowering.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { tellOfAccount } from '../store/accounts/links/account-notes.ts';
import type { Job } from '../store/jobs.ts';
import type { Key } from '../store/keys.ts';
import { endAddresses } from '../store/receivers/recipient-links.ts';
import { deleteOnce } from '../store/table.ts';
import { endNames } from './data-subjects/end-names.ts';
import { sealEnvironment } from './field-policies.ts';
import { purge, purgeReceiver } from './purges/purge.ts';
import { purgeOrganization } from './purges/purge-organization.ts';
import { recount } from './recounts/recount.ts';
import { redrive } from './redrive.ts';
import { deleteMarked } from './retention/delete-archive.ts';

/**
 * Runs a job as far as time allows.
 *
 * @param deadline when to stop and become due again, in ms since the epoch
 */
export async function runJob(key: Key, job: Job, deadline: number): Promise<void> {
  switch (job.kind) {
    case 'purgeForm':
      return purge(key, job, deadline);
    case 'purgeReceiver':
      return purgeReceiver(key, job, deadline);
    case 'purgeOrganization':
      return purgeOrganization(key, job, deadline);
    case 'redrive':
      return redrive(key, job, deadline);
    case 'deleteArchive':
      return deleteMarked(key, job, deadline);
    case 'accountNote':
      return tellAccountNote(key);
    case 'sealEnvironment':
      return sealEnvironment(key, job);
    case 'lowerShards':
      return lowerShards(key, job);
    case 'endRecipients':
      await endAddresses(job.organizationId);
      return deleteOnce(key);
    case 'endNames':
      return endNames(key, job, deadline);
    case 'recount':
      return recount(key, job, deadline);
    default:
      throw new Error(`There is no such job: ${(job as Job).kind}`);
  }
}

/** Writes the events of an account to the audit trails. More may be gathered at the same time. */
async function tellAccountNote(key: Key): Promise<void> {
  await retryOnConflict(async () => (await tellOfAccount(key)) || undefined);
}
