import { allOf, expression } from '../expression.ts';
import { keyOf } from '../keys.ts';
import type { TransactItem } from '../table.ts';
import { checkWrite, updateWrite } from '../writes.ts';

/** Holds for an organization that is there and was not deleted. */
export const organizationExists = expression`attribute_exists(pk) AND attribute_not_exists(deletedAt)`;

/**
 * The part that an organization has in a change of its members: it is there, and has an owner afterwards. The owners are
 * counted on its item, so that two requests at once cannot each take away the last but one.
 *
 * @param owners how many more there are after the change
 */
export function ownerCountWrite(org: string, owners: -1 | 0 | 1): TransactItem {
  const key = keyOf('organization', { org });
  if (owners === 0) return checkWrite(key, organizationExists);
  return updateWrite(key, {
    set: { owners: expression`if_not_exists(owners, ${1}) + ${owners}` },
    if: allOf(organizationExists, owners < 0 ? expression`owners > ${1}` : undefined),
  });
}
