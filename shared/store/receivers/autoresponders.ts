import type { Caller } from '../../domain/accounts/caller.ts';
import type { Form } from '../../domain/forms/form.ts';
import type { Health } from '../../domain/receivers/breaker.ts';
import { autoresponderId } from '../../ids.ts';
import { partsOf } from '../keys.ts';
import type { Item, TransactItem } from '../table.ts';
import { updateWrite } from '../writes.ts';
import { healthAttributes, healthOf, receiverKey } from './receiver-item.ts';

/**
 * What makes automatic replies of a form: a receiver of its completed responses, so that they are retried and hold up
 * nobody else. What it says is in the form.
 */
export type StoredAutoresponder = {
  autoresponder: { readonly id: string; readonly formId: string; readonly active: boolean };
  /** Its form. */
  owner: string;
  organizationId: string;
  environmentId: string;
  /** Where the service was reached when it was set: its links begin so. */
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

/** Turns the autoresponder of a form on or off, as the form says: in the transaction that stores the form. */
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
