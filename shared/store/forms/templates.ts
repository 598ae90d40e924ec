import type { Caller } from '../../domain/accounts/caller.ts';
import type { Template } from '../../domain/forms/template.ts';
import { unavailableText } from '../../domain/responses/field-policies.ts';
import { isTemplateId, timeOf } from '../../ids.ts';
import { type AuditedAction, auditWrite } from '../audit.ts';
import { expression } from '../expression.ts';
import { type Key, keyOf, partsOf } from '../keys.ts';
import { isQuotaFull, quotaWrite } from '../quotas.ts';
import { parseObject, reportUnreadable } from '../report-unreadable.ts';
import { getItem, type Item, writeIfUnchanged } from '../table.ts';
import { deleteWrite, exists, putNewWrite, putWrite } from '../writes.ts';

/** A template of an organization, as stored. */
export type StoredTemplate = {
  template: Template;
  /** Increases with each write, so that of two concurrent changes only one succeeds. */
  revision: number;
};

type TemplateItem = {
  revision: number;
  /** The template as JSON, like the definition of a form. */
  definition: string;
};

const keyOfTemplate = ({ organizationId: org }: Pick<Caller, 'organizationId'>, id: string): Key =>
  keyOf('template', { org, template: id });

function itemOf({ template, revision }: StoredTemplate): TemplateItem {
  return { revision, definition: JSON.stringify(template) };
}

export function fromItem(item: Item): StoredTemplate {
  const { revision, definition } = item as Item & TemplateItem;
  return { template: parseObject<Template>(definition) ?? unavailableTemplate(item), revision };
}

/** Returns the placeholder of a damaged template in lists. A change replaces it. */
function unavailableTemplate(item: Item): Template {
  reportUnreadable('a template', item);
  const { template: id = '' } = partsOf('template', 'sk', item.sk) ?? {};
  const createdAt = new Date(timeOf(id.slice(id.indexOf('_') + 1))).toISOString();
  const texts = { name: unavailableText, description: null, category: null };
  const form = { title: unavailableText, fields: [] };
  return { id, ...texts, form, isBuiltIn: false, createdAt, updatedAt: createdAt };
}

/** Returns a template of the caller's organization, which the caller may change. */
export async function getOwnTemplate(caller: Caller, id: string): Promise<StoredTemplate | undefined> {
  if (!isTemplateId(id)) return undefined;
  const item = await getItem(keyOfTemplate(caller, id));
  return item && fromItem(item);
}

/**
 * Stores a new template. It is counted in the same transaction, so concurrent requests cannot exceed the limit. Returns
 * undefined when another request came first.
 */
export async function createTemplate(
  template: Template,
  { caller, action }: AuditedAction,
): Promise<'created' | 'full' | undefined> {
  const written = await writeIfUnchanged([
    putNewWrite({ ...keyOfTemplate(caller, template.id), ...itemOf({ template, revision: 1 }) }),
    quotaWrite('templates', caller, 1),
    auditWrite(caller, action, template.id),
  ]);
  if (written) return 'created';
  return (await isQuotaFull('templates', caller)) ? 'full' : undefined;
}

/** Replaces the template that was read. Returns false when it has changed since. */
export function replaceTemplate(
  read: StoredTemplate,
  template: Template,
  { caller, action }: AuditedAction,
): Promise<boolean> {
  const item = { ...keyOfTemplate(caller, template.id), ...itemOf({ template, revision: read.revision + 1 }) };
  return writeIfUnchanged([
    putWrite(item, expression`revision = ${read.revision}`),
    auditWrite(caller, action, template.id),
  ]);
}

/** Deletes a template. Returns false when it is already gone, or another request came first. */
export const deleteTemplate = (id: string, { caller, action }: AuditedAction): Promise<boolean> =>
  writeIfUnchanged([
    deleteWrite(keyOfTemplate(caller, id), exists),
    quotaWrite('templates', caller, -1),
    auditWrite(caller, action, id),
  ]);
