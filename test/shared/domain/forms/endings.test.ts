import { describe, expect, it } from '@jest/globals';
import { endingOf } from '../../../../shared/domain/forms/endings.ts';
import { faultsOfForm } from '../../../../shared/domain/forms/form-rules.ts';
import { anyCharacter } from '../../../support/any-character.ts';
import { fc, runs } from '../../../support/properties.ts';

const fields = [
  { id: 'plan', type: 'select' as const, options: ['Basic', 'Pro'] },
  { id: 'seats', type: 'number' as const, visibleIf: { field: 'plan', op: 'eq', value: 'Pro' } },
  { id: 'price', type: 'calculated' as const, compute: { op: '*', args: [{ field: 'seats', else: 1 }, 10] } },
  { id: 'extras', type: 'page' as const, visibleIf: { field: 'plan', op: 'eq', value: 'Pro' } },
  { id: 'email', type: 'email' as const },
  { id: 'secret', type: 'text' as const },
];
const many = { id: 'many', if: { field: 'price', op: 'gte', value: 100 }, text: 'We will call you' };
const pro = {
  id: 'pro',
  if: { field: 'plan', op: 'eq', value: 'Pro' },
  redirectUrl: 'https://pay.example/pro?a=1#top',
};
const form = { fields, thankYou: { text: 'Thanks' }, endings: [many, pro] };

describe('the end of a form', () => {
  it('is the first ending whose condition is met, or the thank-you page', () => {
    expect(endingOf(form, { plan: 'Pro', seats: 10 }).id).toBe('many');
    expect(endingOf(form, { plan: 'Pro', seats: 9 })).toMatchObject({ id: 'pro', redirectUrl: pro.redirectUrl });
    expect(endingOf(form, { plan: 'Basic', seats: 10 })).toEqual({ text: 'Thanks' });
    expect(endingOf({ fields }, {})).toEqual({});
  });

  it('is decided where the last page of the form is hidden', () => {
    const basic = { id: 'basic', if: { field: 'plan', op: 'ne', value: 'Pro' } };
    expect(endingOf({ ...form, endings: [basic] }, { plan: 'Basic' }).id).toBe('basic');
  });

  it('passes the chosen answers that are there, calculated ones too', () => {
    const redirectAnswers = ['plan', 'seats', 'price', 'secret'];
    const end = {
      ...form,
      endings: [],
      thankYou: { redirectUrl: 'https://a.example/x?plan=old#top', redirectAnswers },
    };
    const { redirectUrl } = endingOf(end, { plan: 'Basic', seats: 3, secret: 'a b' });
    expect(redirectUrl).toBe('https://a.example/x?plan=old&plan=Basic&price=10#top');
    const lists = {
      fields: [{ id: 'days', type: 'multiselect' }],
      thankYou: { ...end.thankYou, redirectAnswers: ['days'] },
    };
    expect(endingOf(lists, { days: ['Mo', 'T&u'] }).redirectUrl).toBe(
      'https://a.example/x?plan=old&days=Mo&days=T%26u#top',
    );
  });

  it('changes nothing of an address but its parameters, whatever is answered', () => {
    const shown = [{ id: 'a', type: 'text' }];
    const thankYou = { redirectUrl: 'https://shop.example/thanks', redirectAnswers: ['a'] };
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: anyCharacter }), fc.constantFrom('//evil', '#x', '&b=1', '\r\nSet-Cookie: a')),
        a => {
          const url = new URL(endingOf({ fields: shown, thankYou }, { a }).redirectUrl ?? '');
          expect([url.origin, url.pathname, url.hash]).toEqual(['https://shop.example', '/thanks', '']);
          expect([...url.searchParams.keys()]).toEqual(['a']);
          expect(url.searchParams.get('a')).toBe(a.toWellFormed());
        },
      ),
      { numRuns: runs(2000) },
    );
  });
});

describe('the rules of ends', () => {
  const faultsOf = (change: object) =>
    faultsOfForm({ status: 'draft', ...form, ...change } as Parameters<typeof faultsOfForm>[0]).map(
      ({ field, rule }) => `${field} ${rule}`,
    );

  it('take conditions on all fields of the form', () => {
    expect(faultsOf({})).toEqual([]);
    expect(faultsOf({ endings: [{ id: 'x', if: { field: 'gone', op: 'answered' } }] })).toEqual([
      'endings[0].if.field unknown',
    ]);
    expect(faultsOf({ endings: [many, { ...many, redirectUrl: 'https://[' }] })).toEqual([
      'endings[1].id unique',
      'endings[1].redirectUrl format',
    ]);
  });

  it('pass no personal, sealed, unknown or structured answers', () => {
    const passing = (...redirectAnswers: string[]) => ({ redirectUrl: 'https://a.example', redirectAnswers });
    expect(faultsOf({ thankYou: passing('plan', 'price') })).toEqual([]);
    expect(faultsOf({ thankYou: passing('gone', 'extras') })).toEqual([
      'thankYou.redirectAnswers[0] unknown',
      'thankYou.redirectAnswers[1] notAllowed',
    ]);
    expect(faultsOf({ thankYou: passing('secret'), fieldPolicies: { secret: 'encrypted' } })).toEqual([
      'thankYou.redirectAnswers[0] personal',
    ]);
    const personal = fields.map(field => (field.id === 'seats' ? { ...field, pii: true } : field));
    expect(faultsOf({ fields: personal, endings: [{ ...pro, ...passing('seats', 'price') }] })).toEqual([
      'endings[0].redirectAnswers[0] personal',
      'endings[0].redirectAnswers[1] personal',
    ]);
  });

  it('take texts in other languages for the endings that there are', () => {
    const texts = { de: { endings: { many: { text: 'Wir rufen an' }, gone: { text: 'x' } } } };
    expect(faultsOf({ language: 'en', texts })).toEqual(['texts.de.endings.gone unknown']);
  });
});
