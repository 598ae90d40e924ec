import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { credentialOf } from '../../../../shared/delivery/secrets.ts';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import { partitionOf } from '../../../../shared/store/keys.ts';
import { quotas } from '../../../../shared/store/quotas.ts';
import {
  deleteIntegration,
  getIntegrationOf,
  readIntegrations,
  replaceIntegration,
  type StoredIntegration,
} from '../../../../shared/store/receivers/integrations.ts';
import { countFailure, openBreaker } from '../../../../shared/store/receivers/receiver-health.ts';
import { receiversOf } from '../../../../shared/store/receivers/receivers.ts';
import { faultsOfRecipients } from '../../../../shared/store/receivers/recipient-faults.ts';
import { webhooksOf } from '../../../../shared/store/receivers/webhooks.ts';
import { dynamodb, tableName } from '../../../../shared/store/table.ts';
import { newCaller, storedForm, storedIntegration, storedWebhook } from '../../../support/records/records.ts';
import { useKms } from '../../../support/table/kms.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();
useKms();

const webhookUrl = 'https://hooks.slack.com/services/T0/B0/secretsecretsecret';

let caller: Caller;
beforeEach(async () => {
  caller = await newCaller();
});

const newIntegration = () => storedIntegration(caller, 'slack', { webhookUrl });

async function idsOf(options: Parameters<typeof readIntegrations>[1]): Promise<string[]> {
  const ids: string[] = [];
  for await (const { integration } of readIntegrations(caller, options)) ids.push(integration.id);
  return ids;
}

async function reloaded({ integration }: StoredIntegration): Promise<StoredIntegration> {
  const stored = await getIntegrationOf(caller, integration.id);
  if (!stored) throw new Error('The integration is gone');
  return stored;
}

async function auditTrail(): Promise<string[]> {
  const { Items = [] } = await dynamodb.send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': partitionOf('auditEvent', 'pk', { org: caller.organizationId }) },
    }),
  );
  return Items.map(({ action, subjectId }) => `${action} ${subjectId}`);
}

describe('the integrations of an environment', () => {
  it('are twenty at most, however many requests come at once', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: quotas.integrations.max + 6 }, newIntegration));
    const made = outcomes.filter(({ status }) => status === 'fulfilled').length;
    const listed = await idsOf({ order: 'asc' });
    expect(listed).toHaveLength(made);
    expect(made).toBeLessThanOrEqual(quotas.integrations.max);
    while ((await idsOf({ order: 'asc' })).length < quotas.integrations.max) await newIntegration();
    await expect(newIntegration()).rejects.toThrow('not stored');
    const [first] = (await receiversOf(caller.environmentId)).receivers;
    if (first && 'integration' in first) await deleteIntegration(first, { caller, action: 'integration.deleted' });
    await newIntegration();
  });

  it('are listed in order of creation, from behind any of them on, without the webhooks beside them', async () => {
    await storedWebhook(caller);
    const made = [];
    for (let n = 0; n < 3; n++) made.push((await newIntegration()).integration.id);
    const [a = '', b = '', c = ''] = made.sort();
    expect(await idsOf({ order: 'asc' })).toEqual([a, b, c]);
    expect(await idsOf({ order: 'desc', position: c })).toEqual([b, a]);
    expect(await idsOf({ order: 'asc', position: b })).toEqual([c]);
    expect(await webhooksOf(caller.environmentId)).toHaveLength(1);
    expect((await receiversOf(caller.environmentId)).receivers).toHaveLength(4);
  });
});

describe('an integration', () => {
  it('leaves who changed it in the audit trail, with each change and not without', async () => {
    const stored = await newIntegration();
    const { id } = stored.integration;
    expect(await replaceIntegration(stored, { ...stored }, { caller, action: 'integration.updated' })).toBe(true);
    expect(await replaceIntegration(stored, { ...stored }, { caller, action: 'integration.updated' })).toBe(false);
    expect(await deleteIntegration(await reloaded(stored), { caller, action: 'integration.deleted' })).toBe(true);
    expect(await deleteIntegration(stored, { caller, action: 'integration.deleted' })).toBe(false);
    expect(await auditTrail()).toEqual([
      `integration.created ${id}`,
      `integration.updated ${id}`,
      `integration.deleted ${id}`,
    ]);
  });

  it('has its credential sealed: not to be read in the table, nor opened for another', async () => {
    const stored = await newIntegration();
    expect(JSON.stringify(await reloaded(stored))).not.toContain('secretsecret');
    expect(await credentialOf(stored)).toBe(webhookUrl);
    const other = await newIntegration();
    await expect(credentialOf({ ...other, secret: stored.secret })).rejects.toMatchObject({
      name: 'InvalidCiphertextException',
    });
  });

  it('begins its health anew with another config, and keeps it with any other change', async () => {
    const stored = await newIntegration();
    await countFailure(stored, Date.now(), true);
    await openBreaker(stored, Date.now() + 60_000, 0);
    const sick = await reloaded(stored);
    const sameConfig = { ...sick, integration: { ...sick.integration, updatedAt: new Date().toISOString() } };
    await replaceIntegration(sick, sameConfig, { caller, action: 'integration.updated' });
    expect((await reloaded(stored)).health).toMatchObject({ failures: 1, slow: true });
    const read = await reloaded(stored);
    const config = { ...read.integration.config, includePersonalData: true };
    await replaceIntegration(
      read,
      { ...read, integration: { ...read.integration, config } },
      { caller, action: 'integration.updated' },
    );
    expect((await reloaded(stored)).health).toMatchObject({ failures: 0, slow: false, openUntil: undefined });
  });
});

describe('the field whose answer is replied to', () => {
  it('may stay when the form has it no more, and be no other that it lacks', async () => {
    const [formId, other] = [(await storedForm(caller)).form.id, (await storedForm(caller)).form.id];
    const { integration } = await storedIntegration(caller, 'email', {
      ...{ formId, replyToField: 'email', recipients: ['ada@example.com'] },
    });
    expect(await faultsOfRecipients(caller, integration, integration)).toEqual([]);
    const unknown = [expect.objectContaining({ field: 'config.replyToField', rule: 'unknown' })];
    expect(await faultsOfRecipients(caller, integration)).toEqual(unknown);
    const changes = [{ formId: other }, { config: { ...integration.config, replyToField: 'work' } }];
    for (const change of changes)
      expect(await faultsOfRecipients(caller, { ...integration, ...change }, integration)).toEqual(unknown);
  });
});
