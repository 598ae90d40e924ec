import { errorAttribute } from '../../domain/analytics/field-counts.ts';
import { keyOf } from '../../store/keys.ts';
import { type CounterDelta, type ImageChange, timedAdditions } from './counter-delta.ts';

/** Returns what a record of refused submissions adds. It is written once; a repeated write changes no count. */
export function deltaOfRefusals({ form }: { form: string }, { before, after }: ImageChange): CounterDelta | undefined {
  if (before || !after?.at || !after.environmentId) return undefined;
  const { counts: json = '{}', blocked = 0, environmentId } = after;
  const time = Date.parse(after.at);
  const counts: Record<string, Record<string, number>> = JSON.parse(json);
  return {
    owner: { scope: form, keys: [keyOf('form', { form })] },
    additions: [
      ...Object.entries(counts).flatMap(([field, rules]) =>
        Object.entries(rules).map(([rule, by]) => ({ scope: form, time, name: errorAttribute(field, rule), by })),
      ),
      ...(blocked > 0 ? timedAdditions([form, environmentId], time, 'spamBlocked', blocked) : []),
    ],
  };
}
