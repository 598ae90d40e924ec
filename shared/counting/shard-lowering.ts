import { letterOf } from '../domain/analytics/counter-names.ts';
import { quarterMs } from '../domain/time/quarters.ts';
import { dayMs } from '../durations.ts';
import { shardsMax } from '../ids.ts';
import { environmentKey, getIndexSpread, getSpreadEnvironment } from '../store/accounts/environments.ts';
import { readHours } from '../store/counters/counter-items.ts';
import { postpone } from '../store/due.ts';
import { getForm } from '../store/forms/forms.ts';
import { type LowerShardsJob, type SpreadRows, tenantOf } from '../store/jobs.ts';
import { type Key, keyOf, spamScope } from '../store/keys.ts';
import { calmMs, lowerShardsItem, lowerShardsWrite, type Spread } from '../store/shards.ts';
import { deleteOnce, putItemIf, writeIfUnchanged } from '../store/table.ts';
import { deleteWrite, isNew } from '../store/writes.ts';

/**
 * Lowers the number of shards that take new rows to what the busiest quarter hour of the last day needs, an hour or
 * more after the last increase. Repeats until one is enough.
 */
export async function lowerShards(key: Key, job: LowerShardsJob, now = Date.now()): Promise<void> {
  const found = await readSpread(job);
  if (!found) return deleteOnce(key);
  const { spread, scope } = found;
  const needed = shardsFor(await busiestQuarter(scope, now));
  const isCalm = now >= (spread.shardsRaisedAt ?? 0) + calmMs;
  if (isCalm && needed < spread.shards) {
    // If the number is raised meanwhile, this write fails and the job stays.
    const end = needed === 1 ? [deleteWrite(key)] : [];
    const lowered = await writeIfUnchanged([lowerShardsWrite(found.key, spread, needed, now), ...end]);
    if (lowered && needed === 1) return;
  }
  await postpone(key, tenantOf(job), now + calmMs, job.step);
}

/** Starts to lower shards that an older version raised and left: those of a form, and of its environment's index. */
export async function lowerOldShards(formId: string, now = Date.now()): Promise<void> {
  const stored = await getForm(formId);
  if (!stored) return;
  const { organizationId, environmentId, form } = stored;
  const place = { organizationId, environment: form.environment };
  const isOld = ({ shards, shardsRaisedAt }: Spread) => shards > 1 && shardsRaisedAt === undefined;
  const old: SpreadRows[] = [
    ...(isOld(stored) ? [{ formId, environmentId }] : []),
    ...(isOld(await getIndexSpread(place)) ? [place] : []),
  ];
  for (const rows of old) await putItemIf(lowerShardsItem(rows, now), isNew);
}

type SpreadCounter = { key: Key; spread: Spread; scope: string };

async function readSpread(rows: SpreadRows): Promise<SpreadCounter | undefined> {
  if ('formId' in rows) {
    const stored = await getForm(rows.formId);
    return stored && { key: keyOf('form', { form: rows.formId }), spread: stored, scope: rows.formId };
  }
  const environment = await getSpreadEnvironment(rows);
  return environment && { key: environmentKey(rows), spread: environment.spread, scope: environment.id };
}

/** Returns the number of rows in the busiest quarter hour of the last day, including spam and rows removed since. */
async function busiestQuarter(scope: string, now: number): Promise<number> {
  const rows = new Map<number, number>();
  for (const each of [scope, spamScope(scope)]) {
    for (const { start, counters } of await readHours(each, now - dayMs, now)) {
      for (const letter of rowLetters) {
        for (const [cell, count] of (counters.get(letter) ?? []).entries()) {
          const quarter = start + cell * quarterMs;
          rows.set(quarter, (rows.get(quarter) ?? 0) + count);
        }
      }
    }
  }
  return Math.max(0, ...rows.values());
}

const rowLetters = (
  ['completed', 'partial', 'abandoned', 'removedCompleted', 'removedPartial', 'removedAbandoned'] as const
).map(letterOf);

/**
 * The maximum number of rows that a shard should take in a second. The busiest second may have several times the
 * average.
 */
const rowsPerSecond = 300;
const peak = 10;

/** Returns how many shards such a quarter hour needs, in the steps by which they are raised. */
function shardsFor(rowsInQuarter: number): number {
  const needed = (rowsInQuarter / (quarterMs / 1000)) * (peak / rowsPerSecond);
  let shards = 1;
  while (shards < needed && shards < shardsMax) shards = Math.min(shards * 4, shardsMax);
  return shards;
}
