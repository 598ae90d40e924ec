import type { Caller } from '../../domain/accounts/caller.ts';
import {
  type AnswerFilter,
  containsText,
  faultsOfAnswerFilter,
  hasAnswers,
} from '../../domain/fields/answer-filter.ts';
import { type Column, columnId, columnsOf } from '../../domain/fields/columns.ts';
import type { Field } from '../../domain/fields/field.ts';
import type { RetiredField } from '../../domain/forms/form.ts';
import { expiredBefore, isRetained } from '../../domain/forms/retention.ts';
import { keepsAnswersInBucket } from '../../domain/forms/storage.ts';
import { isSealable } from '../../domain/responses/field-policies.ts';
import { hasMeta, type MetaFilter } from '../../domain/responses/meta-filter.ts';
import { policedFields } from '../../domain/responses/policed-fields.ts';
import type { Handling, Response, ResponseStatus } from '../../domain/responses/response.ts';
import { minuteMs } from '../../durations.ts';
import type { Fault } from '../../fault.ts';
import { timeOf } from '../../ids.ts';
import { inParallel } from '../../in-parallel.ts';
import { getIndexSpread } from '../accounts/environments.ts';
import { readForms } from '../forms/form-lists.ts';
import { findFormOf, getForms, responseTimeline, type StoredForm } from '../forms/forms.ts';
import { type RetentionWork, retentionsOf } from '../forms/retention.ts';
import { type Key, partitionOf, partsOfResponse, spamScope } from '../keys.ts';
import { inOrderOfChange, inOrderOfSubmission, type ListedRows, storedBy } from '../lists/changed-rows.ts';
import type { CountedList } from '../lists/counted-list.ts';
import { countItems, type ReadOptions } from '../lists/read-list.ts';
import { queryAll } from '../query.ts';
import { endsOfShards, readableShards } from '../shards.ts';
import { batchGet, type Item } from '../table.ts';
import { dropFirst, lookUpInBatches } from '../timeline.ts';
import { withAnswers } from './moved-answers.ts';
import { fromItem, responseAttributes } from './responses.ts';
import { showTo } from './sealed-answers.ts';

type Folder = 'inbox' | 'spam' | 'restricted';
type Filter = {
  status?: ResponseStatus;
  /** Only for the list of a form, because no index has it. */
  handling?: Handling;
  from?: number;
  to?: number;
  folder?: Folder;
  /** Only responses that were submitted or changed at this time (ms since the epoch) or later, in that order. */
  updatedSince?: number;
};

const itemTypes = { inbox: 'response', spam: 'spam', restricted: 'restricted' } as const;

/** Returns the counter scope of a folder. */
const scopeOf = (id: string, folder: Folder): string => (folder === 'spam' ? spamScope(id) : id);

/** A list of responses: those of one form, or of all forms of an environment. */
export type ResponseList = {
  scope: CountedList;
  /** Why the list cannot be read. */
  faults?: readonly Fault[];
  /** Whether counting again would cost more than a page. */
  keepTotal: boolean;
  /** Counts the responses, except those that have expired and are not removed yet. */
  count: () => Promise<number>;
  title: string;
  /**
   * Reads the responses in order of submission or of changes, as the caller may see them. Those of deleted forms are
   * left out.
   */
  read: (options: ReadOptions) => AsyncGenerator<Response>;
  /** Returns the position of a response that was read. */
  positionOf: (response: Response) => string;
  /** Returns the forms of responses that were read. */
  formsOf: (responses: readonly Response[]) => ReadonlySet<StoredForm>;
  /** The progress of a list that searches answers; undefined for any other. */
  search?: SearchProgress;
  /** Returns every column that an answer may belong to, and the fields of today. */
  columns: () => Promise<{ columns: Column[]; retired: RetiredField[]; fields: readonly Field[] }>;
};

/** The search in the answers of a form. */
export type AnswerSearch = {
  readonly answers?: AnswerFilter | undefined;
  readonly text?: string | undefined;
  readonly handling?: Handling | undefined;
  readonly status?: ResponseStatus | undefined;
  /** Whether no counter counts the list, so it is counted by reading. */
  readonly isUncounted?: boolean | undefined;
  readonly meta?: MetaFilter | undefined;
  /** Whether the list may contain responses with this assignee. */
  readonly isAssignee?: ((userId: string | undefined) => boolean) | undefined;
  /**
   * The maximum number of responses that a page reads. Default: 10,000, about 2,500 read units for a usual
   * form; 1,000 if its answers are in a bucket.
   */
  readonly readMax?: number;
  /** When a page stops reading, in ms since the epoch. Default: never. */
  readonly until?: number;
};

/** The progress of a search. */
export type SearchProgress = {
  /** The number of responses read for the page. */
  read: number;
  /** Where it stopped because it had read enough. The next page continues after it. */
  stoppedAt?: string;
  /** Whether the total covers all responses. Otherwise there are at least that many. */
  isTotal: boolean;
};

/** Returns the responses of the caller's form, or undefined when there is no such form. */
export async function responsesOfForm(
  caller: Caller,
  id: string,
  filter: Filter,
  search: AnswerSearch = {},
): Promise<(ResponseList & { stored: StoredForm }) | undefined> {
  const askedAt = Date.now();
  const stored = await findFormOf(caller, id);
  if (!stored) return undefined;
  const { form, retiredFields } = stored;
  // Restricted responses do not expire, and no counter counts them.
  const isUncounted = filter.folder === 'restricted';
  const retained = isUncounted ? filter.from : later(filter.from, expiredBefore(stored, Date.now()));
  const { handling, status, ...others } = filter;
  const isByChange = filter.updatedSince !== undefined;
  const states = { ...(!isUncounted && { status }), ...(!isUncounted && !isByChange && { handling }) };
  const scope = scopeOfForm(stored, { ...others, ...states, from: retained });
  // The index of changes has no handling, so it is compared as an answer is.
  const wanted = {
    ...search,
    ...((isByChange || isUncounted) && { handling }),
    ...(isUncounted && { status, isUncounted }),
  };
  const rows = rowsOf(scope, filter, { environmentId: stored.environmentId, form: id });
  const shown = (items: Item[]) => shownTo(caller, () => stored, items, rows);
  const read = (options: ReadOptions) => lookUpInBatches(storedBy(askedAt, rows, options), shown, options.expected);
  return {
    stored,
    scope,
    title: form.title,
    positionOf,
    formsOf: () => new Set([stored]),
    ...(isSearch(wanted)
      ? searched(stored, read, wanted)
      : { read, count: () => rows.count(async entries => entries), keepTotal: rows.keepTotal }),
    columns: async () => ({
      columns: form.fields.flatMap(columnsOf),
      retired: [...retiredFields, ...extraColumns(stored)],
      fields: form.fields,
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

/** The positions of responses in the list that they were read for. */
const positions = new WeakMap<Response, string>();
const formsOfResponses = new WeakMap<Response, StoredForm>();

function positionOf(response: Response): string {
  const position = positions.get(response);
  if (position === undefined) throw new Error('This response was not read for a list');
  return position;
}

/** Returns the responses in these items as the caller may see them; undefined for those that are gone. */
async function shownTo(
  caller: Caller,
  formOfItem: (item: Item) => StoredForm | undefined,
  items: readonly Item[],
  rows: ListedRows,
): Promise<(Response | undefined)[]> {
  const answered = await withAnswers(items);
  return Promise.all(
    answered.map(async item => {
      const stored = item && formOfItem(item);
      if (!item || !stored) return undefined;
      const response = await showTo(caller, stored, fromItem(item, stored.form));
      positions.set(response, rows.positionOf(item));
      formsOfResponses.set(response, stored);
      return response;
    }),
  );
}

type RowReader = ResponseList['read'];

/** Whether there is a condition, beside the bounds of reading. */
const isSearch = ({ readMax: _, until: __, ...conditions }: AnswerSearch): boolean =>
  Object.values(conditions).some(condition => condition !== undefined);

/** Returns the responses that match a search. No counter knows these, so they are found and counted by reading. */
function searched(stored: StoredForm, read: RowReader, wanted: AnswerSearch) {
  // Answers in a bucket are read one by one.
  const { readMax = keepsAnswersInBucket(stored.form) ? 1000 : 10_000, until = Number.POSITIVE_INFINITY } = wanted;
  const sealed = sealedFields(stored);
  const search: SearchProgress = { read: 0, isTotal: true };
  const matching = async function* (options: ReadOptions, progress: Pick<SearchProgress, 'read' | 'stoppedAt'>) {
    const isBounded = options.expected !== undefined;
    // Most responses that are read are not shown.
    for await (const response of read({ ...options, expected: undefined, ahead: true })) {
      progress.read += 1;
      if (matches(response, wanted, sealed)) yield response;
      if (isBounded && (progress.read >= readMax || Date.now() >= until)) {
        progress.stoppedAt = positionOf(response);
        return;
      }
    }
  };
  return {
    faults: wanted.answers && answerFaults(stored, wanted.answers),
    keepTotal: true,
    search,
    read: ({ offset = 0, ...options }: ReadOptions) => dropFirst(matching(options, search), offset),
    count: async () => {
      const counted: Pick<SearchProgress, 'read' | 'stoppedAt'> = { read: 0 };
      const count = await countAll(matching({ order: 'desc', expected: readMax }, counted));
      search.isTotal = counted.stoppedAt === undefined;
      return count;
    },
  };
}

/**
 * Whether a response matches. Text is searched in the ID, and in answers that are not sealed, for every reader alike.
 */
function matches(response: Response, wanted: AnswerSearch, sealed: ReadonlySet<string>) {
  const { id, answers, assigneeId } = response;
  const { answers: filter, text, isAssignee } = wanted;
  if (!isInState(response, wanted)) return false;
  if (isAssignee && !isAssignee(assigneeId)) return false;
  if (wanted.meta && !hasMeta(response.meta, wanted.meta)) return false;
  if (filter && !hasAnswers(answers, filter)) return false;
  if (text === undefined || id === text) return true;
  return Object.entries(answers).some(([field, answer]) => !sealed.has(field) && containsText(answer, text));
}

const isInState = ({ status, handling = 'open' }: Response, wanted: AnswerSearch): boolean =>
  (wanted.handling ?? handling) === handling && (wanted.status ?? status) === status;

/** Returns the fields whose answers cannot be searched. */
const sealedFields = (stored: StoredForm): ReadonlySet<string> =>
  new Set([...policedFields(stored)].filter(([, field]) => isSealable(field)).map(([id]) => id));

function answerFaults(stored: StoredForm, filter: AnswerFilter): Fault[] | undefined {
  const others = [...stored.retiredFields, ...extraColumns(stored)].map(({ id }) => id);
  const faults = faultsOfAnswerFilter(filter, { fields: stored.form.fields, others, sealed: sealedFields(stored) });
  return faults.length > 0 ? faults : undefined;
}

async function countAll(records: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of records) count += 1;
  return count;
}

/** The attributes that a list reads, including the position. Reading the rest would take as long again. */
const listedAttributes = ['pk', 'sk', 'changedsk', ...responseAttributes];

const scopeOfForm = (stored: StoredForm, { status, handling, folder = 'inbox', ...times }: Filter): CountedList => ({
  id: scopeOf(stored.form.id, folder),
  timeline: { ...responseTimeline(stored, itemTypes[folder]), status, handling, attributes: listedAttributes },
  lagMs: 2000,
  ...times,
});

/** Returns the later of two times, either of which may be absent. */
const later = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.max(one, other);

/** Returns the responses of all forms of the caller's environment. */
export async function responsesOfEnvironment(caller: Caller, filter: Omit<Filter, 'handling'>): Promise<ResponseList> {
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
    formsOf: responses => new Set(responses.flatMap(response => formsOfResponses.get(response) ?? [])),
    title: `responses-${caller.environment}`,
    read: options =>
      lookUpInBatches(
        storedBy(askedAt, rows, options),
        some => responsesOfRows(some, caller, rows, status === undefined && filter.updatedSince === undefined),
        options.expected,
      ),
    columns: () => columnsOfEnvironment(environmentId),
  };
}

/** @param areAll whether these are all rows of the environment between the first and the last */
async function responsesOfRows(
  found: Item[],
  caller: Caller,
  rows: ListedRows,
  areAll: boolean,
): Promise<(Response | undefined)[]> {
  const formIds = found.map(({ pk }) => formOf(pk));
  const entries = found.filter(({ answers }) => answers === undefined).map(({ pk, sk }) => ({ pk, sk }));
  const [items, forms] = await Promise.all([areAll ? readNeighbors(entries) : batchGet(entries), getForms(formIds)]);
  const bySortKey = new Map(items.map(item => [item.sk, item]));
  const whole = found.flatMap((row, index) => {
    const item = row.answers === undefined ? bySortKey.get(row.sk) : row;
    const stored = forms.get(formIds[index] ?? '');
    return item && stored && isRetained(stored, timeOf(row.sk)) ? [item] : [];
  });
  return shownTo(caller, ({ pk }) => forms.get(formOf(pk)), whole, rows);
}

/** With fewer items of a partition, the units that a query saves are not worth the call. */
const neighborsMin = 10;

/**
 * Reads items that have no others between them in their partitions: many of one by a query, which costs what they have
 * together; each of the rest by its key, which costs a unit at least.
 */
async function readNeighbors(keys: readonly Key[]): Promise<Item[]> {
  const byPartition = [...Map.groupBy(keys, ({ pk }) => pk)];
  const many = byPartition.filter(([, { length }]) => length >= neighborsMin);
  const few = byPartition.filter(([, { length }]) => length < neighborsMin).flatMap(([, some]) => some);
  const spanOf = (sortKeys: string[]) => ({ low: sortKeys[0] ?? '', high: sortKeys.at(-1) ?? '' });
  const found = many.map(([partition, some]) =>
    queryAll({ partition, span: spanOf(some.map(({ sk }) => sk).sort()), attributes: listedAttributes }),
  );
  return (await Promise.all([batchGet(few), ...found])).flat();
}

/** Returns the responses of existing forms that have not expired. */
async function retainedOf(entries: Item[]): Promise<(Item | undefined)[]> {
  const forms = await getForms([...new Set(entries.map(({ pk }) => formOf(pk)))]);
  return entries.map(entry => {
    const stored = forms.get(formOf(entry.pk));
    return stored && isRetained(stored, timeOf(entry.sk)) ? entry : undefined;
  });
}

const formsAtOnce = 10;

/** Counts an environment's responses that have expired and are not removed yet, form by form, by counters. */
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
  // Spam has its own retention.
  const from = Math.max(filter.from ?? 0, filter.folder === 'spam' ? 0 : cleanUntil);
  const to = Math.min(filter.to ?? before, before);
  return from < to ? countItems(scopeOfForm(stored, { ...filter, from, to })) : 0;
}

const formOf = (pk: string): string => partsOfResponse('pk', pk)?.form ?? '';

/** Returns the columns of answers without a field, which are like those of removed fields. */
const extraColumns = ({ extraNames = [] }: StoredForm): RetiredField[] => extraNames.map(id => ({ id }));

/** Adds the entries whose keys are not known yet. */
function addMissing<T>(known: Map<string, T>, all: readonly T[], keyOf: (each: T) => string): void {
  for (const each of all) if (!known.has(keyOf(each))) known.set(keyOf(each), each);
}

async function columnsOfEnvironment(environmentId: string) {
  const columns = new Map<string, Column>();
  const retired = new Map<string, RetiredField>();
  const fields = new Map<string, Field>();
  for await (const stored of readForms(environmentId, { order: 'asc' })) {
    addMissing(fields, stored.form.fields, ({ id }) => id);
    addMissing(columns, stored.form.fields.flatMap(columnsOf), columnId);
    for (const column of [...extraColumns(stored), ...stored.retiredFields]) retired.set(columnId(column), column);
  }
  const former = [...retired.values()].filter(column => !columns.has(columnId(column)));
  return { columns: [...columns.values()], retired: former, fields: [...fields.values()] };
}
