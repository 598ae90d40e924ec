import { describe, expect, it } from '@jest/globals';
import {
  countedForms,
  handledStatus,
  isState,
  quarterAttribute,
  unplacedOf,
} from '../../../../shared/domain/analytics/counter-names.ts';
import { fieldAttribute, readFieldAttribute } from '../../../../shared/domain/analytics/field-counts.ts';

describe('the name of a counter', () => {
  it('is a letter and the quarter hour of the day, in UTC', () => {
    const at = Date.parse('2026-03-01T09:20:00.000Z');
    expect(quarterAttribute(at, 'completed')).toBe('c37');
    expect(quarterAttribute(at, 'done partial')).toBe('l37');
    expect(quarterAttribute(at, 'removedAbandoned')).toBe('A37');
  });

  it('names an option, or a status of forms', () => {
    expect(unplacedOf('blue')).toBe('l:blue');
    expect(countedForms('live')).toBe('F:live');
  });

  it('names a field, which is read from it again', () => {
    expect(fieldAttribute('answeredFirst', 'email')).toBe('n:email');
    expect(readFieldAttribute('n:email')).toEqual({ count: 'answeredFirst', fieldId: 'email' });
    expect(readFieldAttribute('e:email:required')).toEqual({ count: 'error', fieldId: 'email', rule: 'required' });
    expect(readFieldAttribute('e')).toBeUndefined();
    expect(readFieldAttribute('pk')).toBeUndefined();
    expect(readFieldAttribute('z:email')).toBeUndefined();
  });
});

describe('the state of a row', () => {
  it('is a status, a handling, or both', () => {
    expect(isState({})).toBe(false);
    expect(isState({ status: 'partial' })).toBe(true);
    expect(isState({ handling: 'open' })).toBe(true);
    expect(isState({ status: 'partial', handling: 'done' })).toBe(true);
  });

  it('is counted besides its status once somebody handles it', () => {
    expect(handledStatus({ status: 'completed', handling: 'in_progress' })).toBe('in_progress completed');
    expect(handledStatus({ status: 'partial', handling: 'done' })).toBe('done partial');
    expect(handledStatus({ status: 'completed', handling: 'open' })).toBeUndefined();
    expect(handledStatus({ status: 'completed' })).toBeUndefined();
    expect(handledStatus(undefined)).toBeUndefined();
  });
});
