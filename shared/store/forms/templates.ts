import { GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Caller } from '../../domain/accounts/caller.ts';
import type { Template } from '../../domain/forms/template.ts';
import { isTemplateId } from '../../ids.ts';
import { auditWrite } from '../audit.ts';
import { type Key, keyOf } from '../keys.ts';
import { dynamodb, type TransactItem, tableName, writeIfUnchanged } from '../table.ts';

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

const keyOfTemplate = ({ organizationId: org }: Caller, id: string): Key => keyOf('template', { org, template: id });

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
  const { Item } = await dynamodb.send(
    new GetCommand({ TableName: tableName(), Key: keyOfTemplate(caller, id), ConsistentRead: true }),
  );
  return Item && fromItem(Item);
}

/** How many an organization may have of its own. */
export const templatesMax = 500;

/**
 * Stores a new template: counted in the same transaction, so that requests at once do not pass the most there may be.
 * Undefined when another request came in between.
 */
export async function createTemplate(template: Template, caller: Caller): Promise<'created' | 'full' | undefined> {
  const put = {
    TableName: tableName(),
    Item: { ...keyOfTemplate(caller, template.id), ...itemOf({ template, revision: 1 }) },
    ConditionExpression: 'attribute_not_exists(pk)',
  };
  const count = templateQuotaWrite(1, caller);
  const audit = auditWrite(caller, 'template.created', template.id);
  if (await writeIfUnchanged(new TransactWriteCommand({ TransactItems: [{ Put: put }, count, audit] })))
    return 'created';
  const { Item } = await dynamodb.send(
    new GetCommand({ TableName: tableName(), Key: organizationKey(caller), ConsistentRead: true }),
  );
  return Number(Item?.templates ?? 0) >= templatesMax ? 'full' : undefined;
}

/** Stores a changed template in place of the one that was read. False when somebody else changed it since. */
export function replaceTemplate(read: StoredTemplate, template: Template, caller: Caller): Promise<boolean> {
  const Put = {
    TableName: tableName(),
    Item: { ...keyOfTemplate(caller, template.id), ...itemOf({ template, revision: read.revision + 1 }) },
    ConditionExpression: 'revision = :read',
    ExpressionAttributeValues: { ':read': read.revision },
  };
  const audit = auditWrite(caller, 'template.updated', template.id);
  return writeIfUnchanged(new TransactWriteCommand({ TransactItems: [{ Put }, audit] }));
}

/** False when it is gone already, or another request came in between. */
export function deleteTemplate(id: string, caller: Caller): Promise<boolean> {
  const Delete = {
    TableName: tableName(),
    Key: keyOfTemplate(caller, id),
    ConditionExpression: 'attribute_exists(pk)',
  };
  const audit = auditWrite(caller, 'template.deleted', id);
  return writeIfUnchanged(
    new TransactWriteCommand({ TransactItems: [{ Delete }, templateQuotaWrite(-1, caller), audit] }),
  );
}

const organizationKey = ({ organizationId: org }: Caller): Key => keyOf('organization', { org });

/** The organization's item counts its templates; it takes one more only below the most. */
function templateQuotaWrite(change: 1 | -1, caller: Caller): TransactItem {
  return {
    Update: {
      TableName: tableName(),
      Key: organizationKey(caller),
      UpdateExpression: 'ADD templates :change',
      ...(change === 1 && { ConditionExpression: 'attribute_not_exists(templates) OR templates < :max' }),
      ExpressionAttributeValues: { ':change': change, ...(change === 1 && { ':max': templatesMax }) },
    },
  };
}
