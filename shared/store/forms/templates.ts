import type { Caller } from '../../domain/accounts/caller.ts';
import type { Template } from '../../domain/forms/template.ts';
import { isTemplateId } from '../../ids.ts';
import { type Audited, auditWrite } from '../audit.ts';
import { expression } from '../expression.ts';
import { type Key, keyOf } from '../keys.ts';
import { isQuotaFull, quotaWrite } from '../quotas.ts';
import { getItem, writeIfUnchanged } from '../table.ts';
import { deleteWrite, exists, putNewWrite, putWrite } from '../writes.ts';

/** A template of an organization as it is stored. */
export type StoredTemplate = {
  template: Template;
  /** Counts up with each write: two changes at once cannot both be made to the same template. */
  revision: number;
};

type TemplateItem = {
  revision: number;
  /** JSON, as the definition of a form is. */
  definition: string;
};

const keyOfTemplate = ({ organizationId: org }: Pick<Caller, 'organizationId'>, id: string): Key =>
  keyOf('template', { org, template: id });

function itemOf({ template, revision }: StoredTemplate): TemplateItem {
  return { revision, definition: JSON.stringify(template) };
}

export function fromItem(item: Record<string, unknown>): StoredTemplate {
  const { revision, definition } = item as TemplateItem;
  return { template: JSON.parse(definition), revision };
}

/** A template of the caller's organization, which it may change. */
export async function getOwnTemplate(caller: Caller, id: string): Promise<StoredTemplate | undefined> {
  if (!isTemplateId(id)) return undefined;
  const item = await getItem(keyOfTemplate(caller, id));
  return item && fromItem(item);
}

/**
 * Stores a new template: counted in the same transaction, so that requests at once do not pass the most there may be.
 * Undefined when another request came in between.
 */
export async function createTemplate(
  template: Template,
  { caller, action }: Audited,
): Promise<'created' | 'full' | undefined> {
  const written = await writeIfUnchanged([
    putNewWrite({ ...keyOfTemplate(caller, template.id), ...itemOf({ template, revision: 1 }) }),
    quotaWrite('templates', caller, 1),
    auditWrite(caller, action, template.id),
  ]);
  if (written) return 'created';
  return (await isQuotaFull('templates', caller)) ? 'full' : undefined;
}

/** Stores a changed template in place of the one that was read. False when somebody else changed it since. */
export function replaceTemplate(
  read: StoredTemplate,
  template: Template,
  { caller, action }: Audited,
): Promise<boolean> {
  const item = { ...keyOfTemplate(caller, template.id), ...itemOf({ template, revision: read.revision + 1 }) };
  return writeIfUnchanged([
    putWrite(item, expression`revision = ${read.revision}`),
    auditWrite(caller, action, template.id),
  ]);
}

/** False when it is gone already, or another request came in between. */
export const deleteTemplate = (id: string, { caller, action }: Audited): Promise<boolean> =>
  writeIfUnchanged([
    deleteWrite(keyOfTemplate(caller, id), exists),
    quotaWrite('templates', caller, -1),
    auditWrite(caller, action, id),
  ]);
