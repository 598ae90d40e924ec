import { describe, expect, it } from '@jest/globals';
import { eightFieldForm } from '../../bench/eight-field-form.ts';
import type { FilledForm } from '../../bench/ten-million/state.ts';
import { creation, emailOf, responsesEach, storedResponse } from '../../bench/ten-million/stored-response.ts';
import { deltaOf } from '../../shared/counting/counter-deltas/change-delta.ts';
import { newForm } from '../../shared/domain/forms/stored-form.ts';
import { answersScope } from '../../shared/store/keys.ts';

const count = 300;
const form = newForm(eightFieldForm, 'production');
const filled = {
  form: { form, organizationId: 'org_1', environmentId: 'env_1', revision: 1, shards: 1, retiredFields: [] },
  ...{ span: [Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 31)], count, stored: 0, erased: 0 },
} as unknown as FilledForm;
const items = Array.from({ length: count }, (_, index) => storedResponse(filled, index));

describe('a response of the fill', () => {
  it('is the same when a resumed fill stores it again, and no other', () => {
    expect(storedResponse(filled, 7)).toEqual(items[7]);
    expect(new Set(items.map(({ sk }) => sk)).size).toBe(count);
  });

  it('comes after the earlier ones', () => {
    expect(items.map(({ sk }) => sk).toSorted()).toEqual(items.map(({ sk }) => sk));
  });

  it('belongs to a person who has three', () => {
    const answers = items.map(item => JSON.parse(String(item.answers)).email);
    expect(answers.filter(email => email === emailOf(0))).toHaveLength(responsesEach);
    expect(new Set(answers).size).toBe(count / responsesEach);
  });

  it('counts in the summary of its form, and in the order of the fill', () => {
    const [first, second] = items.map(creation);
    const scopes = first && deltaOf(first)?.additions.map(({ scope }) => scope);
    expect(scopes).toContain(answersScope(form.id));
    expect(Number(first?.sequence)).toBeLessThan(Number(second?.sequence));
  });
});
