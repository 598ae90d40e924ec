import type { View } from '../../domain/responses/view.ts';
import { type AuditedAction, auditWrite } from '../audit.ts';
import { expression } from '../expression.ts';
import { formExistsCheck } from '../forms/forms.ts';
import { keyOf } from '../keys.ts';
import { getItem, writeIfUnchanged } from '../table.ts';
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

/**
 * Replaces the views that were read. Returns false when they have changed since, or the form was deleted.
 *
 * @param viewId the view that was created, changed or deleted
 */
export const replaceViews = (
  { formId, revision }: StoredViews,
  views: readonly View[],
  { caller, action, viewId }: AuditedAction & { viewId: string },
): Promise<boolean> =>
  writeIfUnchanged([
    putWrite(
      { ...keyOfViews(formId), views, revision: revision + 1 },
      revision === 0 ? isNew : expression`revision = ${revision}`,
    ),
    formExistsCheck(formId),
    auditWrite(caller, action, viewId),
  ]);
