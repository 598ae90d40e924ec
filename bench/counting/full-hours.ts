import { countChanges } from '../../shared/counting/counter-batch.ts';
import type { ImageChange } from '../../shared/counting/counter-deltas/counter-delta.ts';
import { shardName } from '../../shared/counting/shard-marks.ts';
import { hourMs } from '../../shared/durations.ts';
import { newResponseId, responseAddress } from '../../shared/ids.ts';
import { keyOf, partitionOf } from '../../shared/store/keys.ts';
import { dynamodb } from '../../shared/store/table.ts';
import { type Consumed, callsOf, consumedBy, described } from '../consumed-capacity.ts';
import type { Table } from '../report.ts';
import { newStoredForm, type Service } from '../service.ts';
import { afterEvents, visitKey } from './visit-items.ts';

const shard = shardName('stream', 'shard');
const hour = Math.floor(Date.now() / hourMs) * hourMs;
const quarters = [0, 1, 2, 3].map(quarter => hour + (quarter * hourMs) / 4);
/** A time in the last quarter of the hour. */
const late = hour + hourMs - 60_000;

let sequence = 1e9;

/**
 * Creates the stream's changes for visitors of a form with this number of fields, without waiting for the hour to pass.
 */
class Fullness {
  readonly #form: string;
  readonly #environmentId: string;
  readonly #fields: readonly string[];

  constructor(form: string, environmentId: string, fields: number) {
    this.#form = form;
    this.#environmentId = environmentId;
    this.#fields = Array.from({ length: fields }, (_, field) => `question_${field}`);
  }

  /** Counts visits, errors and submissions in each quarter hour, so that each field has some. */
  async fill(): Promise<void> {
    for (const at of quarters) {
      await countChanges(shard, [...this.visits(100, at), ...this.submissions(100, at)]);
    }
  }

  visits(count: number, at: number): ImageChange[] {
    return Array.from({ length: count }, (_, visitor) => {
      sequence += 1;
      const events = this.#fields
        .slice(0, 1 + ((visitor * 7) % this.#fields.length))
        .flatMap((fieldId, field) => [
          { type: 'focus', fieldId },
          ...((field + visitor) % 9 === 0 ? [{ type: 'error', fieldId, rule: 'required' }] : []),
        ]);
      const time = new Date(at).toISOString();
      const after = afterEvents(undefined, this.#environmentId, time, [{ type: 'view' }, ...events]);
      return { key: visitKey(this.#form, `visitor ${sequence}`), sequence: String(sequence), after };
    });
  }

  /** Returns submissions from browsers, without a session, with an answer to each field. */
  submissions(count: number, at: number): ImageChange[] {
    return Array.from({ length: count }, (_, submission) => {
      sequence += 1;
      const address = responseAddress(newResponseId(this.#form, 1, at));
      if (!address) throw new Error('A new id is the id of a response');
      const after = {
        status: submission % 10 === 9 ? 'partial' : 'completed',
        gsi1pk: partitionOf('response', 'gsi1pk', { environmentId: this.#environmentId, indexShard: '0' }),
        answers: JSON.stringify(Object.fromEntries(this.#fields.map(field => [field, 'answer']))),
        meta: { source: 'browser' },
      };
      const { shard: shardOfForm, sortKey } = address;
      return {
        key: keyOf('response', { form: this.#form, shard: shardOfForm, sortKey }),
        sequence: String(sequence),
        after,
      };
    });
  }
}

/**
 * Returns what the engine consumes to count submissions in one batch, late in a busy hour of a form with this number of
 * fields.
 */
export async function countingTogether(service: Service, fields: number, submissions: number): Promise<Consumed> {
  const stored = await newStoredForm(service);
  const people = new Fullness(stored.form.id, stored.environmentId, fields);
  await people.fill();
  return await consumedBy(dynamodb, () => countChanges(shard, people.submissions(submissions, late)));
}

/** Measures the cost of counting in the last quarter of a busy hour, by batch size. */
export async function unitsInFullHours(service: Service): Promise<Table> {
  const rows: (string | number)[][] = [];
  const stored = await newStoredForm(service);
  const people = new Fullness(stored.form.id, stored.environmentId, 30);
  await people.fill();
  for (const [what, changesOf] of [
    ['submission', (count: number) => people.submissions(count, late)],
    ['visit', (count: number) => people.visits(count, late)],
  ] as const) {
    for (const size of [1, 100, 500]) {
      const consumed = await consumedBy(dynamodb, () => countChanges(shard, changesOf(size)));
      const units = [consumed.readUnits / size, consumed.writeUnits / size];
      rows.push([what, size, callsOf(consumed), ...units, described(consumed)]);
    }
  }
  return {
    title: 'Counting in the last quarter of a busy hour, by how many changes the stream delivers together',
    columns: ['change', 'batch', 'calls', 'read units each', 'write units each', 'which calls'],
    rows,
    note: 'One form with 30 fields. Each quarter of the hour has had 100 visits that went through its fields, with errors, and 100 submissions. A submission: an answer to each field, from a browser without a session. A visit: one write of a view and of the fields that it came to.',
  };
}
