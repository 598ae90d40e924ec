import { describe, expect, it } from '@jest/globals';
import { keyOf, partsOf } from '../../../shared/store/keys.ts';

describe('the parts of a key', () => {
  it('are those that it was made of', () => {
    const { pk } = keyOf('response', { form: 'form_1', shard: '3', sortKey: 'A' });
    expect(partsOf('response', 'pk', pk)).toEqual({ form: 'form_1', shard: '3' });
  });

  it('are none in a key without parts, which still is of its item type', () => {
    expect(partsOf('form', 'sk', 'FORM')).toEqual({});
  });

  it('are undefined in a key of another item type', () => {
    expect(partsOf('form', 'sk', 'DRAFT')).toBeUndefined();
    expect(partsOf('form', 'pk', 'RESPONSES#form_1#3')).toBeUndefined();
  });
});
