import { expect, it } from '@jest/globals';
import type { Response } from '../../../../shared/domain/responses/response.ts';
import { changesBetween } from '../../../../shared/domain/responses/response-changes.ts';

it('names the fields that changed, and counts answers without a field', () => {
  const before = { status: 'completed', answers: { name: 'Ada', town: 'London', ada: 'x', grace: 'y' }, notes: [] };
  const after = { ...before, answers: { name: 'Ada L.', town: 'London', ada: 'z' } };
  const changes = changesBetween(before as never as Response, after as never as Response, new Set(['name', 'town']));
  expect(changes).toEqual({ fields: ['name'], extras: 2 });
});

it('has the status, the handling, and who it was given to, where these changed', () => {
  const before = { status: 'completed', answers: {}, notes: [{ id: 'note_1' }] };
  const changes = (from: object, to: object) =>
    changesBetween({ ...before, ...from } as never, { ...before, ...to } as never, new Set());
  expect(changes({}, {})).toEqual({});
  expect(changes({}, { handling: 'open' })).toEqual({});
  expect(changes({}, { handling: 'done' })).toEqual({ handling: 'done' });
  expect(changes({ handling: 'done' }, {})).toEqual({ handling: 'open' });
  expect(changes({}, { status: 'partial' })).toEqual({ status: 'partial' });
  expect(changes({}, { assigneeId: 'usr_1' })).toEqual({ assigneeId: 'usr_1' });
  expect(changes({ assigneeId: 'usr_1' }, {})).toEqual({ assigneeId: null });
  expect(changes({}, { notes: [1, 2, 3] })).toEqual({ notes: 2 });
  expect(changes({}, { notes: [] })).toEqual({});
});

it('names fifty fields at most, each once, also those that have no answer any more', () => {
  const answers = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`f${index}`, 'x']));
  const before = { status: 'completed', answers, notes: [] };
  const changes = changesBetween(
    before as never as Response,
    { ...before, answers: { f0: 'y' } } as never as Response,
    new Set(Object.keys(answers)),
  );
  expect(changes.fields).toEqual(Object.keys(answers).slice(0, 50));
  expect(changes).not.toHaveProperty('extras');
});
