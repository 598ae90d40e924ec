import type { Caller } from '../domain/accounts/caller.ts';
import { attribute, expression } from './expression.ts';
import { type Key, keyOf } from './keys.ts';
import { getItem, type TransactItem } from './table.ts';
import { checkWrite, updateWrite } from './writes.ts';

/**
 * The limits of an organization or an environment. Items are counted in the transaction that creates or deletes one, so
 * concurrent requests cannot exceed a limit. `first` is the number that a new one has.
 */
export const quotas = {
  apiKeys: { of: 'environment', max: 100, first: 2 },
  /** Excludes the forms' own webhooks. */
  webhooks: { of: 'environment', max: 20, first: 0 },
  /** Counts only those that have not ended. */
  dataSubjectRequests: { of: 'environment', max: 100, first: 0 },
  /** Counts only those that have not ended. */
  exports: { of: 'environment', max: 10, first: 0 },
  integrations: { of: 'environment', max: 20, first: 0 },
  templates: { of: 'organization', max: 500, first: 0 },
} as const;

export type Quota = keyof typeof quotas;

export type QuotaScope = Pick<Caller, 'organizationId' | 'environment'>;

function counterKey(quota: Quota, { organizationId: org, environment }: QuotaScope): Key {
  return quotas[quota].of === 'environment'
    ? keyOf('environment', { org, environment })
    : keyOf('organization', { org });
}

/** Returns the write that counts one more, within the limit, or one less. */
export function quotaWrite(quota: Quota, scope: QuotaScope, by: 1 | -1): TransactItem {
  const { max, first } = quotas[quota];
  const counter = attribute(quota);
  return updateWrite(counterKey(quota, scope), {
    set: { [quota]: expression`if_not_exists(${counter}, ${first}) + ${by}` },
    ...(by > 0 && { if: expression`attribute_not_exists(${counter}) OR ${counter} < ${max}` }),
  });
}

/** Returns the check that fails a transaction while any are counted. */
export function quotaUnusedCheck(quota: Quota, scope: QuotaScope): TransactItem {
  const counter = attribute(quota);
  return checkWrite(counterKey(quota, scope), expression`attribute_not_exists(${counter}) OR ${counter} = ${0}`);
}

async function countOf(quota: Quota, scope: QuotaScope): Promise<number> {
  return Number((await getItem(counterKey(quota, scope)))?.[quota] ?? 0);
}

/** Whether the quota is full. */
export const isQuotaFull = async (quota: Quota, scope: QuotaScope): Promise<boolean> =>
  (await countOf(quota, scope)) >= quotas[quota].max;

/** Whether any are counted. */
export const isQuotaUsed = async (quota: Quota, scope: QuotaScope): Promise<boolean> =>
  (await countOf(quota, scope)) > 0;
