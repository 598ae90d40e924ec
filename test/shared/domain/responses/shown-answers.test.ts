import { describe, expect, it } from '@jest/globals';
import type { Field } from '../../../../shared/domain/fields/field.ts';
import {
  addShownAnswers,
  correctShownAnswers,
  droppedAnswers,
} from '../../../../shared/domain/responses/shown-answers.ts';

const fields = [
  { id: 'pet', type: 'select', options: ['dog', 'cat', 'none'], required: true },
  { id: 'name', type: 'text', required: true, visibleIf: { field: 'pet', op: 'ne', value: 'none' } },
  { id: 'walks', type: 'number', visibleIf: { field: 'pet', op: 'eq', value: 'dog' } },
  { id: 'cost', type: 'calculated', compute: { op: '*', args: [{ field: 'walks', else: 0 }, 10] } },
  { id: 'reason', type: 'text', requiredIf: { field: 'cost', op: 'gt', value: 50 } },
] as unknown as Field[];

type Options = { partial?: boolean; fromPage?: boolean };

/** The answers as JSON, which has their order, with what was left out; or the faults. */
function add(before: object, sent: object, { partial = false, fromPage = true }: Options = {}) {
  const added = addShownAnswers(fields, { ...before }, { ...sent }, { partial, fromPage });
  if ('faults' in added) return rules(added.faults);
  return [JSON.stringify(added.answers), ...rules(added.leftOut)];
}

const rules = (faults: readonly { field: string; rule: string }[]) =>
  faults.map(({ field, rule }) => `${field} ${rule}`);
const dropped = (answers: object, sent: object) => rules(droppedAnswers(fields, { ...answers }, { ...sent }));

describe('a submission', () => {
  it('has the answers to what is shown, and the results of its calculations, in the order of the form', () => {
    const answers = '{"pet":"dog","name":"Rex","walks":2,"cost":20,"reason":"fun"}';
    expect(add({}, { reason: 'fun', walks: 2, name: 'Rex', pet: 'dog' })).toEqual([answers]);
  });

  it('needs no answer to what is hidden, and drops those of a browser, right or wrong', () => {
    expect(add({}, { pet: 'none', name: 'Rex', walks: 'two' })).toEqual(['{"pet":"none","cost":0}']);
    expect(dropped({ pet: 'none' }, { pet: 'none', name: 'Rex', walks: 'two', cost: 1 })).toEqual([
      'name hidden',
      'walks hidden',
    ]);
    expect(dropped({ pet: 'none' }, { pet: 'none', name: '', walks: null })).toEqual([]);
  });

  it('is refused from a server where it answers what is hidden', () => {
    const server = { fromPage: false };
    expect(add({}, { pet: 'none', name: 'Rex' }, server)).toEqual(['name hidden']);
    expect(add({}, { pet: 'none', name: '' }, server)).toEqual(['{"pet":"none","cost":0}']);
    expect(add({}, { pet: 'bird', walks: 2 }, server)).toEqual(['pet options', 'name required', 'walks hidden']);
  });

  it('is asked what is shown and required, by a calculation too', () => {
    expect(add({}, { pet: 'cat' })).toEqual(['name required']);
    expect(add({}, { pet: 'dog', name: 'Rex', walks: 6 })).toEqual(['reason required']);
    expect(add({}, { pet: 'dog', name: 'Rex', walks: 5 })).toEqual(['{"pet":"dog","name":"Rex","walks":5,"cost":50}']);
  });

  it('has what its calculations come to, whatever is sent or was stored for them', () => {
    const server = { fromPage: false };
    expect(add({}, { pet: 'dog', name: 'Rex', walks: 1, cost: 'x' }, server)).toEqual([
      '{"pet":"dog","name":"Rex","walks":1,"cost":10}',
    ]);
    expect(add({ pet: 'dog', name: 'Rex', walks: 1, cost: 10 }, { walks: 2 })).toEqual([
      '{"pet":"dog","name":"Rex","walks":2,"cost":20}',
    ]);
  });

  it('loses what was saved before and is hidden now, but for what the form no longer has', () => {
    const before = { old: 'x', pet: 'dog', name: 'Rex', walks: 9, cost: 90 };
    expect(add(before, { pet: 'cat' })).toEqual(['{"old":"x","pet":"cat","name":"Rex","cost":0}']);
  });
});

describe('a partial submission', () => {
  const partial = { partial: true };

  it('decides by its good answers what is shown', () => {
    expect(add({}, { pet: 'bird', name: 'Rex', walks: 2 }, partial)).toEqual([
      '{"name":"Rex","cost":0}',
      'pet options',
    ]);
    expect(add({}, { pet: 'none', name: 5 }, partial)).toEqual(['{"pet":"none","cost":0}']);
    expect(add({ pet: 'dog' }, { pet: 'bird', walks: 2 }, partial)).toEqual([
      '{"pet":"dog","walks":2,"cost":20}',
      'pet options',
    ]);
  });

  it('loses what was saved before and is hidden now', () =>
    expect(add({ pet: 'dog', walks: 2, cost: 20 }, { pet: 'cat' }, partial)).toEqual(['{"pet":"cat","cost":0}']));

  it('of a server is told of answers to what is hidden', () =>
    expect(add({}, { pet: 'none', name: 'Rex' }, { partial: true, fromPage: false })).toEqual([
      '{"pet":"none","cost":0}',
      'name hidden',
    ]));

  it('needs one answer to what is shown', () => {
    expect(add({}, { walks: 2 }, partial)).toEqual([' minAnswers']);
    expect(add({}, { walks: 'two' }, partial)).toEqual([' minAnswers']);
    expect(add({}, { cost: 2 }, partial)).toEqual([' minAnswers']);
    expect(add({ pet: 'cat' }, { walks: 'two' }, partial)).toEqual(['{"pet":"cat","cost":0}']);
    expect(add({}, { pet: 'bird' }, partial)).toEqual(['pet options']);
  });
});

describe('a correction', () => {
  const before = { pet: 'dog', name: 'Rex', walks: 1, cost: 10 };
  const correct = (sent: object, of: object = before, status: 'completed' | 'partial' = 'completed') => {
    const corrected = correctShownAnswers(fields, { ...of } as never, { ...sent }, status);
    return 'faults' in corrected ? rules(corrected.faults) : JSON.stringify(corrected.answers);
  };

  it('computes anew, and takes back what it hides', () => {
    expect(correct({ walks: 3, cost: 1 })).toBe('{"pet":"dog","name":"Rex","walks":3,"cost":30}');
    expect(correct({ pet: 'none' })).toBe('{"pet":"none","cost":0}');
  });

  it('cannot answer what is hidden, and has to answer what it makes required', () => {
    expect(correct({ pet: 'cat', walks: 3 })).toEqual(['walks hidden']);
    expect(correct({ pet: 'dog' }, { pet: 'none', cost: 0 })).toEqual(['name required']);
    expect(correct({ pet: 'dog' }, { pet: 'none', cost: 0 }, 'partial')).toBe('{"pet":"dog","cost":0}');
    expect(correct({ walks: 6 })).toEqual(['reason required']);
  });

  it('leaves what the form of today would not have, or would ask for, as it is', () => {
    const older = { pet: 'cat', walks: 1 };
    expect(correct({ reason: 'x' }, older)).toBe('{"pet":"cat","walks":1,"cost":0,"reason":"x"}');
    expect(correct({}, older)).toBe('{"pet":"cat","walks":1}');
    expect(correct(older, older)).toBe('{"pet":"cat","walks":1}');
  });
});
