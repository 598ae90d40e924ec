import { titleLengthMax } from '../../contracts/forms/title.ts';
import type { Caller } from '../../domain/accounts/caller.ts';
import { contentOf, type DraftContent, draftOn, type FormContent } from '../../domain/forms/content.ts';
import type { Form } from '../../domain/forms/form.ts';
import { isSame } from '../../domain/forms/form-changes.ts';
import type { Fault } from '../../fault.ts';
import { expression } from '../expression.ts';
import { keyOf } from '../keys.ts';
import { getItem, type TransactItem, writeIfUnchanged } from '../table.ts';
import { deleteWrite, isNew, putWrite } from '../writes.ts';
import { formExistsCheck, replaceForm, type StoredForm } from './forms.ts';
import { packJson, unpackJson } from './packed-json.ts';

/** The draft of a form, as if all that was published since it began had been there before. */
export type DraftVersion = {
  readonly formId: string;
  readonly content: FormContent;
  readonly isChanged: boolean;
  readonly conflicts: readonly string[];
  readonly savedAt: string | null;
  readonly savedBy: string | null;
  /** The content of the form. */
  readonly published: FormContent;
  /** Increases with each write, so that of two concurrent changes only one succeeds; 0 without a stored draft. */
  readonly revision: number;
};

const keyOfDraft = (form: string) => keyOf('draftVersion', { form });

/** Returns the draft of a form; without a stored one, what the form has. */
export async function getDraftVersion(form: Form): Promise<DraftVersion> {
  const item = await getItem(keyOfDraft(form.id));
  if (!item) return draftVersion(form, undefined, { savedAt: null, savedBy: null, revision: 0 });
  return draftVersion(form, unpackJson<DraftContent>(item.content), {
    savedAt: String(item.savedAt),
    savedBy: String(item.savedBy),
    revision: Number(item.revision),
  });
}

type Saving = Pick<DraftVersion, 'savedAt' | 'savedBy' | 'revision'>;

function draftVersion(form: Form, draft: DraftContent | undefined, saving: Saving): DraftVersion {
  const published = contentOf(form);
  const { content, conflicts } = draftOn(published, draft);
  return { formId: form.id, content, conflicts, published, isChanged: !isSame(content, published), ...saving };
}

/** An item has at most 400 KB; this leaves room for its other attributes. */
const packedBytesMax = 390_000;

/** The new content of a draft, and how it is stored. */
type PackedContent = { readonly content: FormContent; readonly packed: Uint8Array };

/** Packs the new content of a draft. `fault` says that it is too large to store. */
export function packDraft({ published: base }: DraftVersion, content: FormContent): PackedContent & { fault?: Fault } {
  const packed = packJson({ base, content });
  if (packed.byteLength <= packedBytesMax) return { content, packed };
  const message = 'The draft is too large. Shorten labels and options';
  return { content, packed, fault: { field: 'fields', rule: 'maxBytes', message } };
}

/**
 * Stores a draft, and returns it. A form that is not live yet takes its title at once, because lists name the form by
 * it. Returns undefined if the draft or that form was changed since it was read, or the form was deleted.
 */
export async function putDraftVersion(
  stored: StoredForm,
  { formId, published: base, revision }: DraftVersion,
  { content, packed }: PackedContent,
  { caller: { id: savedBy }, savedAt }: { caller: Pick<Caller, 'id'>; savedAt: string },
): Promise<DraftVersion | undefined> {
  const saving = { revision: revision + 1, savedAt, savedBy };
  const write = putWrite({ ...keyOfDraft(formId), ...saving, content: packed }, sameDraft(revision));
  const { form } = stored;
  const takesTitle = form.status === 'draft' && content.title !== form.title && isTitle(content.title);
  const titled = takesTitle ? { ...form, title: content.title, updatedAt: savedAt } : form;
  const isStored = takesTitle
    ? await replaceForm(stored, titled, [write])
    : await writeIfUnchanged([write, formExistsCheck(formId)]);
  return isStored ? draftVersion(titled, { base, content }, saving) : undefined;
}

const isTitle = (title: string): boolean => title.trim() !== '' && [...title].length <= titleLengthMax;

const sameDraft = (revision: number) => (revision === 0 ? isNew : expression`revision = ${revision}`);

/** Returns the write that ends a draft, and fails if it was changed since it was read. */
export const draftEndWrite = ({ formId, revision }: DraftVersion): TransactItem =>
  deleteWrite(keyOfDraft(formId), sameDraft(revision));
