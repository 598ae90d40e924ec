import type { View } from '../../domain/responses/view.ts';
import { type AuditedAction, auditWrite } from '../audit.ts';
import { expression } from '../expression.ts';
import { formExistsCheck } from '../forms/forms.ts';
import { keyOf, partsOf } from '../keys.ts';
import { batchGet, getItem, type Item, type TransactItem, writeIfUnchanged } from '../table.ts';
import { isNew, putWrite } from '../writes.ts';

/** The saved views of a form, in order of creation. */
export type StoredViews = {
  readonly formId: string;
  readonly views: readonly View[];
  /** Increases with each write, so that of two concurrent changes only one succeeds; 0 where there never was a view. */
  readonly revision: number;
};

const keyOfViews = (form: string) => keyOf('responseViews', { form });

export async function getViews(formId: string): Promise<StoredViews> {
  const item = await getItem(keyOfViews(formId));
  const { views = [], revision = 0 } = (item ?? {}) as Partial<StoredViews>;
  return { formId, views, revision };
}

/** Returns the views of those of these forms that have or had any. */
export async function getViewsOfAll(formIds: readonly string[]): Promise<StoredViews[]> {
  const items = await batchGet(formIds.map(keyOfViews));
  return items.map(storedViews);
}

function storedViews({ pk, views, revision }: Item): StoredViews {
  const formId = partsOf('responseViews', 'pk', pk)?.form ?? '';
  return { formId, views: views as View[], revision: Number(revision) };
}

/** Replaces the views that were read, if they have not changed since. */
export const viewsWrite = ({ formId, revision }: StoredViews, views: readonly View[]): TransactItem =>
  putWrite(
    { ...keyOfViews(formId), views, revision: revision + 1 },
    revision === 0 ? isNew : expression`revision = ${revision}`,
  );

/**
 * Replaces the views that were read. Returns false when they have changed since, or the form was deleted.
 *
 * @param viewId the view that was created, changed or deleted
 */
export const replaceViews = (
  read: StoredViews,
  views: readonly View[],
  { caller, action, viewId }: AuditedAction & { viewId: string },
): Promise<boolean> =>
  writeIfUnchanged([viewsWrite(read, views), formExistsCheck(read.formId), auditWrite(caller, action, viewId)]);
