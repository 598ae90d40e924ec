import type { FromSchema } from 'json-schema-to-ts';
import type { createView, updateView } from '../../contracts/responses/views.ts';
import { newId } from '../../ids.ts';

export type View = FromSchema<typeof createView.response>;
type NewView = FromSchema<typeof createView.body>;
type ViewChange = FromSchema<typeof updateView.body>;

/**
 * The maximum number of a form's views, and their maximum total size in bytes. They are one item, which has at most 400
 * KB.
 */
export const viewsMax = { count: 50, bytes: 300_000 } as const;

/** Whether a form may have all these views. */
export const areTooMany = (views: readonly View[]): boolean =>
  views.length > viewsMax.count || Buffer.byteLength(JSON.stringify(views)) > viewsMax.bytes;

export function newView(sent: NewView, { formId, createdBy }: Pick<View, 'formId' | 'createdBy'>): View {
  const { name, columns = null, filters = {}, order = 'desc' } = sent;
  const createdAt = new Date().toISOString();
  return { id: newId('view'), formId, name, columns, filters, order, createdBy, createdAt, updatedAt: createdAt };
}

/** Returns the view with all changeable properties replaced. */
export const changedView = (view: View, { name, columns = null, filters, order }: ViewChange): View => ({
  ...view,
  ...{ name, columns, filters, order },
  updatedAt: new Date().toISOString(),
});
