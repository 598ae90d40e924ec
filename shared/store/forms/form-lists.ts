import { countedForms, countIn, type RowState } from '../../domain/analytics/counter-names.ts';
import { readTotals, readTotalsOfForms } from '../counters/counter-items.ts';
import { partitionOf } from '../keys.ts';
import type { Order } from '../query.ts';
import {
  countRows,
  dropFirst,
  lookUpInBatches,
  readTimeline,
  spanAfter,
  type Timeline,
  wholeSpan,
} from '../timeline.ts';
import { getForms, type StoredForm } from './forms.ts';

type ReadOptions = {
  order: Order;
  /** The ID to start after. */
  position?: string;
  /** The number of forms to skip; these are not looked up. */
  offset?: number;
  /** The number that the reader expects to take. */
  expected?: number;
};

/** Reads an environment's forms in order of creation: all, or those of one status. */
export async function* readForms(
  environmentId: string,
  options: ReadOptions,
  status?: string,
): AsyncGenerator<StoredForm> {
  const partitions = [partitionOf('form', 'gsi1pk', { environmentId })];
  const { order, position, offset = 0, expected } = options;
  const span = position === undefined ? wholeSpan : spanAfter(position, order, wholeSpan);
  const read = { order, span, expected: expected === undefined ? undefined : offset + expected };
  const rows = readTimeline({ index: 'lists', partitions, status }, read);
  yield* lookUpInBatches(
    dropFirst(rows, offset),
    async batch => {
      const forms = await getForms(batch.map(({ gsi1sk }) => String(gsi1sk)));
      return batch.map(({ gsi1sk }) => forms.get(String(gsi1sk)));
    },
    expected,
  );
}

/** Counts an environment's forms: by the counters that follow the stream, plus the forms newer than those. */
export async function countForms(environmentId: string, status?: string): Promise<number> {
  const { counts, newest } = await readTotals(environmentId);
  const statuses = status ? [status] : ['live', 'draft', 'archived'];
  const counted = statuses.reduce((sum, each) => sum + (counts.get(countedForms(each)) ?? 0), 0);
  const partition = partitionOf('form', 'gsi1pk', { environmentId });
  const timeline: Timeline = { index: 'lists', partitions: [partition], status };
  const last = newest.get('forms');
  return counted + (await countRows(timeline, partition, last ? spanAfter(last, 'asc', wholeSpan) : wholeSpan));
}

/** Counts the responses of some forms of an environment by the counters alone, in calls that don't grow with them. */
export async function countResponsesOf(environmentId: string, forms: readonly StoredForm[]) {
  const ids = forms.map(({ form }) => form.id);
  const totals = await readTotalsOfForms(environmentId, ids);
  return ids.map(formId => {
    const counts = totals.get(formId)?.counts;
    const of = (state: RowState) =>
      Math.max(
        countIn(state, letter => counts?.get(letter) ?? 0),
        0,
      );
    return {
      ...{ formId, responses: of({}), completed: of({ status: 'completed' }), partial: of({ status: 'partial' }) },
      ...{ abandoned: of({ status: 'abandoned' }), open: of({ handling: 'open' }) },
    };
  });
}
