import { describe, expect, it } from '@jest/globals';
import {
  isCaught,
  markByHand,
  proofsOf,
  withoutProofs,
  withoutTokens,
} from '../../../../shared/domain/spam/spam-signals.ts';

const tokens = { 'g-recaptcha-response': 'r', 'cf-turnstile-response': 't', 'h-captcha-response': 'h' };
const proofs = { ...tokens, altcha: 'a', _ticket: 'k' };
const form = {
  fields: [{ id: 'name' }],
  spamProtection: { honeypot: { enabled: true, fieldName: 'website' } },
};

describe('the body of a submission', () => {
  const body = { name: 'Ada', ...proofs, website: '', _gotcha: '', _honey: '', _consents: {}, other: 1 };

  it('has no proofs among the answers, and no honeypot', () => {
    expect(withoutProofs(form, body)).toEqual({ name: 'Ada', other: 1 });
  });

  it('may have an answer to a field that is called like the proof of a consent', () => {
    const named = { ...form, fields: [{ id: '_consents' }] };
    expect(withoutProofs(named, body)).toEqual({ name: 'Ada', _consents: {}, other: 1 });
  });

  it('is compared with another try without the proofs, which differ', () => {
    const { website, _gotcha, _honey, _consents } = body;
    expect(withoutTokens(body)).toEqual({ name: 'Ada', website, _gotcha, _honey, _consents, other: 1 });
  });
});

describe('the proofs of a submission', () => {
  it('come in its headers, before those in its body', () => {
    const headers = { 'x-formline-ticket': 'K', 'x-captcha-token': 'T', 'x-formline-proof': 'A' };
    expect(proofsOf(headers, proofs)).toEqual({ ticket: 'K', token: 'T', proof: 'A' });
    expect(proofsOf({ 'x-recaptcha-token': 'R' }, proofs)).toMatchObject({ token: 'R' });
    expect(proofsOf({ 'x-recaptcha-token': 'R', 'x-captcha-token': 'T' }, {})).toMatchObject({ token: 'T' });
  });

  it('come in its body, where widgets put them', () => {
    expect(proofsOf({}, proofs)).toEqual({ ticket: 'k', token: 'r', proof: 'a' });
    expect(proofsOf({}, { 'h-captcha-response': 'h' })).toEqual({ ticket: undefined, token: 'h', proof: undefined });
    expect(proofsOf({}, { ...tokens, 'g-recaptcha-response': '' }).token).toBe('t');
  });

  it('are texts', () => {
    expect(proofsOf({}, { _ticket: 1, altcha: ['a'], 'g-recaptcha-response': {} })).toEqual({});
  });
});

describe('a honeypot', () => {
  it.each([
    [{ website: 'https://spam.example' }, true],
    [{ _gotcha: 'x' }, true],
    [{ _honey: 'x' }, true],
    [{ website: '', _gotcha: '' }, false],
    [{ name: 'Ada' }, false],
    [{}, false],
  ])('catches %j: %s', (body, caught) => expect(isCaught(form, body)).toBe(caught));

  it('catches nothing while it is off, but what every form has', () => {
    const off = { ...form, spamProtection: { honeypot: { enabled: false, fieldName: 'website' } } };
    expect(isCaught(off, { website: 'x' })).toBe(false);
    expect(isCaught(off, { _honey: 'x' })).toBe(true);
  });

  it('looks at what was sent, not at what every object has', () => {
    const named = { honeypot: { enabled: true, fieldName: 'constructor' } };
    expect(isCaught({ ...form, spamProtection: named }, {})).toBe(false);
  });
});

it('a person who marks a response is sure of it', () => {
  const before = Date.now();
  const { at, ...mark } = markByHand();
  expect(mark).toEqual({ score: 1, reasons: ['marked'] });
  expect(Date.parse(at)).toBeGreaterThanOrEqual(before);
});
