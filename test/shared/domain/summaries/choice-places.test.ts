import { describe, expect, it } from '@jest/globals';
import type { Form } from '../../../../shared/domain/forms/form.ts';
import { withPlaces } from '../../../../shared/domain/summaries/choice-places.ts';

const form = {
  fields: [
    { id: 'other', type: 'radio', options: [{ value: 'mon', limit: 9 }] },
    { id: 'day', type: 'radio', options: ['sun', { value: 'mon', limit: 5 }, { value: 'tue', label: 'Tuesday' }] },
  ],
} as unknown as Form;
const choice = (value: string, kind = 'option') => ({ value, kind, count: 1 });
const field = {
  fieldId: 'day',
  choices: [choice('sun'), choice('mon'), choice('tue'), choice('gone'), choice('mon', 'other')],
};

describe('the summary of a field whose options have limits', () => {
  it('has the limit and the places left of each option with a limit', () => {
    expect(withPlaces(field, form, { mon: 2, sun: 7 })).toEqual({
      ...field,
      choices: [
        choice('sun'),
        { ...choice('mon'), limit: 5, left: 2 },
        choice('tue'),
        choice('gone'),
        choice('mon', 'other'),
      ],
    });
  });

  it('stays as it is without places, choices or a field', () => {
    expect(withPlaces(field, form, undefined)).toBe(field);
    const text = { fieldId: 'day' };
    expect(withPlaces(text, form, { mon: 2 })).toBe(text);
    expect(withPlaces({ ...field, fieldId: 'former' }, form, { mon: 2 })).toEqual({ ...field, fieldId: 'former' });
    const named = { ...field, fieldId: 'name' };
    expect(withPlaces(named, { fields: [{ id: 'name', type: 'text' }] } as unknown as Form, { mon: 2 })).toEqual(named);
  });
});
