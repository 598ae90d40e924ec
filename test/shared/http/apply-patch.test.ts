import { expect, it } from '@jest/globals';
import type { Contract } from '../../../shared/contracts/contract.ts';
import { applyPatch } from '../../../shared/http/apply-patch.ts';

const contract = {
  ...{
    method: 'PUT',
    path: '/things/{id}',
    summary: 'Change a thing',
    auth: ['secretKey'],
    grants: ['table:write'],
    status: 200,
  },
  body: {
    type: 'object',
    properties: { name: { type: 'string', minLength: 1 }, note: { type: 'string' } },
    required: ['name'],
    additionalProperties: false,
  },
  patches: { responseOnly: ['id'] },
} as const satisfies Contract;
const record = { id: 'thing_1', name: 'One', note: 'Blue' };

it('is what a client may set, after the change', () => {
  expect(applyPatch(contract, record, { name: 'Two' })).toEqual({ name: 'Two', note: 'Blue' });
  expect(applyPatch(contract, record, { note: null })).toEqual({ name: 'One' });
});

it('is nothing where a patch changes nothing', () => {
  expect(applyPatch(contract, record, { id: 'thing_1', note: 'Blue' })).toBeUndefined();
});

it('is refused for what the patch may not do, and for what its result would lack', () => {
  const faults = (patch: Record<string, unknown>) => {
    try {
      return applyPatch(contract, record, patch);
    } catch (error) {
      return (error as { details: { field: string; rule: string }[] }).details.map(
        ({ field, rule }) => `${field} ${rule}`,
      );
    }
  };
  expect(faults({ id: 'thing_2', name: null, colour: 'red' })).toEqual([
    'id readOnly',
    'name required',
    'colour unknown',
  ]);
  expect(faults({ name: 5 })).toEqual(['name type']);
});

it('lets what an earlier version stored be as it is, until it is changed', () => {
  const old = { ...record, note: 7, colour: 'blue' };
  expect(applyPatch(contract, old, { name: 'Two' })).toEqual({ name: 'Two', note: 7, colour: 'blue' });
  expect(applyPatch(contract, old, { note: 'Blue' })).toEqual({ name: 'One', note: 'Blue', colour: 'blue' });
  expect(() => applyPatch(contract, old, { note: 8 })).toThrow('note');
  expect(() => applyPatch(contract, old, { name: '' })).toThrow('name');
});
