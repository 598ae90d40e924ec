import { isSame } from '../../../../../shared/domain/forms/form-changes.ts';
import type { Draft } from './draft.ts';

/** Where a browser keeps what is not saved: `localStorage`. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
type Storage = {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
  removeItem(name: string): void;
};

/** Unsaved changes of a form. */
export type UnsavedDraft = {
  /** The stored form that the changes started from. */
  readonly base: Draft;
  readonly draft: Draft;
  /** ISO 8601. */
  readonly at: string;
};

const nameOf = (formId: string): string => `formline:draft:${formId}`;

export function keepUnsaved(shelf: Shelf, formId: string, kept: UnsavedDraft): void {
  try {
    shelf.setItem(nameOf(formId), JSON.stringify(kept));
  } catch {
    // Storage is full or forbidden, so the changes last only as long as the page.
  }
}

export function forgetUnsaved(shelf: Shelf, formId: string): void {
  try {
    shelf.removeItem(nameOf(formId));
  } catch {
    // There is none.
  }
}

/** Returns a form's saved draft, unless it equals the stored form. */
export function readUnsaved(shelf: Shelf, formId: string, stored: Draft): UnsavedDraft | undefined {
  try {
    const kept: UnsavedDraft | null = JSON.parse(shelf.getItem(nameOf(formId)) ?? 'null');
    return kept && Array.isArray(kept.draft?.fields) && !isSame(kept.draft, stored) ? kept : undefined;
  } catch {
    return undefined;
  }
}
