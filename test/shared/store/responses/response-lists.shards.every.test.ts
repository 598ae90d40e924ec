import { describe, expect, it, jest } from '@jest/globals';
import type { ImageChange } from '../../../../shared/counting/counter-deltas/counter-delta.ts';
import { lowerShards } from '../../../../shared/counting/shard-lowering.ts';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import { responseAddress } from '../../../../shared/ids.ts';
import { environmentKey, getIndexShards } from '../../../../shared/store/accounts/environments.ts';
import { getForm, type StoredForm } from '../../../../shared/store/forms/forms.ts';
import { getJob, type LowerShardsJob } from '../../../../shared/store/jobs.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import type { Order } from '../../../../shared/store/query.ts';
import {
  type ResponseList,
  responsesOfEnvironment,
  responsesOfForm,
} from '../../../../shared/store/responses/response-lists.ts';
import { deleteResponse, getResponse } from '../../../../shared/store/responses/responses.ts';
import { raiseShards } from '../../../../shared/store/shards.ts';
import { fc } from '../../../support/properties.ts';
import { randomOf } from '../../../support/random.ts';
import { newCaller, storedForm, submit } from '../../../support/records/records.ts';
import { countAll } from '../../../support/table/counting.ts';
import { killedAt } from '../../../support/table/killed-at.ts';
import { streamReader, useTable } from '../../../support/table/table.ts';

const minute = 60_000;
const hour = 60 * minute;

/** A world in which shards go up and down while writers know what was, and jobs are killed, or run twice. */
class World {
  readonly forms: StoredForm[];
  /** What each list has to show. */
  readonly stored: { id: string; formId: string }[] = [];
  readonly met = { raised: 0, lowered: 0, killed: 0, stale: 0, repeated: 0 };
  readonly #caller: Caller;
  readonly #random: () => number;
  readonly #known: Map<string, { stored: StoredForm; at: number }> = new Map();
  readonly #read = streamReader();
  #counted: ImageChange[] = [];
  now: number;

  constructor(caller: Caller, forms: StoredForm[], random: () => number, now: number) {
    this.#caller = caller;
    this.forms = forms;
    this.#random = random;
    this.now = now;
  }

  async step(): Promise<void> {
    const dice = this.#random();
    this.now += 1 + Math.floor(this.#random() * 2 * minute);
    if (dice < 0.6) return this.#submit();
    if (dice < 0.75) return this.#raise();
    if (dice < 0.87) return this.#lower();
    if (dice < 0.9) return this.#remove();
    if (dice < 0.97) return this.count();
    this.now += Math.floor(this.#random() * 20 * hour);
    // No reader of a stream is a day behind.
    await this.count();
  }

  /** As a stream brings them: some once more, some from further back. */
  async count(): Promise<void> {
    const changes = await this.#read();
    const again = this.#random() < 0.5 ? this.#counted.slice(-20) : [];
    if (again.length > 0) this.met.repeated += 1;
    await countAll([...again, ...changes], 'shard', this.now);
    this.#counted.push(...changes);
  }

  async #submit(): Promise<void> {
    const stored = await this.#knownForm();
    const { id, formId } = await submit(stored);
    this.stored.push({ id, formId });
  }

  /** A form as a request knows it that began up to a minute ago. */
  async #knownForm(): Promise<StoredForm> {
    const { form } = this.#oneOf(this.forms);
    const known = this.#known.get(form.id);
    if (known && this.now - known.at < minute) {
      this.met.stale += 1;
      return known.stored;
    }
    const stored = (await getForm(form.id)) as StoredForm;
    this.#known.set(form.id, { stored, at: this.now });
    return stored;
  }

  /** By another process: the caches of this one do not hear of it. */
  async #raise(): Promise<void> {
    const { form, environmentId } = this.#oneOf(this.forms);
    const { organizationId, environment } = this.#caller;
    const isForm = this.#random() < 0.6;
    const raised = isForm
      ? await raiseShards(
          keyOf('form', { form: form.id }),
          { formId: form.id, environmentId },
          (await getForm(form.id))?.shards ?? 1,
          this.now,
        )
      : await raiseShards(
          environmentKey(this.#caller),
          { organizationId, environment },
          await getIndexShards(this.#caller),
          this.now,
        );
    if (raised) this.met.raised += 1;
  }

  async #lower(): Promise<void> {
    const { organizationId, environment } = this.#caller;
    const names = [...this.forms.map(({ form }) => form.id), `${organizationId}-${environment}`];
    for (const name of names) {
      const key = keyOf('job', { job: `shards-${name}` });
      const job = (await getJob(key)) as LowerShardsJob | undefined;
      if (!job) continue;
      this.met.lowered += 1;
      this.now += this.#random() < 0.5 ? hour : 0;
      const runs = this.#random() < 0.3 ? 2 : 1;
      if (this.#random() < 0.4) {
        const calls = 1 + Math.floor(this.#random() * 5);
        if (await killedAt(calls, () => lowerShards(key, job, this.now))) this.met.killed += 1;
      }
      await Promise.all(Array.from({ length: runs }, () => lowerShards(key, job, this.now)));
    }
  }

  async #remove(): Promise<void> {
    const index = Math.floor(this.#random() * this.stored.length);
    const gone = this.stored[index];
    const form = gone && (await getForm(gone.formId));
    const read = form && (await getResponse(gone.id, form));
    if (read && (await deleteResponse(read))) this.stored.splice(index, 1);
    // A total knows of a removal with the stream.
    await this.count();
  }

  #oneOf<T>(all: readonly T[]): T {
    return all[Math.floor(this.#random() * all.length)] as T;
  }
}

const sortKeyOf = (id: string) => responseAddress(id)?.sortKey ?? '';

async function pages(listOf: () => Promise<ResponseList>, order: Order, limit: number): Promise<string[]> {
  const found: string[] = [];
  for (let position: string | undefined; ; position = sortKeyOf(found.at(-1) ?? '')) {
    const page = await read(await listOf(), { order, position, offset: 0 }, limit);
    found.push(...page);
    if (page.length < limit) return found;
  }
}

async function read(list: ResponseList, from: { order: Order; position?: string; offset: number }, limit: number) {
  const found: string[] = [];
  for await (const { id } of list.read({ ...from, expected: limit })) if (found.push(id) === limit) break;
  return found;
}

describe('responses whose shards go up and down', () => {
  useTable({ stream: true });

  it('are each in one place, in their order and in every total, whatever is known, killed and repeated', async () => {
    const met = { raised: 0, lowered: 0, killed: 0, stale: 0, repeated: 0 };
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 2 ** 30 }), async seed => {
        const random = randomOf(seed);
        const caller = await newCaller();
        const forms = [await storedForm(caller), await storedForm(caller)];
        const world = new World(caller, forms, random, Date.now());
        const clock = jest.spyOn(Date, 'now').mockImplementation(() => world.now);
        try {
          for (let step = 0; step < 120; step++) {
            await world.step();
            if (step % 30 === 29) await expectAll(world, caller, random);
          }
        } finally {
          clock.mockRestore();
        }
        for (const name of Object.keys(met) as (keyof typeof met)[]) met[name] += world.met[name];
      }),
      { numRuns: 4, seed: 7, endOnFailure: true },
    );
    expect(Math.min(...Object.values(met))).toBeGreaterThan(0);
  }, 600_000);

  async function expectAll({ stored, forms, now: _ }: World, caller: Caller, random: () => number): Promise<void> {
    const lists: [readonly string[], () => Promise<ResponseList>][] = [
      [stored.map(({ id }) => id), () => responsesOfEnvironment(caller, {})],
      ...forms.map(({ form }): [string[], () => Promise<ResponseList>] => [
        stored.filter(({ formId }) => formId === form.id).map(({ id }) => id),
        async () => (await responsesOfForm(caller, form.id, {})) as ResponseList,
      ]),
    ];
    for (const [ids, listOf] of lists) {
      const expected = ids.toSorted((one, other) => (sortKeyOf(one) < sortKeyOf(other) ? -1 : 1));
      expect(await pages(listOf, 'asc', 7)).toEqual(expected);
      expect(await pages(listOf, 'desc', 7)).toEqual(expected.toReversed());
      const offset = Math.floor(random() * expected.length);
      expect(await read(await listOf(), { order: 'desc', offset }, 9)).toEqual(
        expected.toReversed().slice(offset, offset + 9),
      );
      expect(await (await listOf()).count()).toBe(expected.length);
    }
  }
});
