import { describe, expect, it } from '@jest/globals';
import { retiredAfter } from '../../../../shared/domain/forms/form.ts';
import { newForm } from '../../../../shared/domain/forms/stored-form.ts';
import {
  accessOf,
  concealmentOf,
  hiddenText,
  isSealable,
  maskedText,
  showsConcealed,
} from '../../../../shared/domain/responses/field-policies.ts';
import { policedFields } from '../../../../shared/domain/responses/policed-fields.ts';
import { anyCharacter } from '../../../support/any-character.ts';
import { fc } from '../../../support/properties.ts';

const field = (type: string) => ({ policy: 'masked' as const, type });

describe('a masked answer', () => {
  it.each([
    ['DE89370400440532013000', '3000'],
    [4_111_111_111_111_111, '1111'],
    ['12345678', '5678'],
    ['1234567', '567'],
    ['12345', '45'],
    ['12', '2'],
    ['1', ''],
    ['pass🔑🔒🔓wörd', 'wörd'],
  ])('of %j ends in %j', (answer, end) => {
    expect(maskedText(answer, field('text'))).toBe(`••••${end}`);
  });

  it('shows four characters at most, and never more than half', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, minLength: 1 }), text => {
        const shown = [...maskedText(text, field('text')).slice(hiddenText.length)];
        expect(shown.length).toBeLessThanOrEqual(Math.min(4, [...text].length / 2));
        expect(text.endsWith(shown.join(''))).toBe(true);
      }),
    );
  });

  it('shows nothing where four characters say it all', () => {
    for (const type of ['select', 'radio', 'rating', 'date', 'checkbox']) {
      expect(maskedText('Hepatitis', field(type))).toBe(hiddenText);
    }
    for (const answer of [true, ['Hepatitis'], { now: 'positive' }]) {
      expect(maskedText(answer as unknown as string, field('text'))).toBe(hiddenText);
    }
  });
});

it('is concealed by policy and role', () => {
  const masked = field('text');
  const encrypted = { ...masked, policy: 'encrypted' as const };
  const roles = ['viewer', 'editor', 'admin', 'owner', undefined] as const;
  const conceal = (policed: typeof masked | typeof encrypted) =>
    roles.map(role => concealmentOf(policed, accessOf({ role })));
  expect(conceal(masked)).toEqual(['masked', 'masked', 'masked', 'masked', 'masked']);
  expect(conceal(encrypted)).toEqual(['hidden', undefined, undefined, undefined, 'hidden']);
  expect(concealmentOf(undefined, 'limited')).toBeUndefined();
});

it('keeps the policy of a field that the form no longer has, until another field takes its id', () => {
  const text = (id: string) => ({ id, type: 'text' as const });
  const before = newForm(
    {
      title: 'T',
      status: 'live',
      fields: [text('a'), text('b'), text('c')],
      fieldPolicies: { a: 'masked', b: 'encrypted' },
    },
    'production',
  );
  const after = { ...before, fields: [text('c')], fieldPolicies: {} };
  const retiredFields = retiredAfter([], before, after);
  expect([...policedFields({ form: after, retiredFields })]).toEqual([
    ['a', { policy: 'masked', type: 'text' }],
    ['b', { policy: 'encrypted', type: 'text' }],
  ]);
  const again = { ...after, fields: [text('a'), text('c')] };
  const left = retiredAfter(retiredFields, after, again);
  expect([...policedFields({ form: again, retiredFields: left }).keys()]).toEqual(['b']);
});

describe('a file that was written under other policies', () => {
  const form = newForm(
    {
      title: 'T',
      status: 'live',
      fields: [
        { id: 'a', type: 'text' },
        { id: 'b', type: 'text' },
      ],
      fieldPolicies: { a: 'masked', b: 'encrypted' },
    },
    'production',
  );
  const shows = (whole: string[] | undefined) =>
    (['limited', 'full'] as const).map(access => showsConcealed({ form, retiredFields: [] }, whole, access));

  it('is kept from those from whom a policy conceals by now what it shows', () => {
    expect(shows([])).toEqual([false, false]);
    expect(shows(['c'])).toEqual([false, false]);
    expect(shows(['b'])).toEqual([true, false]);
    expect(shows(['a'])).toEqual([true, true]);
  });

  it('is kept from limited access where nobody noted what it shows', () => {
    expect(shows(undefined)).toEqual([true, false]);
    const open = { ...form, fieldPolicies: {} };
    expect(showsConcealed({ form: open, retiredFields: [] }, undefined, 'limited')).toBe(false);
  });
});

it('seals every answer but the id of a file', () => {
  expect(isSealable({ policy: 'encrypted', type: 'file' })).toBe(false);
  expect(isSealable({ policy: 'encrypted', type: undefined })).toBe(true);
  expect(isSealable(field('text'))).toBe(true);
});
