import { describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import { addressSha256 } from '../../../../shared/domain/mails/mailbox-identity.ts';
import { dayMs } from '../../../../shared/durations.ts';
import {
  deleteIntegration,
  getIntegrationOf,
  replaceIntegration,
} from '../../../../shared/store/receivers/integrations.ts';
import { askAgain, endAddresses, nameAddresses } from '../../../../shared/store/receivers/recipient-links.ts';
import { readAddresses, recipientKey } from '../../../../shared/store/receivers/recipients.ts';
import { getItem, updateItem, writeIfUnchanged } from '../../../../shared/store/table.ts';
import { newCaller, storedIntegration } from '../../../support/records/records.ts';
import { itemsWith } from '../../../support/table/data-subjects.ts';
import { useTable } from '../../../support/table/table.ts';

const style = { language: 'en', baseUrl: 'https://forms.example' } as const;
const [ada, grace, alan] = ['ada@example.com', 'grace@example.com', 'alan@example.com'];

async function integrationFor(caller: Caller, recipients: string[]) {
  await writeIfUnchanged(await nameAddresses(caller.organizationId, recipients, style));
  return storedIntegration(caller, 'email', { recipients });
}

const isStored = async ({ organizationId }: Caller, address: string) =>
  (await readAddresses(organizationId, [address])).size > 0;

const setState = ({ organizationId }: Caller, address: string, state: string) =>
  updateItem(recipientKey(organizationId, addressSha256(address)), { set: { state }, remove: ['ttl'] });

const itemOf = ({ organizationId }: Caller, address: string) =>
  getItem(recipientKey(organizationId, addressSha256(address)));

describe('the address of a recipient', () => {
  useTable();

  it('ends with the last integration that names it, in the job of that change', async () => {
    const caller = await newCaller();
    const first = await integrationFor(caller, [ada, grace]);
    await integrationFor(caller, [grace]);
    await setState(caller, ada, 'confirmed');
    await endAddresses(caller.organizationId);
    expect([await isStored(caller, ada), await isStored(caller, grace)]).toEqual([true, true]);
    await deleteIntegration(first, { caller, action: 'integration.deleted' });
    const jobs = (await itemsWith(caller.organizationId)).filter(({ kind }) => kind === 'endRecipients');
    expect(jobs).toHaveLength(1);
    await endAddresses(caller.organizationId);
    expect([await isStored(caller, ada), await isStored(caller, grace)]).toEqual([false, true]);
  });

  it('ends with its link, if nobody confirms it, and can be asked again', async () => {
    const caller = await newCaller();
    await integrationFor(caller, [ada]);
    const { ttl = 0, revision } = ((await itemOf(caller, ada)) ?? {}) as { ttl?: number; revision?: number };
    expect(ttl * 1000).toBeGreaterThan(Date.now() + 7 * dayMs);
    await endAddresses(caller.organizationId, Date.now() + 9 * dayMs);
    expect([revision, await isStored(caller, ada)]).toEqual([1, false]);
    expect(await askAgain(caller.organizationId, ada, style)).toBe('asked');
  });

  it('stays for 30 days when it unsubscribed, so that it is not asked again, unless it is named again', async () => {
    const caller = await newCaller();
    const stored = await integrationFor(caller, [alan]);
    await setState(caller, alan, 'unsubscribed');
    const read = await getIntegrationOf(caller, stored.integration.id);
    if (!read) throw new Error('The integration is not stored');
    const config = { ...read.integration.config, recipients: [] };
    const changed = { ...read, integration: { ...read.integration, config } };
    await replaceIntegration(read, changed, { caller, action: 'integration.updated' });
    await endAddresses(caller.organizationId);
    expect(Number((await itemOf(caller, alan))?.ttl) * 1000).toBeGreaterThan(Date.now() + 29 * dayMs);
    await writeIfUnchanged(await nameAddresses(caller.organizationId, [alan], style));
    const named = await itemOf(caller, alan);
    expect([named?.state, named?.ttl]).toEqual(['unsubscribed', undefined]);
  });

  it('that is named again before it confirms ends when it would have, and is asked no second time', async () => {
    const caller = await newCaller();
    await integrationFor(caller, [ada]);
    const asked = await itemOf(caller, ada);
    await integrationFor(caller, [ada]);
    expect(await itemOf(caller, ada)).toEqual({ ...asked, revision: 2 });
    await setState(caller, ada, 'confirmed');
    await integrationFor(caller, [ada]);
    expect(await itemOf(caller, ada)).toMatchObject({ state: 'confirmed', asked: asked?.asked, revision: 3 });
  });

  it('that is named while the job runs is kept', async () => {
    const caller = await newCaller();
    await writeIfUnchanged(await nameAddresses(caller.organizationId, [ada], style));
    await setState(caller, ada, 'confirmed');
    // The job and the request have both read the address. One of the two writes fails, and that request reads again.
    const writes = await nameAddresses(caller.organizationId, [ada], style);
    await endAddresses(caller.organizationId);
    expect(await writeIfUnchanged(writes)).toBe(false);
    expect(await isStored(caller, ada)).toBe(false);
  });
});
