import { describe, expect, it } from '@jest/globals';
import { withoutUnused, withUsedFields } from '../../../../shared/domain/forms/neutral-form.ts';

describe('a form as a program sends it that writes every property', () => {
  it.each<[string, unknown, unknown]>([
    ['no blank template', { templateId: '' }, {}],
    ['a template', { templateId: 'contact' }, { templateId: 'contact' }],
    ['a blank title, which is a fault', { title: '' }, { title: '' }],
    ['no blank setting', { closesAt: '', closedMessage: '', language: '' }, {}],
    ['a setting', { closesAt: '2026-12-01T00:00:00Z' }, { closesAt: '2026-12-01T00:00:00Z' }],
    ['no blank text within a setting', { theme: { accent: '', radius: 0 } }, { theme: { radius: 0 } }],
    ['no blank text further within', { hostedPage: { a: { b: '', c: 1 } } }, { hostedPage: { a: { c: 1 } } }],
    ['empty settings that mean something', { ui: {}, theme: {} }, { ui: {}, theme: {} }],
    ['no empty storage and retention', { storage: {}, retention: {} }, {}],
    ['no retention of blanks', { retention: { days: '' } }, {}],
    ['retention', { retention: { days: 30 } }, { retention: { days: 30 } }],
    ['no reply that is off without a text', { autoresponder: { enabled: false, subject: '', body: '' } }, {}],
    [
      'a reply that is off with its text',
      { autoresponder: { enabled: false, subject: 'Hi', body: 'Thanks' } },
      { autoresponder: { enabled: false, subject: 'Hi', body: 'Thanks' } },
    ],
    ['no reply that is off with half a text', { autoresponder: { enabled: false, subject: 'Hi' } }, {}],
    ['a reply that is on', { autoresponder: { enabled: true } }, { autoresponder: { enabled: true } }],
    ['a reply that says neither', { autoresponder: { subject: 'Hi' } }, { autoresponder: { subject: 'Hi' } }],
    ['an enabled theme, which is a fault', { theme: { enabled: false } }, { theme: { enabled: false } }],
    ['what is no object', 'a form', 'a form'],
    ['fields that are no list', { fields: 'none' }, { fields: 'none' }],
  ])('has %s', (_, sent, form) => {
    expect(withoutUnused(sent)).toEqual(form);
  });
});

describe('a field as a program sends it that writes every property', () => {
  const name = { id: 'name', type: 'text', label: 'Name' };

  it.each<[string, object, object]>([
    [
      'no null',
      { ...name, help: null, validate: { maxLength: null, minLength: 2 } },
      { ...name, validate: { minLength: 2 } },
    ],
    ['no blank option of its type', { ...name, default: '', placeholder: '', help: '', autocomplete: '' }, name],
    ['an option of its type', { ...name, help: 'In full' }, { ...name, help: 'In full' }],
    ['no blank label', { ...name, label: '' }, { id: 'name', type: 'text' }],
    ['a blank ID, which is a fault', { ...name, id: '' }, { ...name, id: '' }],
    ['no empty logic', { ...name, visibleIf: {}, requiredIf: {}, compute: {} }, name],
    ['logic', { ...name, visibleIf: { field: 'a' } }, { ...name, visibleIf: { field: 'a' } }],
    ['no blank property of another type', { ...name, text: '', options: [], rows: [] }, name],
    ['no property of another type that is off', { ...name, other: false }, name],
    ['no empty object for another type', { ...name, options: {} }, name],
    ['a property of another type that says something', { ...name, options: ['a'] }, { ...name, options: ['a'] }],
    ['what no type has', { ...name, color: '', size: [] }, { ...name, color: '', size: [] }],
    ['what is off in its own type', { ...name, required: false }, { ...name, required: false }],
    [
      'no options, which is a fault of a choice',
      { ...name, type: 'radio', options: [] },
      { ...name, type: 'radio', options: [] },
    ],
    ['no blank rule', { ...name, validate: { pattern: '', maxLength: 9 } }, { ...name, validate: { maxLength: 9 } }],
    [
      'no rule of another type that is off',
      { ...name, validate: { integer: false, min: 0, maxLength: 9 } },
      { ...name, validate: { maxLength: 9 } },
    ],
    ['a rule of its type that is 0', { ...name, validate: { minLength: 0 } }, { ...name, validate: { minLength: 0 } }],
    [
      'a rule of another type that says something',
      { ...name, validate: { min: 1 } },
      { ...name, validate: { min: 1 } },
    ],
    ['rules that are no object', { ...name, validate: 'none' }, { ...name, validate: 'none' }],
    ['all of an unknown type', { id: 'a', type: 'toString', help: '' }, { id: 'a', type: 'toString', help: '' }],
    [
      'no rule of a type that has none',
      { id: 'a', type: 'phone', label: 'A', validate: { min: 0 } },
      { id: 'a', type: 'phone', label: 'A', validate: {} },
    ],
  ])('has %s', (_, sent, field) => {
    expect(withUsedFields({ title: '', fields: [sent] })).toEqual({ title: '', fields: [field] });
    expect(withoutUnused({ fields: [sent] })).toEqual({ fields: [field] });
  });

  it('stays if it is no object', () => {
    expect(withUsedFields({ fields: ['name', null] })).toEqual({ fields: ['name', null] });
  });
});
