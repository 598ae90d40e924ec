import type { Caller } from '../../domain/accounts/caller.ts';
import type { Field } from '../../domain/fields/field.ts';
import type { RetiredField } from '../../domain/forms/form.ts';
import type { Response, ResponseStatus } from '../../domain/responses/response.ts';
import { minuteMs } from '../../durations.ts';
import { shardNames } from '../../ids.ts';
import { getIndexShards } from '../accounts/environments.ts';
import { readForms } from '../forms/form-lists.ts';
import { getFormOf, getForms } from '../forms/forms.ts';
import { partitionOf, partsOf } from '../keys.ts';
import { type CountedList, type ReadOptions, readRows } from '../lists/counted-list.ts';
import { batchGet, type Item } from '../table.ts';
import { lookUpInBatches } from '../timeline.ts';
import { fromItem } from './responses.ts';

type Filter = { status?: ResponseStatus; from?: number; to?: number };

/** Responses that are listed together: those of one form, or of all forms of an environment. */
export type ResponseList = {
  scope: CountedList;
  title: string;
  /** In order of submission; those of deleted forms are left out. */
  read: (options: ReadOptions) => AsyncGenerator<Response>;
  /** Every field that an answer may belong to. */
  fields: () => Promise<{ fields: Field[]; retired: RetiredField[] }>;
};

/** The responses of the caller's form; undefined when there is no such form. */
export async function responsesOfForm(caller: Caller, id: string, filter: Filter): Promise<ResponseList | undefined> {
  const stored = await getFormOf(caller, id);
  if (!stored) return undefined;
  const { form, shards, retiredFields } = stored;
  const { status, ...times } = filter;
  const partitions = shardNames(shards).map(shard => partitionOf('response', 'pk', { form: form.id, shard }));
  const scope: CountedList = { id: form.id, timeline: { partitions, status }, lagMs: 2000, ...times };
  return {
    scope,
    title: form.title,
    read: async function* (options) {
      for await (const item of readRows(scope, options)) yield fromItem(item, form);
    },
    fields: async () => ({ fields: form.fields, retired: retiredFields }),
  };
}

/** The responses of all forms of the caller's environment. */
export async function responsesOfEnvironment(caller: Caller, filter: Filter): Promise<ResponseList> {
  const { environmentId } = caller;
  const { status, ...times } = filter;
  const partitions = shardNames(await getIndexShards(caller)).map(indexShard =>
    partitionOf('response', 'gsi1pk', { environmentId, indexShard }),
  );
  const scope: CountedList = {
    id: environmentId,
    timeline: { index: 'lists', partitions, status },
    lagMs: minuteMs,
    ...times,
  };
  return {
    scope,
    title: `responses-${caller.environment}`,
    read: async function* (options) {
      const batchSize = Math.min(options.expected ?? 100, 100);
      yield* lookUpInBatches(readRows(scope, options), responsesOfRows, batchSize);
    },
    fields: () => fieldsOfEnvironment(environmentId),
  };
}

async function responsesOfRows(rows: Item[]): Promise<(Response | undefined)[]> {
  const formIds = rows.map(({ pk }) => partsOf('response', 'pk', pk)?.form ?? '');
  const [items, forms] = await Promise.all([batchGet(rows.map(({ pk, sk }) => ({ pk, sk }))), getForms(formIds)]);
  const bySortKey = new Map(items.map(item => [item.sk, item]));
  return rows.map(({ sk }, index) => {
    const [item, stored] = [bySortKey.get(sk), forms.get(formIds[index] ?? '')];
    return item && stored && fromItem(item, stored.form);
  });
}

async function fieldsOfEnvironment(environmentId: string) {
  const fields = new Map<string, Field>();
  const retired = new Map<string, RetiredField>();
  for await (const { form, retiredFields } of readForms(environmentId, { order: 'asc' })) {
    for (const field of form.fields) if (!fields.has(field.id)) fields.set(field.id, field);
    for (const field of retiredFields) retired.set(field.id, field);
  }
  return { fields: [...fields.values()], retired: [...retired.values()].filter(({ id }) => !fields.has(id)) };
}
