import { newId } from '../shared/ids.ts';
import { answersScope, spamScope } from '../shared/store/keys.ts';
import { randomOf } from '../test/support/random.ts';
import { contention } from './counting/contention.ts';
import { countersOf } from './counting/facts.ts';
import { unitsInFullHours } from './counting/full-hours.ts';
import { secondsUntilReported } from './counting/lag.ts';
import { mismatches, readAnyhow, storedCounters, type Troubles } from './counting/readers.ts';
import { Traffic } from './counting/traffic.ts';
import { unitsOfVisitors } from './counting/units-of-visitors.ts';
import type { Table } from './report.ts';
import { newStoredForm, type Service } from './service.ts';

/** Measures whether the counters are right, what they cost, and how soon they include a submission. */
export async function counting(service: Service): Promise<Table[]> {
  return [
    await againstARecount(service),
    await unitsInFullHours(service),
    await contention(),
    await unitsOfVisitors(service),
    await secondsUntilReported(service),
  ];
}

const seeds = 40;
const changesOfASeed = 500;

async function againstARecount(service: Service): Promise<Table> {
  const sums = { changes: 0, counters: 0, mismatches: 0 };
  const met: Troubles = { batches: 0, repeats: 0, crashes: 0, conflicts: 0 };
  for (let seed = 1; seed <= seeds; seed += 1) {
    const random = randomOf(seed);
    const forms: [string, string] = [(await newStoredForm(service)).form.id, (await newStoredForm(service)).form.id];
    const environmentId = newId('environment');
    const traffic = new Traffic(environmentId, forms, random);
    traffic.run(changesOfASeed);
    const troubles = await readAnyhow(traffic.items.shards, random);
    for (const name of Object.keys(met) as (keyof Troubles)[]) met[name] += troubles[name];
    const right = countersOf(traffic.facts);
    const scopes = [...forms, environmentId].flatMap(scope => [scope, spamScope(scope), answersScope(scope)]);
    const wrong = mismatches(await storedCounters(scopes), right);
    for (const mismatch of wrong) console.error(`seed ${seed}: ${mismatch}`);
    sums.changes += traffic.items.changes;
    sums.counters += right.size;
    sums.mismatches += wrong.length;
  }
  const { batches, repeats, crashes, conflicts } = met;
  return {
    title: 'Counters against a recount of all that happened',
    columns: ['seeds', 'changes', 'batches', 'repeated', 'crashes', 'conflicts', 'counters', 'mismatches'],
    rows: [[seeds, sums.changes, batches, repeats, crashes, conflicts, sums.counters, sums.mismatches]],
    note: 'Visits, submissions with and without a session or from servers, changes of status, removals and refusals at random; a reader for each shard, at once, some of them two; shards split, and in half of the worlds a new stream begins; calls fail before or after they took effect, writes come again.',
  };
}
