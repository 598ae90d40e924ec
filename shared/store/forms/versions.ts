import type { Caller } from '../../domain/accounts/caller.ts';
import { type ContentChange, changesOf, contentOf, type FormContent } from '../../domain/forms/content.ts';
import type { Form } from '../../domain/forms/form.ts';
import { isSame } from '../../domain/forms/form-changes.ts';
import { keyOf, partitionOf, prefixOf } from '../keys.ts';
import { queryAll } from '../query.ts';
import { getItem, type Item, type TransactItem } from '../table.ts';
import { deleteWrite, putWrite } from '../writes.ts';
import type { StoredForm } from './forms.ts';
import { packJson, unpackJson } from './packed-json.ts';

/** What visitors saw of a form from a change on. */
type FormVersion = {
  readonly number: number;
  readonly createdAt: string;
  /** The user, or the secret key; null where nobody knows. */
  readonly createdBy: string | null;
  readonly changes: readonly ContentChange[];
};

/** The maximum number of versions of a form. The oldest ones go. */
export const versionsMax = 50;

const numberDigits = 9;
const keyOfVersion = (form: string, number: number) =>
  keyOf('formVersion', { form, version: String(number).padStart(numberDigits, '0') });

const versionItem = (formId: string, { number, createdAt, createdBy, changes }: FormVersion, content: FormContent) => ({
  ...keyOfVersion(formId, number),
  ...{ number, createdAt, createdBy },
  changes: JSON.stringify(changes),
  content: packJson(content),
});

const fromItem = ({ number, createdAt, createdBy, changes }: Item): FormVersion => ({
  number: Number(number),
  createdAt: String(createdAt),
  createdBy: createdBy === null ? null : String(createdBy),
  changes: JSON.parse(String(changes)),
});

/** Returns the versions of a form without their content, by sort keys in order of creation. */
export async function allVersions(formId: string): Promise<Map<string, FormVersion>> {
  const items = await queryAll({
    partition: partitionOf('formVersion', 'pk', { form: formId }),
    prefix: prefixOf('formVersion'),
    attributes: ['sk', 'number', 'createdAt', 'createdBy', 'changes'],
  });
  return new Map(items.map(item => [item.sk, fromItem(item)]));
}

/** Returns a version with its content, or undefined if there is none, or no longer. */
export async function getVersion(formId: string, number: number) {
  if (!Number.isSafeInteger(number) || number < 1 || String(number).length > numberDigits) return undefined;
  const item = await getItem(keyOfVersion(formId, number));
  return item && { ...fromItem(item), content: unpackJson<FormContent>(item.content) };
}

/** Returns the contents of all versions of a form. */
export async function contentsOfVersions(formId: string): Promise<FormContent[]> {
  const items = await queryAll({
    partition: partitionOf('formVersion', 'pk', { form: formId }),
    prefix: prefixOf('formVersion'),
    attributes: ['content'],
  });
  return items.map(({ content }) => unpackJson<FormContent>(content));
}

/** The versions that a change of a form makes: how many it then ever had, and their writes. */
type NewVersions = { readonly versions: number | undefined; readonly writes: readonly TransactItem[] };

/**
 * Returns the versions that a change of a form makes. What visitors see is a version, so only a live form has new ones.
 * Forms from before versions existed get their former content as version 1.
 */
export async function newVersions(stored: StoredForm, form: Form, caller: Pick<Caller, 'id'>): Promise<NewVersions> {
  const { form: before, versions: known = 0 } = stored;
  const none = { versions: stored.versions, writes: [] };
  if (form.status !== 'live') return none;
  const content = contentOf(form);
  const former = before.status === 'live' ? contentOf(before) : (await getVersion(form.id, known))?.content;
  if (former && isSame(former, content)) return none;
  const first =
    known === 0 && former
      ? [versionItem(form.id, { number: 1, createdAt: before.updatedAt, createdBy: null, changes: [] }, former)]
      : [];
  const number = known + first.length + 1;
  const version = {
    ...{ number, createdAt: form.updatedAt, createdBy: caller.id },
    changes: former ? changesOf(former, content) : [],
  };
  const oldest = number - versionsMax;
  return {
    versions: number,
    writes: [
      ...[...first, versionItem(form.id, version, content)].map(item => putWrite(item)),
      ...(oldest > 0 ? [deleteWrite(keyOfVersion(form.id, oldest))] : []),
    ],
  };
}
