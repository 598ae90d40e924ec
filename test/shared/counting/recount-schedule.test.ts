import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Image, ImageChange } from '../../../shared/counting/counter-deltas/counter-delta.ts';
import { daysOfRow, nameOf, recountItem, rowsOf, scheduleRecounts } from '../../../shared/counting/recount-schedule.ts';
import { newId, newWebhookId, timeKey } from '../../../shared/ids.ts';
import { dueKeys, type Key, keyOf } from '../../../shared/store/keys.ts';
import { deleteOnce, getItem } from '../../../shared/store/table.ts';
import { newCaller, storedForm } from '../../support/records/records.ts';
import { useTable } from '../../support/table/table.ts';

useTable();
beforeEach(() => {
  // The last minute of those in which recounts begin.
  jest.spyOn(Math, 'random').mockReturnValue(0.999);
});
afterEach(() => {
  jest.restoreAllMocks();
});

const [minute, hour, day] = [60_000, 3600_000, 24 * 3600_000];
const today = '2026-03-14';
const midnight = Date.parse(today);
const noon = midnight + 12 * hour;
const lastMinute = hour + 119 * minute;

const sortKeyAt = (time: number) => `${timeKey(time)}${'0'.repeat(16)}`;
const responseKey = (form: string, time = noon) => keyOf('response', { form, shard: '0', sortKey: sortKeyAt(time) });
const spamKey = (form: string) => keyOf('spam', { form, shard: '0', sortKey: sortKeyAt(noon) });
const change = (key: Key, after?: Image): ImageChange => ({ key, sequence: '1', ...(after && { after }) });
const jobOf = (name: string) => getItem(keyOf('job', { job: name }));

async function newForm() {
  const { form, environmentId } = await storedForm(await newCaller());
  return { formId: form.id, environmentId };
}

describe('the recount of a day', () => {
  it('is a job of the form in the second night after it', async () => {
    const { formId, environmentId } = await newForm();
    await scheduleRecounts([change(responseKey(formId))], noon);
    const time = midnight + 2 * day + lastMinute;
    expect(await jobOf(`recount-${formId}-${today}`)).toEqual({
      ...keyOf('job', { job: `recount-${formId}-${today}` }),
      duepk: expect.stringMatching(/^DUE#\d+$/),
      duesk: dueKeys(time, environmentId).duesk,
      ...{ kind: 'recount', rows: 'responses', formId, environmentId, day: today, notBefore: time, step: 0 },
      stamp: expect.any(String),
    });
  });

  it.each([
    ['an hour after midnight', hour, 0],
    ['later than that', hour + 1, day],
  ])('that changed long after is in the next night, which begins at one o’clock: %s', async (_, intoDay, later) => {
    const { formId } = await newForm();
    const now = midnight + 10 * day + intoDay;
    await scheduleRecounts([change(responseKey(formId))], now);
    const time = midnight + 10 * day + later + lastMinute;
    expect(await jobOf(`recount-${formId}-${today}`)).toMatchObject({ notBefore: time });
  });

  it('is asked for once by a process until it is due, and then again', async () => {
    const { formId } = await newForm();
    const key = keyOf('job', { job: `recount-${formId}-${today}` });
    const changes = [change(responseKey(formId))];
    const time = midnight + 2 * day + lastMinute;
    await scheduleRecounts(changes, noon);
    await deleteOnce(key);
    await scheduleRecounts(changes, time - 1);
    expect(await getItem(key)).toBeUndefined();
    await scheduleRecounts(changes, time);
    const job = await getItem(key);
    expect(job).toMatchObject({ notBefore: time + day });
    // Another process has a time of its own, and leaves the job that waits.
    await scheduleRecounts(changes, time + 2 * day);
    expect(await getItem(key)).toEqual(job);
  });

  it('is one of responses and one of spam for a spam response, and one of each form', async () => {
    const [first, second] = [await newForm(), await newForm()];
    await scheduleRecounts([change(spamKey(first.formId)), change(responseKey(second.formId))], noon);
    expect(await jobOf(`recount-spam-${first.formId}-${today}`)).toMatchObject({ rows: 'spam', ...first });
    expect(await jobOf(`recount-${first.formId}-${today}`)).toMatchObject({ rows: 'responses', ...first });
    expect(await jobOf(`recount-${second.formId}-${today}`)).toMatchObject({ rows: 'responses', ...second });
    expect(await jobOf(`recount-spam-${second.formId}-${today}`)).toBeUndefined();
  });

  it('is one of a receiver for a delivery, in the turn of its owner', async () => {
    const [owner, receiverId] = [newId('environment'), newWebhookId()];
    const key = keyOf('delivery', { owner, webhook: receiverId, sortKey: sortKeyAt(noon) });
    await scheduleRecounts([change(key)], noon);
    const job = await jobOf(`recount-${receiverId}-${today}`);
    expect(job).toMatchObject({ kind: 'recount', rows: 'deliveries', owner, receiverId, day: today });
    expect(job?.duesk).toBe(dueKeys(midnight + 2 * day + lastMinute, owner).duesk);
  });

  it('is one of each day on which a visit counts: its events, its start and its end', async () => {
    const { formId } = await newForm();
    const visit = keyOf('visit', { form: formId, slice: '0', sha256: 'a' });
    const after = {
      at: '2026-03-14T00:00:00Z',
      startedAt: '2026-03-13T23:59:59Z',
      abandonedAt: '2026-03-15T00:00:00Z',
    };
    await scheduleRecounts([change(visit, after)], noon);
    for (const each of ['2026-03-13', '2026-03-14', '2026-03-15']) {
      expect(await jobOf(`recount-${formId}-${each}`)).toMatchObject({ rows: 'responses', day: each });
    }
  });

  it('is one of the day of refused submissions', async () => {
    const { formId } = await newForm();
    const refusals = keyOf('refusals', { form: formId, slice: '0', refusals: 'r' });
    await scheduleRecounts([change(refusals, { at: '2026-03-12T10:00:00Z' })], noon);
    expect(await jobOf(`recount-${formId}-2026-03-12`)).toBeDefined();
  });

  it('is not asked for a form that is gone, nor by an item that is not counted', async () => {
    const gone = newId('form');
    await scheduleRecounts([change(responseKey(gone)), change(keyOf('form', { form: gone }))], noon);
    expect(await jobOf(`recount-${gone}-${today}`)).toBeUndefined();
  });
});

describe('the rows of a day', () => {
  const formId = newId('form');

  it('are those of a response on the day on which it was submitted', () => {
    const last = daysOfRow(responseKey(formId, midnight + day - 1));
    expect(last).toEqual([{ rows: 'responses', formId, day: today }]);
    expect(daysOfRow(responseKey(formId, midnight + day))).toEqual([{ rows: 'responses', formId, day: '2026-03-15' }]);
    expect(daysOfRow(keyOf('form', { form: formId }))).toEqual([]);
  });

  it('have the environment of their form, if it is there, and deliveries need none', () => {
    const rows = { rows: 'spam', formId } as const;
    expect(rowsOf({ ...rows, day: today }, () => 'env_1')).toEqual({ ...rows, environmentId: 'env_1' });
    expect(rowsOf({ ...rows, day: today }, () => undefined)).toBeUndefined();
    const deliveries = { rows: 'deliveries', owner: 'env_1', receiverId: 'wh_1' } as const;
    expect(rowsOf({ ...deliveries, day: today }, () => undefined)).toEqual(deliveries);
    expect(nameOf({ ...deliveries, day: today })).toBe('recount-wh_1-2026-03-14');
    expect(recountItem(deliveries, today, noon)).toMatchObject({ ...deliveries, day: today, notBefore: noon, step: 0 });
  });
});
