import { describe, expect, it } from '@jest/globals';
import { deltaOf } from '../../../../shared/counting/counter-deltas/change-delta.ts';
import type { Addition, Image } from '../../../../shared/counting/counter-deltas/counter-delta.ts';
import { summaryCodes } from '../../../../shared/domain/fields/field-types.ts';
import { completedSortKey, newId, newWebhookId, timeKey } from '../../../../shared/ids.ts';
import { answersScope, type Key, keyOf, keysOf, spamScope } from '../../../../shared/store/keys.ts';

const time = Date.parse('2026-03-14T12:20:00.000Z');
const at = new Date(time).toISOString();
const form = newId('form');
const environment = newId('environment');
const index = { environmentId: environment, indexShard: '3' };
const sortKey = `${timeKey(time)}${'0'.repeat(16)}`;

const changeOf = ({ pk, sk }: Key, before?: Image, after?: Image) =>
  deltaOf({ key: { pk, sk }, sequence: '1', ...(before && { before }), ...(after && { after }) });

/** Additions as text that is easy to compare: `form c 1`, with a time `form c 1 @0` in minutes from the test's time. */
function textOf(additions: readonly Addition[] = []): string[] {
  const scopes = new Map([
    [form, 'form'],
    [environment, 'environment'],
    [spamScope(form), 'spam'],
    [spamScope(environment), 'spam of environment'],
    [answersScope(form), 'answers'],
  ]);
  return additions
    .map(addition => {
      const when = addition.time === undefined ? '' : ` @${(addition.time - time) / 60_000}`;
      return `${scopes.get(addition.scope) ?? addition.scope}: ${addition.name} ${addition.by}${when}`;
    })
    .sort();
}

/** The same in a form and its environment, in a total and at its time. */
const inBoth = (name: string, by: number, minutes = 0) =>
  ['environment', 'form'].map(scope => `${scope}: ${name} ${by} @${minutes}`);
const inTotals = (name: string, by: number) => ['environment', 'form'].map(scope => `${scope}: ${name} ${by}`);

describe('what a response counts', () => {
  const place = keysOf('response', { form, shard: '2', sortKey, ...index });
  const image = (changes: Image = {}): Image => ({ gsi1pk: place.gsi1pk, status: 'completed', ...changes });
  const delta = (before?: Image, after?: Image, key: Key = place) => changeOf(key, before, after);
  const counted = (before?: Image, after?: Image, key: Key = place) => textOf(delta(before, after, key)?.additions);

  it('is one in the totals and at its time, with its newest row in each list', () => {
    const found = delta(undefined, image());
    expect(textOf(found?.additions)).toEqual([...inTotals('c', 1), ...inBoth('c', 1)].sort());
    expect(found?.owner).toEqual({ scope: form, keys: [keyOf('form', { form })] });
    const rows = [
      { scope: form, shard: '2', sortKey },
      { scope: environment, shard: '3', sortKey },
    ];
    expect(found?.newest).toEqual([...rows, ...rows.map(row => ({ ...row, time }))]);
  });

  it('moves with its status and its handling', () => {
    const after = image({ status: 'completed', handling: 'done' });
    expect(counted(image({ status: 'partial' }), after)).toEqual(
      [['p', -1] as const, ['c', 1] as const, ['f', 1] as const]
        .flatMap(([name, by]) => [...inTotals(name, by), ...inBoth(name, by)])
        .sort(),
    );
    expect(delta(image({ status: 'partial' }), after)).not.toHaveProperty('newest');
  });

  it.each([
    ['completed', 'c', 'C'],
    ['partial', 'p', 'P'],
    ['abandoned', 'a', 'A'],
  ])('is taken off the totals when it is removed while it is %s, and kept in reports', (status, letter, removed) => {
    expect(counted(image({ status }), undefined)).toEqual(
      [...inTotals(letter, -1), ...inBoth(letter, -1), ...inBoth(removed, 1)].sort(),
    );
  });

  it('takes back its removal when it is restored', () => {
    expect(counted(undefined, image({ restoredAt: at }))).toEqual(
      [...inTotals('c', 1), ...inBoth('c', 1), ...inBoth('C', -1)].sort(),
    );
  });

  it('came by a server when no browser sent it', () => {
    const came = [...inTotals('c', 1), ...inBoth('c', 1), ...inBoth('S', 1)].sort();
    expect(counted(undefined, image({ meta: { source: 'server' } }))).toEqual(came);
    expect(counted(undefined, image({ meta: { source: 'import' } }))).toEqual(came);
  });

  it('is a visit of its own from a browser without a session: viewed, started, and answered', () => {
    const meta = { source: 'browser' };
    const own = [...inTotals('c', 1), ...inBoth('c', 1), ...inBoth('v', 1), ...inBoth('b', 1)];
    const answers = '{"name":"Ada","age":36}';
    expect(counted(undefined, image({ meta, answers }))).toEqual(
      [...own, 'form: n:name 1 @0', 'form: n:age 1 @0'].sort(),
    );
    expect(counted(undefined, image({ meta, answers, answeredFirst: ['name'] }))).toEqual(
      [...own, 'form: n:name 1 @0'].sort(),
    );
    expect(counted(undefined, image({ meta, answers, visit: 'a' }))).toEqual(
      [...inTotals('c', 1), ...inBoth('c', 1)].sort(),
    );
  });

  it('is a visit of its own that ended at its last answer while it is not completed', () => {
    const partial = image({ meta: { source: 'browser' }, status: 'partial', answers: '{"name":"Ada","age":36}' });
    expect(counted(undefined, partial)).toContain('form: d:age 1 @0');
    expect(counted(partial, { ...partial, status: 'completed' })).toEqual(
      [
        ...['p', 'c'].flatMap(name => [
          ...inTotals(name, name === 'c' ? 1 : -1),
          ...inBoth(name, name === 'c' ? 1 : -1),
        ]),
        'form: d:age -1 @0',
      ].sort(),
    );
  });

  it('that ended in another quarter of an hour counts where it began', () => {
    const startedAt = new Date(time - 30 * 60_000).toISOString();
    expect(counted(undefined, image({ startedAt }))).toEqual(
      [...inTotals('c', 1), ...inBoth('c', 1), ...inBoth('m', 1, -30), ...inBoth('m', -1)].sort(),
    );
    const sameQuarter = new Date(time - 5 * 60_000).toISOString();
    expect(counted(undefined, image({ startedAt: sameQuarter }))).toEqual(
      [...inTotals('c', 1), ...inBoth('c', 1)].sort(),
    );
  });

  it('that its completion has moved takes back the removal of its first save', () => {
    const moved = keyOf('response', { form, shard: '2', sortKey: completedSortKey(time + 60 * 60_000, sortKey) });
    const after = image({ completes: 'partial', meta: { source: 'browser' }, answers: '{"name":"Ada"}' });
    expect(counted(undefined, after, moved)).toEqual(
      [
        ...[...inTotals('c', 1), ...inBoth('c', 1, 60), ...inBoth('P', -1)],
        ...[...inBoth('m', 1), ...inBoth('m', -1, 60), 'form: d:name -1 @0'],
      ].sort(),
    );
  });

  it('takes its places, unless it comes back from where it had them', () => {
    const placed = image({ places: 2, chosen: ['red'], seats: { red: 1 } });
    expect(counted(undefined, placed)).toContain('form: q 2');
    expect(counted(undefined, placed).filter(each => each.includes('l:'))).toEqual([]);
    expect(counted({ ...placed, places: 1 }, placed)).toEqual(['form: q 1']);
    const restored = counted(undefined, { ...placed, restoredAt: at });
    expect(restored).not.toContain('form: q 2');
    expect(restored).toContain('form: l:red 1');
    const fromSpam = counted(undefined, { ...placed, was: 'spam' });
    expect(fromSpam).not.toContain('form: q 2');
    expect(fromSpam).toContain('form: l:red 1');
    expect(counted(placed, { ...placed, chosen: ['blue'], seats: { red: 1, blue: 1 } })).toEqual(['form: l:red -1']);
    expect(counted(placed, undefined)).toContain('form: l:red -1');
  });

  it('is out of the count of spam when it comes back from there', () => {
    const back = counted(undefined, image({ was: 'spam' }));
    expect(back).toEqual([...inTotals('c', 1), ...inBoth('c', 1), ...inBoth('h', -1)].sort());
  });

  it('is nothing when its answers alone move to a bucket, when nothing changes, or outside the lists', () => {
    expect(delta(image(), image({ answersAt: 'bucket' }))).toBeUndefined();
    expect(delta(image({ answersAt: 'bucket' }), image())).toBeUndefined();
    expect(delta(image(), image())).toBeUndefined();
    expect(delta(undefined, { status: 'completed' })).toBeUndefined();
  });

  it('is summed up by its answers while it is completed', () => {
    const kinds = summaryCodes.option;
    const berlin = image({ answers: '{"city":"Berlin"}', kinds });
    const summed = (before?: Image, after?: Image) =>
      counted(before, after).filter(each => each.startsWith('answers: '));
    const counters = ['answers: c 1 @0', 'answers: o:city:Berlin 1 @0', 'answers: t:city 1 @0'];
    expect(summed(undefined, berlin)).toEqual(counters);
    expect(summed(berlin, undefined)).toEqual(counters.map(each => each.replace(' 1 @', ' -1 @')));
    const rome = image({ answers: '{"city":"Rome"}', kinds });
    expect(summed(berlin, rome)).toEqual(['answers: o:city:Berlin -1 @0', 'answers: o:city:Rome 1 @0']);
    expect(summed(berlin, { ...berlin, handling: 'done' })).toEqual([]);
    expect(summed(undefined, { ...berlin, status: 'partial' })).toEqual([]);
    expect(summed(undefined, image({ answers: '{"city":"Berlin"}' }))).toEqual([]);
    expect(summed(undefined, image({ answers: '{', kinds }))).toEqual([]);
  });
});

describe('what spam counts', () => {
  const place = keysOf('spam', { form, shard: '2', sortKey, ...index });
  const image = (changes: Image = {}): Image => ({ gsi1pk: place.gsi1pk, status: 'completed', ...changes });
  const counted = (before?: Image, after?: Image) => textOf(changeOf(place, before, after)?.additions);
  const row = (by: number) =>
    ['spam', 'spam of environment'].flatMap(scope => [`${scope}: c ${by}`, `${scope}: c ${by} @0`]);

  it('is in lists of its own, and blocked at its time', () => {
    expect(counted(undefined, image())).toEqual([...row(1), ...inBoth('h', 1)].sort());
    expect(counted(image(), undefined)).toEqual(row(-1).sort());
    expect(changeOf(place, undefined, image())?.owner).toEqual({ scope: form, keys: [keyOf('form', { form })] });
  });

  it('takes back what it counted as a response: its removal, its visit and its answers', () => {
    const came = image({ was: 'partial', meta: { source: 'browser' }, answers: '{"name":"Ada"}' });
    expect(counted(undefined, came)).toEqual(
      [
        ...row(1),
        ...[...inBoth('h', 1), ...inBoth('P', -1), ...inBoth('v', -1), ...inBoth('b', -1)],
        ...['form: n:name -1 @0', 'form: d:name -1 @0'],
      ].sort(),
    );
    expect(counted(undefined, image({ was: 'completed', meta: { source: 'server' } }))).toEqual(
      [...row(1), ...inBoth('h', 1), ...inBoth('C', -1), ...inBoth('S', -1)].sort(),
    );
  });

  it('is blocked once when its completion has moved it', () => {
    expect(counted(undefined, image({ completes: 'partial' }))).toEqual(
      [...row(1), ...inBoth('h', 1), ...inBoth('h', -1)].sort(),
    );
  });

  it('is nothing when its answers alone move, or outside the lists', () => {
    expect(changeOf(place, image(), image({ answersAt: 'bucket' }))).toBeUndefined();
    expect(changeOf(place, undefined, { status: 'completed' })).toBeUndefined();
  });
});

describe('what refused submissions count', () => {
  const key = keyOf('refusals', { form, slice: '1', refusals: 'r1' });
  const after: Image = {
    at,
    environmentId: environment,
    counts: JSON.stringify({ email: { required: 2, other: 1 }, name: { maxLength: 3 } }),
    blocked: 4,
  };

  it('is each broken rule of each field, and what was blocked as spam', () => {
    const found = changeOf(key, undefined, after);
    expect(textOf(found?.additions)).toEqual(
      [
        ...['form: e:email:required 2 @0', 'form: e:email:other 1 @0', 'form: e:name:maxLength 3 @0'],
        ...inBoth('h', 4),
      ].sort(),
    );
    expect(found?.owner).toEqual({ scope: form, keys: [keyOf('form', { form })] });
    const { counts: _, ...blocked } = after;
    expect(textOf(changeOf(key, undefined, blocked)?.additions)).toEqual(inBoth('h', 4).sort());
    const { blocked: __, ...broken } = after;
    expect(textOf(changeOf(key, undefined, broken)?.additions)).toHaveLength(3);
  });

  it('is nothing when the record is written again, is removed, or says nothing', () => {
    expect(changeOf(key, after, after)).toBeUndefined();
    expect(changeOf(key, after, undefined)).toBeUndefined();
    expect(changeOf(key, undefined, { ...after, counts: '{}', blocked: 0 })).toBeUndefined();
    const { environmentId: _, ...foreign } = after;
    expect(changeOf(key, undefined, foreign)).toBeUndefined();
    const { at: __, ...timeless } = after;
    expect(changeOf(key, undefined, timeless)).toBeUndefined();
  });
});

describe('what a delivery counts', () => {
  const countedFor = (owner: string, receiverId: string) => {
    const key = keyOf('delivery', { owner, webhook: receiverId, sortKey });
    return { key, delta: (before?: Image, after?: Image) => changeOf(key, before, after) };
  };

  it('is one of its receiver in each status that it has, for as long as the receiver is there', () => {
    const receiver = newWebhookId();
    const { delta } = countedFor(environment, receiver);
    const found = delta(undefined, { status: 'scheduled' });
    expect(found).toEqual({
      owner: { scope: receiver, keys: [{ pk: `WEBHOOKS#${environment}`, sk: `WEBHOOK#${receiver}` }] },
      additions: [
        { scope: receiver, name: 's', by: 1 },
        { scope: receiver, time, name: 's', by: 1 },
      ],
      newest: [
        { scope: receiver, shard: '0', sortKey },
        { scope: receiver, shard: '0', sortKey, time },
      ],
    });
    const changed = delta({ status: 'scheduled' }, { status: 'succeeded' });
    expect(textOf(changed?.additions)).toEqual(
      ['s -1', 's -1 @0', 'k 1', 'k 1 @0'].map(each => `${receiver}: ${each}`).sort(),
    );
    expect(textOf(delta({ status: 'dead' }, undefined)?.additions)).toEqual(
      ['d -1', 'd -1 @0'].map(each => `${receiver}: ${each}`),
    );
  });

  it('to a form’s own webhook needs the form too', () => {
    const receiver = newWebhookId(form);
    const { delta } = countedFor(form, receiver);
    expect(delta(undefined, { status: 'dead' })?.owner.keys).toEqual([
      { pk: `WEBHOOKS#${form}`, sk: `WEBHOOK#${receiver}` },
      keyOf('form', { form }),
    ]);
  });
});

describe('what a form counts', () => {
  const listed = keysOf('form', { form, environmentId: environment });

  it('is one of its environment in its status, for as long as it is listed', () => {
    const draft: Image = { gsi1pk: listed.gsi1pk, status: 'draft' };
    expect(changeOf(listed, undefined, draft)).toEqual({
      owner: { scope: form, keys: [keyOf('form', { form })] },
      additions: [{ scope: environment, name: 'F:draft', by: 1 }],
      newest: [{ scope: environment, shard: 'forms', sortKey: form }],
    });
    expect(textOf(changeOf(listed, draft, { ...draft, status: 'live' })?.additions)).toEqual([
      'environment: F:draft -1',
      'environment: F:live 1',
    ]);
    expect(textOf(changeOf(listed, draft, { status: 'draft' })?.additions)).toEqual(['environment: F:draft -1']);
    expect(changeOf(listed, draft, draft)).toBeUndefined();
    expect(changeOf(listed, undefined, { status: 'draft' })).toBeUndefined();
  });

  it('is nothing by its other items, as is any item that is not counted', () => {
    const image: Image = { gsi1pk: listed.gsi1pk, status: 'draft' };
    expect(changeOf({ pk: `FORM#${form}`, sk: 'OTHER' }, undefined, image)).toBeUndefined();
    expect(changeOf(keyOf('proof', { form, slice: '1', nonce: 'n' }), undefined, image)).toBeUndefined();
    expect(changeOf(keyOf('webhook', { owner: form, webhook: 'wh_1' }), undefined, image)).toBeUndefined();
  });
});

describe('what a visit counts', () => {
  const key = keyOf('visit', { form, slice: '1', sha256: 'a' });
  const visit = (changes: Image = {}): Image => ({ environmentId: environment, ...changes });
  const counted = (before: Image | undefined, after: Image | undefined) =>
    textOf(changeOf(key, before, after)?.additions);
  const eventsOf = (...events: object[]) => ({ at, writes: 1, events: JSON.stringify(events) });

  it('is each view, and each broken rule of a field, of the write that tells of them', () => {
    const errors = [
      { type: 'error', fieldId: 'email', rule: 'required' },
      { type: 'error', rule: 'required' },
    ];
    const seen = visit({ ...eventsOf({ type: 'view' }, ...errors, { type: 'focus', fieldId: 'email' }), views: 1 });
    expect(counted(undefined, seen)).toEqual([...inBoth('v', 1), 'form: e:email:required 1 @0'].sort());
    expect(counted(seen, { ...seen, last: 'email' })).toEqual([]);
    expect(changeOf(key, seen, { ...seen, views: 2 })).toBeUndefined();
  });

  it('is a view too for each start that had none reported, unless it is spam', () => {
    const started = { startedAt: at };
    expect(counted(undefined, visit(started))).toEqual([...inBoth('v', 1), ...inBoth('b', 1)].sort());
    expect(counted(undefined, visit({ ...started, views: 1 }))).toEqual(inBoth('b', 1).sort());
    expect(counted(visit(started), visit({ ...started, views: 1 }))).toEqual(inBoth('v', -1).sort());
    expect(counted(undefined, visit({ ...started, spam: true }))).toEqual([]);
    expect(counted(visit(started), visit({ ...started, spam: true }))).toEqual(
      [...inBoth('v', -1), ...inBoth('b', -1)].sort(),
    );
  });

  it('is the progress of its fields, each once, and where it ended', () => {
    const begun = visit({ startedAt: at, views: 1, focused: new Set(['name', 'age']), last: 'age' });
    const answered = { ...begun, answered: new Set(['age', 'city']), last: 'city' };
    expect(counted(undefined, begun)).toEqual(
      [...inBoth('b', 1), 'form: f:name 1 @0', 'form: f:age 1 @0', 'form: d:age 1 @0'].sort(),
    );
    expect(counted(begun, answered)).toEqual(
      ['form: g:age 1 @0', 'form: n:city 1 @0', 'form: d:age -1 @0', 'form: d:city 1 @0'].sort(),
    );
    expect(counted(answered, { ...answered, completed: true })).toEqual(['form: d:city -1 @0']);
  });

  it('begins anew with another start, and with one in the same millisecond', () => {
    const begun = visit({ startedAt: at, views: 2, last: 'name' });
    expect(counted(begun, { ...begun, begunAnew: 1 })).toEqual([...inBoth('b', 1), 'form: d:name 1 @0'].sort());
    const later = new Date(time + 60_000).toISOString();
    expect(counted(begun, { ...begun, startedAt: later })).toEqual([...inBoth('b', 1, 1), 'form: d:name 1 @1'].sort());
  });

  it('is abandoned at its time, until it is back or has a response', () => {
    const begun = visit({ startedAt: at, views: 1 });
    const abandoned = { ...begun, abandonedAt: new Date(time + 60_000).toISOString() };
    expect(counted(begun, abandoned)).toEqual(inBoth('w', 1, 1).sort());
    expect(counted(abandoned, begun)).toEqual(inBoth('w', -1, 1).sort());
    expect(counted(abandoned, { ...abandoned, responseId: 'sub_1' })).toEqual(inBoth('w', -1, 1).sort());
  });

  it('is nothing when it is removed, or was moved to another session', () => {
    const begun = visit({ startedAt: at });
    expect(changeOf(key, begun, undefined)).toBeUndefined();
    expect(changeOf(key, undefined, { ...begun, movedFrom: 'b' })).toBeUndefined();
    expect(counted(begun, { ...begun, movedFrom: 'b', last: 'name' })).toEqual(['form: d:name 1 @0']);
    expect(changeOf(key, undefined, { startedAt: at })).toBeUndefined();
  });
});
