import { randomBytes } from 'node:crypto';
import type { Caller } from '../../domain/accounts/caller.ts';
import { type Form, type RetiredField, retiredAfter } from '../../domain/forms/form.ts';
import type { Expiry } from '../../domain/forms/retention.ts';
import { unavailableText } from '../../domain/responses/field-policies.ts';
import type { CaptchaProvider } from '../../domain/spam/captcha.ts';
import { UnreadableForm } from '../../errors.ts';
import type { Fault } from '../../fault.ts';
import { isFormId, timeOf } from '../../ids.ts';
import { TtlCache } from '../../ttl-cache.ts';
import { deletionWrite } from '../deletions.ts';
import { type Expression, expression, ifAbsent } from '../expression.ts';
import { newJobItem } from '../jobs.ts';
import { type Key, keyOf, keysOf, partitionOf, partsOf, type ResponseType } from '../keys.ts';
import { parseObject, reportUnreadable } from '../report-unreadable.ts';
import { endsOfShards, raiseShards, readableShards, type Spread } from '../shards.ts';
import { batchGet, deleteOnce, getItem, type Item, type TransactItem, updateItem, writeIfUnchanged } from '../table.ts';
import { checkWrite, createItemWith, putWrite, updateItemWith, updateWrite } from '../writes.ts';
import { newRetentionWrites, retentionChange, retentionEndWrite } from './retention.ts';
import { sealingEndWrite, sealingWrites } from './sealing.ts';
import { checkSlug, slugsAfter, slugWrites } from './slugs.ts';

/** A form as stored: the definition, and what only the service needs. */
export type StoredForm = Spread & {
  form: Form;
  organizationId: string;
  environmentId: string;
  /** Increases with each write, so that of two concurrent changes only one succeeds. */
  revision: number;
  retiredFields: RetiredField[];
  expired?: Expiry;
  /** The names of answers that the form keeps without a field. */
  extraNames?: readonly string[];
  /** Signs the tickets of its public schema, and its challenges. Older forms have none until they are changed. */
  ticketSecret?: string;
  /** Absent in forms from before 0.3.0, which save partial answers, and keep them, unless they say otherwise. */
  savesOffByDefault?: true;
  /** The slugs that lead to it, the current one last. */
  slugs?: readonly string[];
  /** Sealed. */
  captchaSecrets?: Partial<Record<CaptchaProvider, string>>;
  /** The number of its latest version. Absent before the first change that makes one. */
  versions?: number | undefined;
  /** Its definition is damaged. `form` is a placeholder for lists. */
  unreadable?: true;
};

type FormItem = Spread & {
  status: string;
  organizationId: string;
  environmentId: string;
  revision: number;
  /** JSON: a marshalled map throws on keys such as `constructor`, and on numbers past 38 digits. */
  definition: string;
  retiredFields: string;
  expired?: Expiry;
  extraNames?: ReadonlySet<string>;
  ticketSecret?: string;
  captchaSecrets?: StoredForm['captchaSecrets'];
  slugs?: readonly string[];
  savesOffByDefault?: true;
  versions?: number;
};

/** The status of a form that was deleted and whose purge has not ended. */
const tombstone = 'deleted';

/** How long a submission may still be accepted by an older version of the form. The purge of a form waits longer. */
const cacheSeconds = 1;

type SpreadForm = Spread & Pick<StoredForm, 'form'>;

/** Returns the partitions of a form's responses. */
export const responsePartitions = (stored: SpreadForm, itemType: ResponseType = 'response'): string[] =>
  readableShards(stored).map(partitionsOf(stored, itemType));

/** Returns the partitions of a form's responses for a list, which skips those that have ended. */
export const responseTimeline = (stored: SpreadForm, itemType: ResponseType) => ({
  partitions: responsePartitions(stored, itemType),
  ends: endsOfShards(stored, partitionsOf(stored, itemType)),
});

const partitionsOf =
  ({ form }: SpreadForm, itemType: ResponseType) =>
  (shard: string): string =>
    partitionOf(itemType, 'pk', { form: form.id, shard });

type ReadForm = { stored: StoredForm; bytes: number };

/** A definition takes somewhat more memory than the text it is stored as. */
const cacheBytesMax = 32 * 1024 * 1024;

const cache = new TtlCache<ReadForm | undefined>(cacheSeconds, {
  sizeMax: cacheBytesMax,
  sizeOf: read => read?.bytes ?? 0,
});

function itemOf(stored: StoredForm): FormItem {
  const { form, retiredFields, extraNames: _, ...rest } = stored;
  return {
    ...rest,
    status: form.status,
    definition: JSON.stringify(form),
    retiredFields: JSON.stringify(retiredFields),
  };
}

function fromItem(item: Record<string, unknown> | undefined): StoredForm | undefined {
  if (!item || item.status === tombstone) return undefined;
  const { organizationId, environmentId, revision, definition, retiredFields, extraNames } = item as FormItem;
  const { shards, shardsRaisedAt, formerShards } = item as FormItem;
  const { expired, ticketSecret, captchaSecrets, slugs, savesOffByDefault, versions } = item as FormItem;
  const readable = parseDefinition({ definition, retiredFields });
  if (readable && !savesOffByDefault) {
    readable.form.ui = { partialSaves: 'on', ...readable.form.ui };
    readable.form.retention = { partialDays: 0, ...readable.form.retention };
  }
  const parsed = readable ?? unreadableDefinition(item);
  const names = extraNames && { extraNames: [...extraNames].sort() };
  const secrets = { ticketSecret, captchaSecrets, ...(savesOffByDefault && { savesOffByDefault }) };
  const addresses = { ...(slugs && { slugs }), ...(versions !== undefined && { versions }) };
  const spread = { shards, shardsRaisedAt, formerShards };
  return { ...parsed, organizationId, environmentId, revision, ...spread, expired, ...names, ...addresses, ...secrets };
}

function parseDefinition({ definition, retiredFields }: Pick<FormItem, 'definition' | 'retiredFields'>) {
  const form = parseObject<Form>(definition);
  const retired = parseObject<RetiredField[]>(retiredFields);
  return Array.isArray(form?.fields) && Array.isArray(retired) ? { form, retiredFields: retired } : undefined;
}

function unreadableDefinition(item: Record<string, unknown>) {
  const { pk, sk, status, definition } = item as Key & FormItem;
  reportUnreadable('a form', { pk, sk });
  const { form: id = '' } = partsOf('form', 'pk', pk) ?? {};
  const createdAt = new Date(timeOf(id.slice(id.indexOf('_') + 1))).toISOString();
  const [, environment = 'production'] = /"environment":"(\w+)"/.exec(String(definition)) ?? [];
  const known = { id, version: 0, status, environment, createdAt, updatedAt: createdAt } as Form;
  return { form: { ...known, title: unavailableText, fields: [] }, retiredFields: [], unreadable: true as const };
}

/** Stores a new form and its own webhooks. */
export async function putForm(
  form: Form,
  caller: Caller,
  webhooks: readonly TransactItem[] = [],
  captchaSecrets: StoredForm['captchaSecrets'] = {},
): Promise<void> {
  const { organizationId, environmentId } = caller;
  const slugs = slugsAfter([], form.slug);
  const stored = {
    form,
    organizationId,
    environmentId,
    revision: 1,
    shards: 1,
    retiredFields: [],
    ticketSecret: newTicketSecret(),
    captchaSecrets,
    ...(slugs.length > 0 && { slugs }),
    savesOffByDefault: true as const,
  };
  const Item = { ...keysOf('form', { form: form.id, environmentId }), ...itemOf(stored) };
  const own = [...newRetentionWrites(stored), ...slugWrites(form.id, [], slugs)];
  if (await createItemWith(Item, [...webhooks, ...own])) return;
  // Another request may have taken the slug meanwhile.
  await checkSlug(form);
  throw new Error(`The form ${form.id} or a webhook of it is stored already`);
}

/**
 * Returns the form with this ID from any environment, or undefined when there is none or it was deleted. Throws
 * `UnreadableForm`.
 */
export async function getForm(id: string): Promise<StoredForm | undefined> {
  return readable((await readForm(id))?.stored);
}

function readable(stored: StoredForm | undefined): StoredForm | undefined {
  if (stored?.unreadable) throw new UnreadableForm(stored.form.id);
  return stored;
}

async function readForm(id: string): Promise<ReadForm | undefined> {
  if (!isFormId(id)) return undefined;
  const item = await getItem(keyOf('form', { form: id }));
  const stored = fromItem(item);
  return stored && { stored, bytes: String(item?.definition).length + String(item?.retiredFields).length };
}

/** Returns the caller's form with this ID, or undefined if the caller's environment has no such form. */
export async function getFormOf(caller: Caller, id: string): Promise<StoredForm | undefined> {
  return ofCaller(caller, await getForm(id));
}

/** Returns the form with this ID from any environment, even if it is unreadable. */
export const findForm = async (id: string): Promise<StoredForm | undefined> => (await readForm(id))?.stored;

/** Returns the caller's form with this ID even if it is unreadable, to show it as unavailable or to delete it. */
export async function findFormOf(caller: Caller, id: string): Promise<StoredForm | undefined> {
  return ofCaller(caller, (await readForm(id))?.stored);
}

/** Returns the faults of a form ID in a body: it must be one of the caller's, or `null`. */
export async function faultsOfFormId(caller: Caller, formId: string | null): Promise<Fault[]> {
  if (formId === null || (await getFormOf(caller, formId))) return [];
  return [{ field: 'formId', rule: 'unknown', message: 'is not a form in this environment' }];
}

/** Returns the caller's form with this ID through a cache of a second. Every submission uses this. */
export async function getCachedFormOf(caller: Caller, id: string): Promise<StoredForm | undefined> {
  return ofCaller(caller, await getCachedForm(id));
}

/** Returns the form with this ID from any environment, up to a second old. */
export async function getCachedForm(id: string): Promise<StoredForm | undefined> {
  const read = await cache.get(id, () => readForm(id));
  if (!read) cache.forget(id);
  return readable(read?.stored);
}

function ofCaller(caller: Caller, stored: StoredForm | undefined): StoredForm | undefined {
  return stored?.environmentId === caller.environmentId ? stored : undefined;
}

/** Returns forms by ID, including unreadable ones. Those that are gone are left out. */
export const getForms = async (ids: readonly string[]): Promise<Map<string, StoredForm>> =>
  formsIn(await batchGet(formKeys(ids)));

/** Returns the keys of forms, each once. */
export const formKeys = (ids: readonly string[]): Key[] => [...new Set(ids)].map(id => keyOf('form', { form: id }));

/** Returns the forms in items, by ID. */
export function formsIn(items: readonly Item[]): Map<string, StoredForm> {
  const forms = items.map(fromItem).filter(stored => stored !== undefined);
  return new Map(forms.map(stored => [stored.form.id, stored]));
}

/**
 * Replaces the form that was read, and makes the writes that belong to the change in the same transaction. Returns
 * false when the form has changed since.
 */
export function replaceForm(
  read: StoredForm,
  form: Form,
  also: readonly TransactItem[] = [],
  { captchaSecrets, versions }: Pick<StoredForm, 'captchaSecrets' | 'versions'> = read,
): Promise<boolean> {
  const retired = retiredAfter(read.retiredFields, read.form, form);
  const { expired, writes } = retentionChange(read, form);
  const slugs = slugsAfter(read.slugs, form.slug);
  const sealing = sealingWrites(read, { form, retiredFields: retired });
  // The number of shards is left out, because a hot form may be given more of them right now.
  const set = {
    status: form.status,
    definition: JSON.stringify(form),
    retiredFields: JSON.stringify(retired),
    revision: read.revision + 1,
    expired,
    ...{ captchaSecrets, versions },
    ...(slugs.length > 0 && { slugs }),
    ticketSecret: ifAbsent('ticketSecret', newTicketSecret()),
  };
  return updateItemWith(keyOf('form', { form: form.id }), { set, if: unchanged(read) }, [
    ...writes,
    ...sealing,
    ...slugWrites(form.id, read.slugs, slugs),
    ...also,
  ]);
}

const newTicketSecret = (): string => randomBytes(24).toString('base64url');

const unchanged = ({ revision }: StoredForm): Expression =>
  expression`revision = ${revision} AND #status <> ${tombstone}`;

/**
 * Marks the form deleted for every reader and stores the job that purges it, in one transaction. Returns false when the
 * form has changed or was deleted since it was read.
 *
 * @param also more writes for the same transaction
 */
export function deleteForm(read: StoredForm, also: readonly TransactItem[] = []): Promise<boolean> {
  const { form, environmentId, organizationId: org } = read;
  return writeIfUnchanged([
    updateWrite(keyOf('form', { form: form.id }), {
      set: { status: tombstone },
      remove: ['gsi1pk', 'gsi1sk', 'definition', 'retiredFields', 'slugs'],
      if: unchanged(read),
    }),
    putWrite(newJobItem({ kind: 'purgeForm', formId: form.id, environmentId, org })),
    retentionEndWrite(read),
    sealingEndWrite(read),
    ...slugWrites(form.id, read.slugs, []),
    deletionWrite(form.id),
    ...also,
  ]);
}

/** Returns the check that fails a transaction when the form is deleted. */
export const formExistsCheck = (id: string): TransactItem =>
  checkWrite(keyOf('form', { form: id }), expression`attribute_exists(pk) AND #status <> ${tombstone}`);

/** Removes the last item of a deleted form. */
export const removeTombstone = (id: string): Promise<void> => deleteOnce(keyOf('form', { form: id }));

function newExtraNames({ fields, extraFields }: Form, known: readonly string[], answers: object): string[] {
  if (extraFields !== 'keep') return [];
  const ids = new Set([...fields.map(({ id }) => id), ...known]);
  return Object.keys(answers).filter(name => !ids.has(name));
}

/** The maximum number of export columns besides those of fields. */
const extraNamesMax = 200;

/** Adds columns for answers without a field, up to the limit. */
export async function addExtraNames({ form, extraNames = [] }: StoredForm, answers: object): Promise<void> {
  const names = newExtraNames(form, extraNames, answers);
  if (names.length === 0 || extraNames.length >= extraNamesMax) return;
  const isRoom = expression`attribute_not_exists(extraNames) OR size(extraNames) < ${extraNamesMax}`;
  await updateItem(keyOf('form', { form: form.id }), {
    add: { extraNames: new Set(names) },
    if: expression`attribute_exists(pk) AND #status <> ${tombstone} AND (${isRoom})`,
  });
  cache.forget(form.id);
}

/** Removes columns for answers without a field. The next response with such an answer brings its column back. */
export async function removeExtraNames(formId: string, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const removed = { extraNames: new Set(names) };
  await updateItem(keyOf('form', { form: formId }), { delete: removed, if: expression`attribute_exists(pk)` });
  cache.forget(formId);
}

/** Whether a response has answers without a field, whose names the form has. */
export const hasExtraNames = ({ extraNames = [] }: Pick<StoredForm, 'extraNames'>, answers: object): boolean =>
  extraNames.some(name => Object.hasOwn(answers, name));

/**
 * Spreads a hot form's responses over four times as many partitions, 32 at most. Does so at most once a minute. Returns
 * the new number.
 */
export async function addShards({ form, environmentId, shards: known }: StoredForm, now?: number): Promise<number> {
  await raiseShards(keyOf('form', { form: form.id }), { formId: form.id, environmentId }, known, now);
  cache.forget(form.id);
  return (await getForm(form.id))?.shards ?? known;
}
