import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { consumedBy } from '../../../../bench/consumed-capacity.ts';
import { answer, type Handler, proxyEvent } from '../../../../bench/invoke.ts';
import { handler as getSummary } from '../../../../functions/analytics/get-summary.ts';
import { handler as getPublicForm } from '../../../../functions/forms/get-public-form.ts';
import { handler as deleteResponse } from '../../../../functions/responses/delete-response.ts';
import { handler as updateResponse } from '../../../../functions/responses/update-response.ts';
import { handler as createSubmission } from '../../../../functions/submissions/create-submission.ts';
import type { Form } from '../../../../shared/domain/forms/form.ts';
import { markByHand } from '../../../../shared/domain/spam/spam-signals.ts';
import { newResponseId } from '../../../../shared/ids.ts';
import { applyFieldPolicies } from '../../../../shared/jobs/field-policies.ts';
import { log } from '../../../../shared/log.ts';
import { getForm, replaceForm, type StoredForm } from '../../../../shared/store/forms/forms.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import { putImported } from '../../../../shared/store/responses/imported-responses.ts';
import { leftByField, readPlaces } from '../../../../shared/store/responses/places.ts';
import { findResponse } from '../../../../shared/store/responses/responses.ts';
import { moveResponse } from '../../../../shared/store/responses/spam.ts';
import { dynamodb } from '../../../../shared/store/table.ts';
import { itInAll } from '../../../support/in-all.ts';
import { randomOf } from '../../../support/random.ts';
import { formWithFields, newCaller } from '../../../support/records/records.ts';
import { countStream } from '../../../support/table/counting.ts';
import { killedAt } from '../../../support/table/killed-at.ts';
import { useTable } from '../../../support/table/table.ts';

useTable({ stream: true });
let caller: Awaited<ReturnType<typeof newCaller>>;
let stored: StoredForm;

const limited = (value: string, limit: number) => ({ value, label: `The ${value}`, limit });
const fields: Form['fields'] = [
  { id: 'workshop', type: 'select', options: [limited('Pottery', 3), limited('Yoga', 1), 'Nothing'] },
  { id: 'meals', type: 'multiselect', options: [limited('Lunch', 4), limited('Dinner', 5), 'Tea'] },
];

beforeAll(async () => {
  log.setLogLevel('SILENT');
  caller = await newCaller();
});
beforeEach(async () => {
  stored = await formWithFields(caller, { fields });
});
afterEach(() => {
  jest.restoreAllMocks();
});

type Body = Record<string, unknown>;
type Sent = { status: number; body: Body & { id: string; details: Body[] } };

async function call(
  handler: unknown,
  request: Omit<Parameters<typeof proxyEvent>[0], 'headers'>,
  headers = {},
): Promise<Sent> {
  const authorization = `Bearer ${caller.secretKey}`;
  const event = proxyEvent({ ...request, headers: { 'content-type': 'application/json', authorization, ...headers } });
  const { status, body } = await answer(handler as Handler, event);
  return { status, body: JSON.parse(body || '{}') };
}

const submit = (body: Body, headers = {}, query = {}) =>
  call(createSubmission, { pathParameters: { formId: stored.form.id }, query, body }, headers);
const patch = (id: string, body: Body) => call(updateResponse, { pathParameters: { id }, body });
const remove = (id: string) => call(deleteResponse, { pathParameters: { id } });
const left = async () => Object.fromEntries(leftByField(stored.form, await readPlaces(stored.form)));
const leftAt = async (workshop: string) => (await left()).workshop?.[workshop];
const full = (field: string) => ({ status: 400, body: { details: [{ field, rule: 'full' }] } });

async function move(id: string, toSpam: boolean): Promise<boolean> {
  const read = await findResponse(id, stored);
  if (!read || Boolean(read.response.spam) === toSpam) return false;
  return (await moveResponse(read, toSpam ? markByHand() : undefined)) !== undefined;
}

describe('an option with a limit', () => {
  it('is chosen that often, however many come at once, and then refused at its field', async () => {
    const sent = await Promise.all(Array.from({ length: 12 }, () => submit({ workshop: 'Pottery' })));
    expect(sent.map(({ status }) => status).sort()).toEqual([...Array(3).fill(201), ...Array(9).fill(400)]);
    expect(await submit({ workshop: 'Pottery' })).toMatchObject(full('workshop'));
    expect(await submit({ workshop: 'Yoga', meals: ['Lunch', 'Dinner', 'Tea'] })).toMatchObject({ status: 201 });
    const after = { workshop: { Pottery: 0, Yoga: 0 }, meals: { Lunch: 3, Dinner: 4 } };
    expect(await left()).toEqual(after);
    await countStream();
    expect(await left()).toEqual(after);
    expect(await submit({ workshop: 'Nothing' })).toMatchObject({ status: 201 });
    const { body } = await call(getPublicForm, { pathParameters: { id: stored.form.id } });
    expect(body.fields).toMatchObject([{ left: after.workshop }, { left: after.meals }]);
    const summary = await call(getSummary, { pathParameters: { id: stored.form.id } });
    const [pottery, , nothing] = (summary.body.fields as { choices: object[] }[])[0]?.choices ?? [];
    expect(pottery).toMatchObject({ count: 3, limit: 3, left: 0 });
    expect(nothing).not.toHaveProperty('left');
  });

  it('stores nothing of a submission that it refuses, and takes none of its other places', async () => {
    await submit({ workshop: 'Yoga' });
    expect(await submit({ workshop: 'Yoga', meals: ['Lunch'] })).toMatchObject(full('workshop'));
    expect(await left()).toMatchObject({ meals: { Lunch: 4, Dinner: 5 } });
  });

  it('gives a repeated submission one place', async () => {
    const once = { 'idempotency-key': 'one' };
    const [first, second] = await Promise.all([submit({ workshop: 'Yoga' }, once), submit({ workshop: 'Yoga' }, once)]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.id).toBe(first.body.id);
    expect(await submit({ workshop: 'Yoga' }, once)).toMatchObject({ status: 201, body: { id: first.body.id } });
  });

  it('is taken by a request that its twin overtakes', async () => {
    const once = { 'idempotency-key': 'overtaken' };
    let twin: Promise<Sent> | undefined;
    // Two queries read the places, after the result of an earlier request was read.
    let waiting = 2;
    const overtake = (next: (args: never) => unknown, { commandName }: { commandName?: string }) => {
      return async (args: never) => {
        if (commandName === 'QueryCommand' && waiting-- > 0) {
          twin ??= submit({ workshop: 'Yoga' }, once);
          await twin;
        }
        return next(args);
      };
    };
    dynamodb.middlewareStack.add(overtake as never, { step: 'initialize', name: 'overtake' });
    const overtaken = await submit({ workshop: 'Yoga' }, once);
    dynamodb.middlewareStack.remove('overtake');
    expect(overtaken).toMatchObject({ status: 201, body: { id: (await twin)?.body.id } });
  });

  it('has its place taken when a partial response is completed', async () => {
    const session = { 'x-session-id': 'session-00000001' };
    await submit({ workshop: 'Yoga' }, session, { status: 'partial' });
    expect(await leftAt('Yoga')).toBe(1);
    expect(await submit({ workshop: 'Yoga' }, session)).toMatchObject({ status: 200 });
    expect(await leftAt('Yoga')).toBe(0);
    await countStream();
    expect(await leftAt('Yoga')).toBe(0);
  });

  it('is free again once a response is deleted, spam, not completed, or has another answer', async () => {
    const first = await submit({ workshop: 'Yoga' });
    await remove(first.body.id);
    await countStream();
    const { id } = (await submit({ workshop: 'Yoga' })).body;
    await move(id, true);
    await countStream();
    expect(await leftAt('Yoga')).toBe(1);
    await move(id, false);
    await countStream();
    expect(await leftAt('Yoga')).toBe(0);
    await patch(id, { status: 'partial' });
    await countStream();
    expect(await leftAt('Yoga')).toBe(1);
    expect(await patch(id, { status: 'completed' })).toMatchObject({ status: 200 });
    expect(await leftAt('Yoga')).toBe(0);
    await patch(id, { answers: { workshop: 'Pottery' } });
    await countStream();
    expect(await left()).toMatchObject({ workshop: { Pottery: 2, Yoga: 1 } });
  });

  it('refuses a correction when it is full, and keeps those that have a place', async () => {
    const { id } = (await submit({ workshop: 'Pottery' })).body;
    const yoga = await submit({ workshop: 'Yoga' });
    expect(await patch(id, { answers: { workshop: 'Yoga' } })).toMatchObject(full('answers.workshop'));
    const both = { workshop: 'Yoga', meals: ['Lunch'] };
    expect(await patch(yoga.body.id, { answers: both })).toMatchObject({ status: 200, body: { answers: both } });
    await countStream();
    expect(await left()).toEqual({ workshop: { Pottery: 2, Yoga: 0 }, meals: { Lunch: 3, Dinner: 5 } });
  });

  it('counts what is imported, also beyond the limit', async () => {
    const now = new Date().toISOString();
    const times = { startedAt: now, submittedAt: now, updatedAt: now };
    for (const _ of [1, 2]) {
      const id = newResponseId(stored.form.id, 1, Date.now());
      const content = { formId: stored.form.id, formVersion: 1, environment: caller.environment, notes: [], meta: {} };
      await putImported(stored, { id, ...content, ...times, status: 'completed', answers: { workshop: 'Yoga' } });
    }
    await countStream();
    expect(await leftAt('Yoga')).toBe(0);
    expect(await submit({ workshop: 'Yoga' })).toMatchObject(full('workshop'));
  });

  it('counts the responses from before it had a limit', async () => {
    const before = await formWithFields(caller, {
      fields: [{ id: 'workshop', type: 'select', options: ['Yoga', 'Rest'] }],
    });
    stored = before;
    const { id } = (await submit({ workshop: 'Yoga' })).body;
    await submit({ workshop: 'Rest' });
    const options = [limited('Yoga', 2), 'Rest'];
    await replaceForm(before, { ...before.form, fields: [{ id: 'workshop', type: 'select', options }] });
    stored = (await getForm(before.form.id)) as StoredForm;
    await applyFieldPolicies(keyOf('sealing', { environmentId: stored.environmentId, form: stored.form.id }), Infinity);
    await countStream();
    expect(await leftAt('Yoga')).toBe(1);
    await remove(id);
    await countStream();
    expect(await leftAt('Yoga')).toBe(2);
  });
});

it('costs one transaction and two reads more, and nothing in a form without limits', async () => {
  const body = { workshop: 'Pottery', meals: ['Lunch', 'Dinner'] };
  // What is remembered for some seconds is not read again, however slow the machine is.
  jest.spyOn(Date, 'now').mockReturnValue(Date.now());
  await submit({ workshop: 'Nothing' });
  const { calls } = await consumedBy(dynamodb, () => submit(body));
  expect(Object.fromEntries(calls)).toEqual({ Query: 2, TransactWriteItems: 1 });
  stored = await formWithFields(caller, { fields: [{ id: 'workshop', type: 'select', options: ['Pottery'] }] });
  await submit({ workshop: 'Pottery' });
  const without = await consumedBy(dynamodb, () => submit({ workshop: 'Pottery' }));
  expect(Object.fromEntries(without.calls)).toEqual({ PutItem: 1 });
  expect(without.writeUnits).toBe(2);
});

/** Options, and how many responses may choose each. */
const limits: Readonly<Record<string, number>> = { Pottery: 3, Yoga: 1, Lunch: 4, Dinner: 5 };

/** A world of visitors and members who act at random, several at once, while processes die and counters lag. */
async function liveThrough(seed: number, rounds: number): Promise<void> {
  const random = randomOf(seed);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const ids: string[] = [];
  const refused: unknown[] = [];
  let restored = 0;
  const answers = () => ({
    workshop: pick(['Pottery', 'Yoga', 'Nothing']),
    meals: pick([['Lunch'], ['Dinner'], ['Lunch', 'Dinner'], ['Tea']]),
  });
  const comes = async (number: number) => {
    const body = answers();
    const once = { 'idempotency-key': `${seed}-${number}` };
    const last = Math.floor(random() * 8);
    if (last > 0) await killedAt(last, () => submit(body, once));
    const { status, body: sent } = await submit(body, once);
    if (status === 201) ids.push(sent.id);
    else refused.push(...sent.details.map(({ rule }) => rule));
  };
  const acts = [
    () => patch(pick(ids), { answers: answers() }),
    () => patch(pick(ids), { status: pick(['completed', 'partial']) }),
    () => remove(pick(ids)),
    () => move(pick(ids), true),
    async () => {
      restored += Number(await move(pick(ids), false));
    },
    () => countStream(),
  ];
  for (let round = 0; round < rounds; round++) {
    const atOnce = Array.from({ length: 4 }, (_, each) =>
      ids.length < 3 || random() < 0.5 ? comes(round * 4 + each) : (pick(acts) as () => Promise<unknown>)(),
    );
    await Promise.all(atOnce);
    if (round % 4 === 3) await countStream();
  }
  expect(new Set(refused)).toEqual(new Set(['full']));
  await countStream();
  const held: Record<string, number> = {};
  for (const id of new Set(ids)) {
    const { status, spam, answers: own } = (await findResponse(id, stored))?.response ?? {};
    if (status !== 'completed' || spam) continue;
    for (const value of Object.values(own ?? {}).flat()) held[String(value)] = (held[String(value)] ?? 0) + 1;
  }
  const free = Object.assign({}, ...Object.values(await left()));
  for (const [value, limit] of Object.entries(limits)) {
    const count = held[value] ?? 0;
    expect({ seed, value, left: free[value] }).toEqual({ seed, value, left: Math.max(0, limit - count) });
    expect(count).toBeLessThanOrEqual(limit + restored);
  }
}

it('has as many places left as its completed responses leave, after whatever happens', () => liveThrough(1, 12));

itInAll('has so in eight more worlds', async () => {
  for (let seed = 2; seed < 10; seed++) {
    stored = await formWithFields(caller, { fields });
    await liveThrough(seed, 12);
  }
});
