import { randomBytes } from 'node:crypto';
import type { Caller } from '../../domain/accounts/caller.ts';
import type { CaptchaProvider } from '../../domain/captcha.ts';
import { type Form, type RetiredField, retiredAfter } from '../../domain/forms/form.ts';
import type { Expired } from '../../domain/forms/retention.ts';
import type { Fault } from '../../fault.ts';
import { isFormId } from '../../ids.ts';
import { TtlCache } from '../../ttl-cache.ts';
import { type Expression, expression, ifAbsent } from '../expression.ts';
import { newJobItem } from '../jobs.ts';
import { keyOf, keysOf, partitionOf } from '../keys.ts';
import { endsOfShards, raiseShards, readableShards, type Spread } from '../shards.ts';
import { batchGet, deleteOnce, getItem, type TransactItem, updateItem, writeIfUnchanged } from '../table.ts';
import { checkWrite, createItemWith, putWrite, updateItemWith, updateWrite } from '../writes.ts';
import { newRetentionWrites, retentionChange, retentionEndWrite } from './retention.ts';
import { sealingEndWrite, sealingWrites } from './sealing.ts';

/** A form as its store knows it: the definition, and what only the service needs. */
export type StoredForm = Spread & {
  form: Form;
  organizationId: string;
  environmentId: string;
  /** Counts up with each write: two changes at once cannot both be made to the same form. */
  revision: number;
  retiredFields: RetiredField[];
  expired?: Expired;
  /** The names of answers that it keeps without a field. */
  extraNames?: readonly string[];
  /** Signs the tickets of its public schema, and its challenges. Forms of before have none until they are changed. */
  ticketSecret?: string;
  /** Sealed. */
  captchaSecrets?: Partial<Record<CaptchaProvider, string>>;
};

type FormItem = Spread & {
  status: string;
  organizationId: string;
  environmentId: string;
  revision: number;
  /** JSON: a marshalled map throws on keys such as `constructor`, and on numbers past 38 digits. */
  definition: string;
  retiredFields: string;
  expired?: Expired;
  extraNames?: ReadonlySet<string>;
  ticketSecret?: string;
  captchaSecrets?: StoredForm['captchaSecrets'];
};

/** The status of a form that was deleted and whose purge has not ended. */
const tombstone = 'deleted';

/** How long a submission may still be taken by the form as it was. The purge of a form outlasts it. */
const cacheSeconds = 1;

type SpreadForm = Spread & Pick<StoredForm, 'form'>;

/** The partitions that the responses of a form lie in. */
export const responsePartitions = (stored: SpreadForm, itemType: 'response' | 'spam' = 'response'): string[] =>
  readableShards(stored).map(partitionsOf(stored, itemType));

/** The same as a list reads them, which asks none behind its end. */
export const responseTimeline = (stored: SpreadForm, itemType: 'response' | 'spam') => ({
  partitions: responsePartitions(stored, itemType),
  ends: endsOfShards(stored, partitionsOf(stored, itemType)),
});

const partitionsOf =
  ({ form }: SpreadForm, itemType: 'response' | 'spam') =>
  (shard: string): string =>
    partitionOf(itemType, 'pk', { form: form.id, shard });

type ReadForm = { stored: StoredForm; bytes: number };

/** In memory, a definition takes somewhat more than the text that it is stored as. */
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
  const { expired, ticketSecret, captchaSecrets } = item as FormItem;
  const parsed = { form: JSON.parse(definition) as Form, retiredFields: JSON.parse(retiredFields) as RetiredField[] };
  const names = extraNames && { extraNames: [...extraNames].sort() };
  const secrets = { ticketSecret, captchaSecrets };
  const spread = { shards, shardsRaisedAt, formerShards };
  return { ...parsed, organizationId, environmentId, revision, ...spread, expired, ...names, ...secrets };
}

/** Stores a new form, and with it the webhooks that are its own. */
export async function putForm(
  form: Form,
  caller: Caller,
  webhooks: readonly TransactItem[] = [],
  captchaSecrets: StoredForm['captchaSecrets'] = {},
): Promise<void> {
  const { organizationId, environmentId } = caller;
  const stored = {
    form,
    organizationId,
    environmentId,
    revision: 1,
    shards: 1,
    retiredFields: [],
    ticketSecret: newTicketSecret(),
    captchaSecrets,
  };
  const Item = { ...keysOf('form', { form: form.id, environmentId }), ...itemOf(stored) };
  if (!(await createItemWith(Item, [...webhooks, ...newRetentionWrites(stored)])))
    throw new Error(`The form ${form.id} or a webhook of it is stored already`);
}

/** The form with this id, of any environment; undefined when there is none, or it was deleted. */
export async function getForm(id: string): Promise<StoredForm | undefined> {
  return (await readForm(id))?.stored;
}

async function readForm(id: string): Promise<ReadForm | undefined> {
  if (!isFormId(id)) return undefined;
  const item = await getItem(keyOf('form', { form: id }));
  const stored = fromItem(item);
  return stored && { stored, bytes: String(item?.definition).length + String(item?.retiredFields).length };
}

/** The caller's form with this id; undefined also for one of another environment. */
export async function getFormOf(caller: Caller, id: string): Promise<StoredForm | undefined> {
  return ofCaller(caller, await getForm(id));
}

/** What is wrong with a form's id in a body: it has to be one of the caller's. `null` is none. */
export async function faultsOfFormId(caller: Caller, formId: string | null): Promise<Fault[]> {
  if (formId === null || (await getFormOf(caller, formId))) return [];
  return [{ field: 'formId', rule: 'unknown', message: 'there is no such form in this environment' }];
}

/** The same, read through a cache of a second: for the path of every submission. */
export async function getCachedFormOf(caller: Caller, id: string): Promise<StoredForm | undefined> {
  return ofCaller(caller, await getCachedForm(id));
}

/** The form with this id, whoever's it is, as it was within the last second. */
export async function getCachedForm(id: string): Promise<StoredForm | undefined> {
  const read = await cache.get(id, () => readForm(id));
  if (!read) cache.forget(id);
  return read?.stored;
}

function ofCaller(caller: Caller, stored: StoredForm | undefined): StoredForm | undefined {
  return stored?.environmentId === caller.environmentId ? stored : undefined;
}

/** Forms by id; those that are gone are left out. */
export async function getForms(ids: readonly string[]): Promise<Map<string, StoredForm>> {
  const items = await batchGet([...new Set(ids)].map(id => keyOf('form', { form: id })));
  const forms = items.map(fromItem).filter(stored => stored !== undefined);
  return new Map(forms.map(stored => [stored.form.id, stored]));
}

/**
 * Stores a changed form in place of the one that was read, and in the same transaction what belongs to the change. False
 * when somebody else changed it since.
 */
export function replaceForm(
  read: StoredForm,
  form: Form,
  also: readonly TransactItem[] = [],
  captchaSecrets = read.captchaSecrets,
): Promise<boolean> {
  const retired = retiredAfter(read.retiredFields, read.form, form);
  const { expired, writes } = retentionChange(read, form);
  const sealing = sealingWrites(read, { form, retiredFields: retired });
  // The number of shards is not named: a hot form may be given more of them at this very moment.
  const set = {
    status: form.status,
    definition: JSON.stringify(form),
    retiredFields: JSON.stringify(retired),
    revision: read.revision + 1,
    expired,
    captchaSecrets,
    ticketSecret: ifAbsent('ticketSecret', newTicketSecret()),
  };
  return updateItemWith(keyOf('form', { form: form.id }), { set, if: unchanged(read) }, [
    ...writes,
    ...sealing,
    ...also,
  ]);
}

const newTicketSecret = (): string => randomBytes(24).toString('base64url');

const unchanged = ({ revision }: StoredForm): Expression =>
  expression`revision = ${revision} AND #status <> ${tombstone}`;

/**
 * Marks the form deleted for every reader, and in the same transaction stores the job that purges it.
 * False when somebody else changed or deleted it since it was read.
 *
 * @param also written in the same transaction
 */
export function deleteForm(read: StoredForm, also: readonly TransactItem[] = []): Promise<boolean> {
  const { form, environmentId } = read;
  return writeIfUnchanged([
    updateWrite(keyOf('form', { form: form.id }), {
      set: { status: tombstone },
      remove: ['gsi1pk', 'gsi1sk', 'definition', 'retiredFields'],
      if: unchanged(read),
    }),
    putWrite(newJobItem({ kind: 'purgeForm', formId: form.id, environmentId })),
    retentionEndWrite(read),
    sealingEndWrite(read),
    ...also,
  ]);
}

/** The condition of a transaction that fails it when the form is deleted. */
export const formExistsCheck = (id: string): TransactItem =>
  checkWrite(keyOf('form', { form: id }), expression`attribute_exists(pk) AND #status <> ${tombstone}`);

/** Removes the last trace of a deleted form itself. */
export const removeTombstone = (id: string): Promise<void> => deleteOnce(keyOf('form', { form: id }));

function newExtraNames({ fields, extraFields }: Form, known: readonly string[], answers: object): string[] {
  if (extraFields !== 'keep') return [];
  const ids = new Set([...fields.map(({ id }) => id), ...known]);
  return Object.keys(answers).filter(name => !ids.has(name));
}

/** So many columns has an export at most, besides those of fields. */
const extraNamesMax = 200;

/** Gives answers without a field their columns, as far as there are any left. */
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

/**
 * Spreads the responses of a hot form over four times as many partitions, 32 at most; not again within a minute. Gives how
 * many it has by then.
 */
export async function addShards({ form, environmentId, shards: known }: StoredForm, now?: number): Promise<number> {
  await raiseShards(keyOf('form', { form: form.id }), { formId: form.id, environmentId }, known, now);
  cache.forget(form.id);
  return (await getForm(form.id))?.shards ?? known;
}
