import type { Caller } from '../domain/accounts/caller.ts';
import { attribute, expression } from './expression.ts';
import { type Key, keyOf } from './keys.ts';
import { getItem, type TransactItem } from './table.ts';
import { checkWrite, updateWrite } from './writes.ts';

/**
 * What an organization or an environment may have, counted on its item in the transaction that creates or deletes one, so
 * that requests at once do not make more. `first`: how many a new one has.
 */
export const quotas = {
  apiKeys: { of: 'environment', max: 100, first: 2 },
  /** Besides the own entries of forms. */
  webhooks: { of: 'environment', max: 20, first: 0 },
  /** Those that have not ended. */
  dataSubjectRequests: { of: 'environment', max: 100, first: 0 },
  /** Those that have not ended. */
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

/** The write that counts one more, if that is not too many, or one less. */
export function quotaWrite(quota: Quota, scope: QuotaScope, by: 1 | -1): TransactItem {
  const { max, first } = quotas[quota];
  const counter = attribute(quota);
  return updateWrite(counterKey(quota, scope), {
    set: { [quota]: expression`if_not_exists(${counter}, ${first}) + ${by}` },
    ...(by > 0 && { if: expression`attribute_not_exists(${counter}) OR ${counter} < ${max}` }),
  });
}

/** The part of a transaction that fails it while there is any. */
export function quotaUnusedCheck(quota: Quota, scope: QuotaScope): TransactItem {
  const counter = attribute(quota);
  return checkWrite(counterKey(quota, scope), expression`attribute_not_exists(${counter}) OR ${counter} = ${0}`);
}

/** Whether there are as many as there may be. */
export async function isQuotaFull(quota: Quota, scope: QuotaScope): Promise<boolean> {
  const item = await getItem(counterKey(quota, scope));
  return Number(item?.[quota] ?? 0) >= quotas[quota].max;
}
