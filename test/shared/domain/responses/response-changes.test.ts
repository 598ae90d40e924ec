import { expect, it } from '@jest/globals';
import type { Response } from '../../../../shared/domain/responses/response.ts';
import { changesBetween } from '../../../../shared/domain/responses/response-changes.ts';

it('names the fields that changed, and counts answers without a field', () => {
  const before = { status: 'completed', answers: { name: 'Ada', town: 'London', ada: 'x', grace: 'y' }, notes: [] };
  const after = { ...before, answers: { name: 'Ada L.', town: 'London', ada: 'z' } };
  const changes = changesBetween(before as never as Response, after as never as Response, new Set(['name', 'town']));
  expect(changes).toEqual({ fields: ['name'], extras: 2 });
});
