import type { Caller } from '../../domain/accounts/caller.ts';
import type { Form } from '../../domain/forms/form.ts';
import type { Health } from '../../domain/receivers/breaker.ts';
import { autoresponderId } from '../../ids.ts';
import { partsOf } from '../keys.ts';
import type { Item, TransactItem } from '../table.ts';
import { updateWrite } from '../writes.ts';
import { healthAttributes, healthOf, receiverKey } from './receiver-item.ts';

/**
 * The sender of a form's automatic replies: a receiver of its completed responses. As a receiver its replies are
 * retried and delay nobody else. The form has the text.
 */
export type StoredAutoresponder = {
  autoresponder: { readonly id: string; readonly formId: string; readonly active: boolean };
  /** Its form. */
  owner: string;
  organizationId: string;
  environmentId: string;
  /** The service's URL when it was set, which its links start with. */
  baseUrl: string;
  health: Health;
};

type AutoresponderItem = Pick<StoredAutoresponder, 'organizationId' | 'environmentId' | 'baseUrl'> & {
  active: boolean;
} & Partial<Health>;

export function fromItem(item: Item): StoredAutoresponder {
  const stored = item as Item & AutoresponderItem;
  const { organizationId, environmentId, baseUrl, active } = stored;
  const id = partsOf('autoresponder', 'sk', item.sk)?.autoresponder ?? '';
  const owner = partsOf('autoresponder', 'pk', item.pk)?.owner ?? '';
  const health = healthOf(stored);
  return { autoresponder: { id, formId: owner, active }, owner, organizationId, environmentId, baseUrl, health };
}

/**
 * Returns the write that turns a form's autoresponder on or off, as the form says. It belongs in the transaction that
 * stores the form.
 */
export function autoresponderWrite(
  { id, autoresponder }: Pick<Form, 'id' | 'autoresponder'>,
  { caller, baseUrl }: { caller: Pick<Caller, 'organizationId' | 'environmentId'>; baseUrl: string },
): TransactItem {
  const { organizationId, environmentId } = caller;
  const active = autoresponder?.enabled === true;
  return updateWrite(receiverKey({ owner: id, receiverId: autoresponderId(id) }), {
    set: { organizationId, environmentId, baseUrl, active },
    remove: [...healthAttributes, 'releaseAt', 'releasePlaces'],
  });
}
