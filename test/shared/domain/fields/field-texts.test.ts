import { describe, expect, it } from '@jest/globals';
import type { Field } from '../../../../shared/domain/fields/field.ts';
import { faultsOfTexts } from '../../../../shared/domain/fields/field-texts.ts';

const rulesOf = (texts: Partial<Field>) =>
  faultsOfTexts({ id: 'a', type: 'text', ...texts }).map(({ field, rule }) => `${field} ${rule}`);

describe('a text of a field', () => {
  it.each(['name', 'on', 'off', 'shipping postal-code', 'section-two billing work email', 'home tel', 'bday'])(
    'takes the token %s for autocomplete',
    autocomplete => expect(rulesOf({ autocomplete })).toEqual([]),
  );

  it.each(['Name', 'shipping', 'home name', 'email shipping', '', 'section- name', 'name  ', 'tel tel', 'constructor'])(
    'takes no %j for autocomplete',
    autocomplete => expect(rulesOf({ autocomplete })).toEqual(['autocomplete pattern']),
  );
});
