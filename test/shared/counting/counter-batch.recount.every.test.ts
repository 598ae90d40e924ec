import { describe, expect, it } from '@jest/globals';
import { countersOf } from '../../../bench/counting/facts.ts';
import { mismatches, readAnyhow, storedCounters } from '../../../bench/counting/readers.ts';
import { Traffic } from '../../../bench/counting/traffic.ts';
import { answersScope, spamScope } from '../../../shared/store/keys.ts';
import { fc } from '../../support/properties.ts';
import { randomOf } from '../../support/random.ts';
import { newCaller, storedForm } from '../../support/records/records.ts';
import { inAll } from '../../support/share.ts';
import { useTable } from '../../support/table/table.ts';

describe('the counters', () => {
  useTable();

  it('are what a recount of all that happened gives, whatever becomes of the readers of the stream', async () => {
    const met = { crashes: 0, conflicts: 0, repeats: 0, spam: 0, restored: 0, imported: 0 };
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 2 ** 30 }), async seed => {
        const random = randomOf(seed);
        const caller = await newCaller();
        const forms: [string, string] = [(await storedForm(caller)).form.id, (await storedForm(caller)).form.id];
        const traffic = new Traffic(caller.environmentId, forms, random);
        traffic.run(500);
        const troubles = await readAnyhow(traffic.items.shards, random);
        for (const name of ['crashes', 'conflicts', 'repeats'] as const) met[name] += troubles[name];
        const scopes = [...forms, caller.environmentId].flatMap(scope => [
          scope,
          spamScope(scope),
          answersScope(scope),
        ]);
        const { responses } = traffic.facts;
        met.spam += responses.filter(({ spam }) => spam).length;
        met.restored += responses.filter(({ restoredAt }) => restoredAt !== undefined).length;
        met.imported += responses.filter(({ source }) => source === 'import').length;
        expect(mismatches(await storedCounters(scopes), countersOf(traffic.facts))).toEqual([]);
      }),
      // In the world of the example, a visit begins anew twice in one millisecond. A quick run tests this world alone.
      { numRuns: inAll ? 16 : 1, endOnFailure: true, examples: [[9]] },
    );
    expect(Math.min(...Object.values(met))).toBeGreaterThan(0);
  });
});
