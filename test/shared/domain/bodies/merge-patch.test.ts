import { describe, expect, it } from '@jest/globals';
import {
  changeable,
  faultsOfPatch,
  faultsOfPatchShape,
  mergePatch,
} from '../../../../shared/domain/bodies/merge-patch.ts';

describe('a merge patch', () => {
  it.each<[unknown, unknown, unknown]>([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('makes of %j and %j what appendix A of RFC 7396 says', (target, patch, result) => {
    expect(mergePatch(target, patch)).toEqual(result);
  });

  it('is merged 20 deep, and what goes deeper is taken as it is', () => {
    const nested = (depth: number, leaf: object): object => (depth === 0 ? leaf : { a: nested(depth - 1, leaf) });
    expect(mergePatch({}, nested(20, { x: null }))).toEqual(nested(20, {}));
    expect(mergePatch({}, nested(21, { x: null }))).toEqual(nested(21, { x: null }));
  });

  it('reaches no prototype, by whatever name', () => {
    const patch = JSON.parse('{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}');
    const merged = mergePatch({ a: 1 }, patch) as object;
    expect(JSON.stringify(merged)).toBe(
      '{"a":1,"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    );
    expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
    expect('polluted' in {}).toBe(false);
  });
});

it('a patch is an object that names something', () => {
  expect(faultsOfPatchShape({ a: null })).toEqual([]);
  for (const patch of [[], null, 'text', 1]) {
    expect(faultsOfPatchShape(patch)).toEqual([
      { field: '', rule: 'type', message: 'The body must be a JSON object, in braces: {"name": "value"}' },
    ]);
  }
  const message = 'must name at least one property';
  expect(faultsOfPatchShape({})).toEqual([{ field: '', rule: 'minProperties', message }]);
});

describe('a patch of a record', () => {
  const rules = { responseOnly: ['id', 'config.last4'], writeOnly: ['config.token'] };
  const record = { id: 'a', name: null, config: { last4: '1234', kept: true } };

  it('may repeat what only answers show, and leaves that out of what it changes', () => {
    const { before, after } = changeable(record, { ...record, config: { last4: '1234', token: 'new' } }, rules);
    expect(before).toEqual({ config: { kept: true } });
    expect(after).toEqual({ config: { kept: true, token: 'new' } });
    expect(faultsOfPatch(record, record, rules)).toEqual([]);
  });

  it('may repeat a record as JSON shows it, without what is undefined', () => {
    const meta = { source: 'browser', origin: undefined };
    const asRead = JSON.parse(JSON.stringify({ meta }));
    expect(faultsOfPatch({ meta }, asRead, { responseOnly: ['meta'] })).toEqual([]);
    expect(changeable({ ui: meta }, { ui: asRead.meta }, { responseOnly: [] })).toEqual({
      before: { ui: { source: 'browser' } },
      after: { ui: { source: 'browser' } },
    });
  });

  it('may leave all of that out, with what it is in', () => {
    for (const patch of [{ name: 'x' }, { config: null }, { config: 'none' }]) {
      expect(faultsOfPatch(record, patch, rules)).toEqual([]);
    }
  });

  it('has what is called alike in another part of the record', () => {
    const alike = { notion: { last4: '1234' } };
    expect(changeable(alike, {}, rules).before).toEqual(alike);
  });

  it('changes nothing of that, and takes no secret away', () => {
    const faults = faultsOfPatch(record, { id: null, config: { last4: '5678', token: null } }, rules);
    expect(faults.map(({ message }) => message)).toEqual([
      ...Array(2).fill('is set by the service; leave it out, or send it as it was read'),
      'can’t be removed; leave it out to keep the current one',
    ]);
    expect(faults.map(({ field, rule }) => `${field} ${rule}`)).toEqual([
      'id readOnly',
      'config.last4 readOnly',
      'config.token required',
    ]);
  });
});
