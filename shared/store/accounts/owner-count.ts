import { allOf, expression } from '../expression.ts';
import { keyOf } from '../keys.ts';
import type { TransactItem } from '../table.ts';
import { checkWrite, updateWrite } from '../writes.ts';

/** True for an organization that exists and was not deleted. */
export const organizationExists = expression`attribute_exists(pk) AND attribute_not_exists(deletedAt)`;

/**
 * Returns the write on the organization when its members change. It fails unless the organization exists and still has
 * an owner afterwards. The owners are counted on its item, so two concurrent requests cannot remove the last two.
 *
 * @param owners the change in the number of owners
 */
export function ownerCountWrite(org: string, owners: -1 | 0 | 1): TransactItem {
  const key = keyOf('organization', { org });
  if (owners === 0) return checkWrite(key, organizationExists);
  return updateWrite(key, {
    set: { owners: expression`if_not_exists(owners, ${1}) + ${owners}` },
    if: allOf(organizationExists, owners < 0 ? expression`owners > ${1}` : undefined),
  });
}
