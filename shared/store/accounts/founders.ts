import { allOf, expression } from '../expression.ts';
import { keyOf } from '../keys.ts';
import { getItem, type TransactItem } from '../table.ts';
import { updateWrite } from '../writes.ts';
import { hasStatusOf, oneMoreMembership } from './members.ts';

/** The maximum number of existing organizations that a user may have created. */
export const organizationsMax = 10;

/**
 * Returns the write on an active user who creates an organization: one more membership, and one more organization
 * created.
 */
export const foundWrite = (user: string): TransactItem =>
  updateWrite(keyOf('user', { user }), {
    set: { memberships: oneMoreMembership, founded: expression`if_not_exists(founded, ${0}) + ${1}` },
    if: allOf(
      hasStatusOf({ status: 'active' }),
      expression`attribute_not_exists(addressUnproved) AND attribute_not_exists(passwordChosenByOther)`,
      expression`(attribute_not_exists(founded) OR founded < ${organizationsMax})`,
    ),
  });

/** Whether a user has created as many organizations as they may. */
export async function hasFoundedAll(user: string): Promise<boolean> {
  const item = await getItem(keyOf('user', { user }));
  return Number(item?.founded ?? 0) >= organizationsMax;
}

/**
 * Returns the writes that let the founder of a deleted organization create another. There are none when the founder is
 * gone.
 */
export async function unfoundWrites(founder: string | undefined): Promise<TransactItem[]> {
  if (founder === undefined) return [];
  const key = keyOf('user', { user: founder });
  if (Number((await getItem(key))?.founded ?? 0) === 0) return [];
  return [updateWrite(key, { set: { founded: expression`founded - ${1}` }, if: expression`founded > ${0}` })];
}
