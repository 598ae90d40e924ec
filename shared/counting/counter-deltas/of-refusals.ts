import { errorAttribute } from '../../domain/analytics/field-counts.ts';
import { keyOf } from '../../store/keys.ts';
import { type Change, type CounterDelta, fieldAdditions } from './counter-delta.ts';

/** What a note of refused submissions adds. It is written once; a repeated write changes nothing that counts. */
export function deltaOfRefusals(
  { form, slice }: { form: string; slice: string },
  { before, after }: Change,
): CounterDelta | undefined {
  if (before || !after?.counts || !after.at) return undefined;
  const time = Date.parse(after.at);
  const counts: Record<string, Record<string, number>> = JSON.parse(after.counts);
  return {
    owners: [keyOf('form', { form })],
    guard: keyOf('visitCounts', { scope: form, slice }),
    additions: Object.entries(counts).flatMap(([field, rules]) =>
      Object.entries(rules).flatMap(([rule, by]) => fieldAdditions(form, time, errorAttribute(field, rule), by)),
    ),
  };
}
