import { expect, it } from '@jest/globals';
import { asRequested, mapProperties, withoutNulls } from '../../../../shared/domain/bodies/neutral-values.ts';

it('changes each property, and leaves out what becomes undefined', () => {
  const changed = mapProperties({ a: 1, b: 2, c: null }, (part, name) => (name === 'b' ? undefined : [name, part]));
  expect(changed).toEqual({ a: ['a', 1], c: ['c', null] });
  expect(Object.keys(changed)).toEqual(['a', 'c']);
});

it('leaves out null at every depth, but not in a list', () => {
  expect(withoutNulls({ a: null, b: { c: null, d: [{ e: null, f: 0 }, null, ''] }, g: false })).toEqual({
    b: { d: [{ f: 0 }, null, ''] },
    g: false,
  });
  expect([withoutNulls(null), withoutNulls('text'), withoutNulls([null])]).toEqual([null, 'text', [null]]);
});

it('makes of a record what may be sent for another', () => {
  const record = { id: 'form_1', title: 'Contact', ui: null, fields: [{ id: 'name', label: null }] };
  expect(asRequested(record, ['id'])).toEqual({ title: 'Contact', fields: [{ id: 'name' }] });
  expect(asRequested([record], ['id'])).toEqual([record]);
});
