import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Image } from '../../../../shared/counting/counter-deltas/counter-delta.ts';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import { placesSeen } from '../../../../shared/domain/analytics/counter-names.ts';
import { formPlace } from '../../../../shared/domain/forms/option-limits.ts';
import { newForm } from '../../../../shared/domain/forms/stored-form.ts';
import { newResponseId } from '../../../../shared/ids.ts';
import { readTotals } from '../../../../shared/store/counters/counter-items.ts';
import { getForm, putForm, type StoredForm } from '../../../../shared/store/forms/forms.ts';
import { isFormFull, readPlaces, takePlaces } from '../../../../shared/store/responses/places.ts';
import { responseKey } from '../../../../shared/store/responses/responses.ts';
import { createResponse } from '../../../../shared/store/responses/submissions.ts';
import { newCaller } from '../../../support/records/records.ts';
import { countAll } from '../../../support/table/counting.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();

const maxResponses = 20;
let caller: Caller;
let stored: StoredForm;
let sequence = 0;

beforeAll(async () => {
  caller = await newCaller();
});
beforeEach(async () => {
  const fields = [{ id: 'name', type: 'text' as const }];
  const form = newForm({ title: 'Seats', status: 'live', fields, maxResponses }, caller.environment);
  await putForm(form, caller);
  stored = (await getForm(form.id)) as StoredForm;
});

/** Completes a response, if there is a place, as often as others are in the way. */
async function complete(): Promise<boolean> {
  const places = await readPlaces(stored.form);
  if (!places || isFormFull(places)) return false;
  const takes = [formPlace];
  const writes = takePlaces(places, takes);
  const content = {
    formId: stored.form.id,
    formVersion: 1,
    environment: caller.environment,
    status: 'completed' as const,
  };
  const ties = { takes, writes: () => writes };
  const response = await createResponse(stored, { ...content, answers: { name: 'Ada' }, notes: [], meta: {} }, ties);
  return response === undefined ? complete() : true;
}

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
const completedOf = async (tries: number) => (await Promise.all(times(tries, complete))).filter(Boolean).length;

/** The stream brings so many changes of responses to the counters. */
function count(before: Image | undefined, after: Image | undefined, changes = 1): Promise<void> {
  const gsi1pk = `ENV#${caller.environmentId}#RESPONSES#0`;
  const image = (of: Image | undefined) => of && { gsi1pk, answers: '{}', meta: { source: 'server' }, ...of };
  return countAll(
    times(changes, () => {
      sequence += 1;
      const key = responseKey(newResponseId(stored.form.id, 1, Date.now()));
      return { key, sequence: String(sequence).padStart(10, '0'), before: image(before), after: image(after) };
    }),
  );
}

const completed = { status: 'completed', places: 1 };
const free = async () => !isFormFull(await readPlaces(stored.form));

describe('a form that takes so many responses', () => {
  it('takes exactly those, however many come at once', async () => {
    expect(await completedOf(60)).toBe(maxResponses);
    expect(await completedOf(5)).toBe(0);
  });

  it('takes as many, whatever counters know of those that have come', async () => {
    expect(await completedOf(8)).toBe(8);
    await count(undefined, completed, 5);
    expect(await completedOf(30)).toBe(maxResponses - 8);
    await count(undefined, completed, 15);
    expect((await readTotals(stored.form.id)).counts.get(placesSeen)).toBe(maxResponses);
    expect(await completedOf(5)).toBe(0);
  });

  it('counts what was there before it took so many, and what its owner completes', async () => {
    await count(undefined, { status: 'completed' }, 15);
    await count({ status: 'partial' }, { status: 'completed' }, 3);
    expect(await completedOf(10)).toBe(2);
  });

  it('has a place again when a completed response is removed, or is completed no more', async () => {
    await completedOf(maxResponses);
    await count(undefined, completed, maxResponses);
    expect(await free()).toBe(false);
    await count(completed, undefined);
    expect(await completedOf(5)).toBe(1);
    await count(undefined, completed);
    await count(completed, { ...completed, status: 'partial' });
    expect(await completedOf(5)).toBe(1);
  });

  it('has none for what comes back from an archive beyond its own', async () => {
    await completedOf(maxResponses);
    await count(undefined, completed, maxResponses);
    await count(completed, undefined);
    await count(undefined, { ...completed, restoredAt: '2026-01-01T00:00:00.000Z' });
    expect(await free()).toBe(false);
  });

  it('has as many as it is given later', async () => {
    await completedOf(maxResponses);
    stored = { ...stored, form: { ...stored.form, maxResponses: maxResponses + 3 } };
    expect(await completedOf(10)).toBe(3);
    stored = { ...stored, form: { ...stored.form, maxResponses: 5 } };
    expect(await free()).toBe(false);
  });
});

it('a form that takes any number of responses asks for no place', async () => {
  const { maxResponses: _, ...form } = stored.form;
  expect(await readPlaces(form)).toBeUndefined();
});
