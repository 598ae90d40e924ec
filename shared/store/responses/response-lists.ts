import type { Caller } from '../../domain/accounts/caller.ts';
import { type AnswerFilter, faultsOfAnswerFilter, hasAnswers } from '../../domain/fields/answer-filter.ts';
import { type Column, columnId, columnsOf } from '../../domain/fields/columns.ts';
import type { RetiredField } from '../../domain/forms/form.ts';
import { expiredBefore, isRetained } from '../../domain/forms/retention.ts';
import { accessOf, isSealable, policedFields } from '../../domain/responses/field-policies.ts';
import type { Response, ResponseStatus } from '../../domain/responses/response.ts';
import { minuteMs } from '../../durations.ts';
import type { Fault } from '../../fault.ts';
import { timeOf } from '../../ids.ts';
import { inParallel } from '../../in-parallel.ts';
import { getIndexSpread } from '../accounts/environments.ts';
import { readForms } from '../forms/form-lists.ts';
import { getFormOf, getForms, responseTimeline, type StoredForm } from '../forms/forms.ts';
import { type RetentionWork, retentionsOf } from '../forms/retention.ts';
import { partitionOf, partsOf, spamScope } from '../keys.ts';
import { inOrderOfChange, inOrderOfSubmission, type ListedRows, storedBy } from '../lists/changed-rows.ts';
import type { CountedList } from '../lists/counted-list.ts';
import { countItems, type ReadOptions } from '../lists/read-list.ts';
import { endsOfShards, readableShards } from '../shards.ts';
import { batchGet, type Item } from '../table.ts';
import { dropFirst, lookUpInBatches } from '../timeline.ts';
import { fromItem, responseAttributes } from './responses.ts';
import { showResponse } from './sealed-answers.ts';

type Folder = 'inbox' | 'spam';
type Filter = {
  status?: ResponseStatus;
  from?: number;
  to?: number;
  folder?: Folder;
  /** Only those that were submitted or changed at this time (ms since the epoch) or later, in order of that. */
  updatedSince?: number;
};

const itemTypes = { inbox: 'response', spam: 'spam' } as const;

/** The scope of the counters of a folder. */
const scopeOf = (id: string, folder: Folder): string => (folder === 'spam' ? spamScope(id) : id);

/** Responses that are listed together: those of one form, or of all forms of an environment. */
export type ResponseList = {
  scope: CountedList;
  /** Why it cannot be read. */
  faults?: readonly Fault[];
  /** To count again would cost more than a page. */
  keepTotal: boolean;
  /** How many there are, without those that have expired and are not removed yet. */
  count: () => Promise<number>;
  title: string;
  /** In order of submission, or of changes, as the caller may see them; those of deleted forms are left out. */
  read: (options: ReadOptions) => AsyncGenerator<Response>;
  /** Where one that was read stands in this order. */
  positionOf: (response: Response) => string;
  /** Every column that an answer may belong to. */
  columns: () => Promise<{ columns: Column[]; retired: RetiredField[] }>;
};

/** The responses of the caller's form; undefined when there is no such form. */
export async function responsesOfForm(
  caller: Caller,
  id: string,
  filter: Filter,
  answers?: AnswerFilter,
): Promise<(ResponseList & { stored: StoredForm }) | undefined> {
  const askedAt = Date.now();
  const stored = await getFormOf(caller, id);
  if (!stored) return undefined;
  const { form, retiredFields } = stored;
  const retained = later(filter.from, expiredBefore(stored, Date.now()));
  const scope = scopeOfForm(stored, { ...filter, from: retained });
  const rows = rowsOf(scope, filter, { environmentId: stored.environmentId, form: id });
  async function* read(options: ReadOptions): AsyncGenerator<Response> {
    for await (const item of storedBy(askedAt, rows, options)) yield shownTo(caller, stored as StoredForm, item, rows);
  }
  return {
    stored,
    scope,
    title: form.title,
    positionOf,
    ...(answers
      ? withAnswers(stored, read, answers)
      : { read, count: () => rows.count(async entries => entries), keepTotal: rows.keepTotal }),
    columns: async () => ({
      columns: form.fields.flatMap(columnsOf),
      retired: [...retiredFields, ...extraColumns(stored)],
    }),
  };
}

const rowsOf = (
  scope: CountedList,
  { updatedSince, folder = 'inbox' }: Filter,
  whose: { environmentId: string; form?: string },
): ListedRows =>
  updatedSince === undefined
    ? inOrderOfSubmission(scope)
    : inOrderOfChange(scope, updatedSince, { ...whose, itemType: itemTypes[folder] });

/** Where responses stand in the list that they were read for. */
const positions = new WeakMap<Response, string>();

function positionOf(response: Response): string {
  const position = positions.get(response);
  if (position === undefined) throw new Error('This response was not read for a list');
  return position;
}

async function shownTo(caller: Caller, stored: StoredForm, item: Item, rows: ListedRows): Promise<Response> {
  const response = await showResponse(stored, fromItem(item, stored.form), accessOf(caller));
  positions.set(response, rows.positionOf(item));
  return response;
}

type Read = ResponseList['read'];

/** Those with certain answers. No counter knows of them: they are found by reading, and counted so as well. */
function withAnswers(stored: StoredForm, read: Read, filter: AnswerFilter) {
  async function* matching(options: Parameters<Read>[0]): AsyncGenerator<Response> {
    for await (const response of read(options)) if (hasAnswers(response.answers, filter)) yield response;
  }
  return {
    faults: answerFaults(stored, filter),
    keepTotal: true,
    read: ({ offset = 0, expected: _, ...options }: ReadOptions) => dropFirst(matching(options), offset),
    count: () => countAll(matching({ order: 'asc' })),
  };
}

function answerFaults(stored: StoredForm, filter: AnswerFilter): Fault[] | undefined {
  const others = [...stored.retiredFields, ...extraColumns(stored)].map(({ id }) => id);
  const sealable = [...policedFields(stored)].filter(([, field]) => isSealable(field));
  const sealed = new Set(sealable.map(([id]) => id));
  const faults = faultsOfAnswerFilter(filter, { fields: stored.form.fields, others, sealed });
  return faults.length > 0 ? faults : undefined;
}

async function countAll(records: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of records) count += 1;
  return count;
}

/** All that a list has of an item, with what tells where it stands: the rest took as long to read. */
const listedAttributes = ['pk', 'sk', 'changedsk', ...responseAttributes];

const scopeOfForm = (stored: StoredForm, { status, folder = 'inbox', ...times }: Filter): CountedList => ({
  id: scopeOf(stored.form.id, folder),
  timeline: { ...responseTimeline(stored, itemTypes[folder]), status, attributes: listedAttributes },
  lagMs: 2000,
  ...times,
});

/** The later of two times, one of which may not be there. */
const later = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.max(one, other);

/** The responses of all forms of the caller's environment. */
export async function responsesOfEnvironment(caller: Caller, filter: Filter): Promise<ResponseList> {
  const askedAt = Date.now();
  const { environmentId } = caller;
  const { status, folder = 'inbox', ...times } = filter;
  const spread = await getIndexSpread(caller);
  const partitionIn = (indexShard: string) => partitionOf(itemTypes[folder], 'gsi1pk', { environmentId, indexShard });
  const [partitions, ends] = [readableShards(spread).map(partitionIn), endsOfShards(spread, partitionIn)];
  const scope: CountedList = {
    id: scopeOf(environmentId, folder),
    timeline: { index: 'lists', partitions, ends, status },
    lagMs: minuteMs,
    ...times,
  };
  const rows = rowsOf(scope, filter, { environmentId });
  const counted = { ...filter, from: later(filter.from, filter.updatedSince) };
  return {
    scope,
    keepTotal: rows.keepTotal,
    count: async () => (await rows.count(retainedOf)) - (await countExpired(environmentId, counted)),
    positionOf,
    title: `responses-${caller.environment}`,
    read: options =>
      lookUpInBatches(storedBy(askedAt, rows, options), some => responsesOfRows(some, caller, rows), options.expected),
    columns: () => columnsOfEnvironment(environmentId),
  };
}

async function responsesOfRows(found: Item[], caller: Caller, rows: ListedRows): Promise<(Response | undefined)[]> {
  const formIds = found.map(({ pk }) => formOf(pk));
  const entries = found.filter(({ answers }) => answers === undefined).map(({ pk, sk }) => ({ pk, sk }));
  const [items, forms] = await Promise.all([batchGet(entries), getForms(formIds)]);
  const bySortKey = new Map(items.map(item => [item.sk, item]));
  const shown = found.map((row, index) => {
    const item = row.answers === undefined ? bySortKey.get(row.sk) : row;
    const stored = forms.get(formIds[index] ?? '');
    if (!item || !stored || !isRetained(stored, timeOf(row.sk))) return undefined;
    return shownTo(caller, stored, item, rows);
  });
  return Promise.all(shown);
}

/** Those of forms that are there, which have not expired. */
async function retainedOf(entries: Item[]): Promise<(Item | undefined)[]> {
  const forms = await getForms([...new Set(entries.map(({ pk }) => formOf(pk)))]);
  return entries.map(entry => {
    const stored = forms.get(formOf(entry.pk));
    return stored && isRetained(stored, timeOf(entry.sk)) ? entry : undefined;
  });
}

const formsAtOnce = 10;

/** How many responses of an environment have expired and are not removed yet: a form at a time, by its counters. */
async function countExpired(environmentId: string, filter: Filter): Promise<number> {
  const retentions = await retentionsOf(environmentId);
  const forms = await getForms(retentions.map(({ formId }) => formId));
  const counts = await inParallel(retentions, formsAtOnce, async retention => {
    const stored = forms.get(retention.formId);
    return stored ? countExpiredOf(stored, retention, filter) : 0;
  });
  return counts.reduce((sum, count) => sum + count, 0);
}

function countExpiredOf(stored: StoredForm, { cleanUntil }: RetentionWork, filter: Filter): Promise<number> | number {
  const before = expiredBefore(stored, Date.now()) ?? 0;
  // Spam is removed in its own time.
  const from = Math.max(filter.from ?? 0, filter.folder === 'spam' ? 0 : cleanUntil);
  const to = Math.min(filter.to ?? before, before);
  return from < to ? countItems(scopeOfForm(stored, { ...filter, from, to })) : 0;
}

const formOf = (pk: string): string => (partsOf('response', 'pk', pk) ?? partsOf('spam', 'pk', pk))?.form ?? '';

/** Answers that a form keeps without a field have columns as those have whose field is gone. */
const extraColumns = ({ extraNames = [] }: StoredForm): RetiredField[] => extraNames.map(id => ({ id }));

async function columnsOfEnvironment(environmentId: string) {
  const columns = new Map<string, Column>();
  const retired = new Map<string, RetiredField>();
  for await (const stored of readForms(environmentId, { order: 'asc' })) {
    for (const column of stored.form.fields.flatMap(columnsOf)) {
      if (!columns.has(columnId(column))) columns.set(columnId(column), column);
    }
    for (const column of [...extraColumns(stored), ...stored.retiredFields]) retired.set(columnId(column), column);
  }
  const former = [...retired.values()].filter(column => !columns.has(columnId(column)));
  return { columns: [...columns.values()], retired: former };
}
