import { batchesOf } from '../../batches.ts';
import type { Fault } from '../../fault.ts';
import { countedRule } from './field-counts.ts';

/** How often answers broke rules: field, rule, count. */
type BrokenRules = Record<string, Record<string, number>>;

/**
 * Refused submissions of one form, to be written as one item. `at` is when the last was refused, in ms since the epoch.
 */
export type Refusals = { formId: string; environmentId: string; at: number; broken: BrokenRules };

/** How long a form's refusals are gathered after the last were handed out. */
const gatheringMs = 1_000;

/** The maximum number of pairs of field and rule in one item, which are some kilobytes. */
const pairsMax = 100;

type Pair = { field: string; rule: string; count: number };
type RefusalWindow = { environmentId: string; takenAt: number; at: number; pairs: Map<string, Pair> };

/**
 * Gathers refusals, so that a flood of bad submissions to a form is one write a second, not one each. A single refusal
 * is written at once: nobody corrects a form twice in a second.
 */
export class GatheredRefusals {
  readonly #forms = new Map<string, RefusalWindow>();

  /** Adds one refused submission. Faults that concern none of the form's fields are left out. */
  add(
    form: { id: string; fields: readonly { id: string }[] },
    environmentId: string,
    faults: readonly Fault[],
    now: number,
  ): void {
    const ids = new Set(form.fields.map(({ id }) => id));
    const named = faults.filter(({ field }) => ids.has(field));
    if (named.length === 0) return;
    const gathered = this.#forms.get(form.id) ?? {
      environmentId,
      takenAt: Number.NEGATIVE_INFINITY,
      at: now,
      pairs: new Map(),
    };
    this.#forms.set(form.id, gathered);
    gathered.at = now;
    for (const fault of named) {
      const [field, rule] = [fault.field, countedRule(fault.rule)];
      const pair = gathered.pairs.get(`${field} ${rule}`) ?? { field, rule, count: 0 };
      gathered.pairs.set(`${field} ${rule}`, { ...pair, count: pair.count + 1 });
    }
  }

  /** Returns the gathered refusals of forms whose last ones were handed out long enough ago. */
  take(now: number): Refusals[] {
    const due = [...this.#forms].filter(([, { takenAt }]) => now - takenAt >= gatheringMs);
    return due.flatMap(([formId, gathered]) => {
      const pairs = [...gathered.pairs.values()];
      if (pairs.length === 0) this.#forms.delete(formId);
      gathered.takenAt = now;
      gathered.pairs = new Map();
      const { environmentId, at } = gathered;
      return batchesOf(pairs, pairsMax).map(batch => ({ formId, environmentId, at, broken: brokenRules(batch) }));
    });
  }
}

function brokenRules(pairs: readonly Pair[]): BrokenRules {
  const broken: BrokenRules = Object.create(null);
  for (const { field, rule, count } of pairs) {
    const rules = broken[field] ?? {};
    broken[field] = rules;
    rules[rule] = count;
  }
  return broken;
}
