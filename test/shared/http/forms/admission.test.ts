import { describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import { newForm } from '../../../../shared/domain/forms/stored-form.ts';
import { checkAdmission, corsHeaders } from '../../../../shared/http/forms/admission.ts';

const caller = (kind: Caller['kind']): Caller => ({
  ...{ kind, id: 'key_1', organizationId: 'org_1', environmentId: 'env_1', environment: 'production' },
});
const page = caller('publishableKey');
const open = newForm({ title: 'Contact', status: 'live', fields: [] }, 'production');
const ours = 'https://www.example.com';
const closed = { ...open, allowedOrigins: [ours] };
const baseUrl = 'https://api.example.com/production';
const sent = { caller: page, origin: ours, bodyBytes: 1, baseUrl };
const refusal = (status: number, message: RegExp) =>
  expect.objectContaining({ status, message: expect.stringMatching(message) });

describe('a page', () => {
  it('may send to a live form, from one of its origins', () => {
    expect(() => checkAdmission(closed, sent)).not.toThrow();
    expect(() => checkAdmission(open, { ...sent, origin: 'https://other.example' })).not.toThrow();
  });

  it('is told which origin the form lacks', () => {
    const other = 'https://other.example';
    expect(() => checkAdmission(closed, { ...sent, origin: other })).toThrow(
      refusal(403, /the origin https:\/\/other/),
    );
    expect(() => checkAdmission(closed, { ...sent, origin: undefined })).toThrow(
      refusal(403, /has no Origin header.*secret key/),
    );
  });

  it('may read without an Origin, which browsers leave out where a page asks its own', () => {
    const reading = { ...sent, reads: true };
    expect(() => checkAdmission(closed, { ...reading, origin: undefined })).not.toThrow();
    expect(() => checkAdmission(closed, { ...reading, origin: 'https://other.example' })).toThrow(
      refusal(403, /other/),
    );
  });

  it('may always send when it is one of the service’s own', () => {
    const own = { ...sent, origin: 'https://api.example.com' };
    expect(() => checkAdmission(closed, own)).not.toThrow();
    expect(() => checkAdmission(closed, { ...own, origin: 'https://api.example.com:8443' })).toThrow(
      refusal(403, /8443/),
    );
    expect(() => checkAdmission(closed, { ...own, origin: 'null' })).toThrow(refusal(403, /null/));
  });

  it('may send 32 KB at once, or as much as the form says', () => {
    const large = { ...open, limits: { bodyBytes: 100_000 } };
    expect(() => checkAdmission(open, { ...sent, bodyBytes: 32_768 })).not.toThrow();
    expect(() => checkAdmission(open, { ...sent, bodyBytes: 32_769 })).toThrow(refusal(413, /32768 bytes/));
    expect(() => checkAdmission(large, { ...sent, bodyBytes: 100_000 })).not.toThrow();
    expect(() => checkAdmission(large, { ...sent, bodyBytes: 100_001 })).toThrow(refusal(413, /100000 bytes/));
  });
});

it.each(['secretKey', 'session'] as const)('a %s may send as much as it likes, from anywhere', kind => {
  const anywhere = { caller: caller(kind), origin: undefined, bodyBytes: 200_000, baseUrl };
  expect(() => checkAdmission(closed, anywhere)).not.toThrow();
});

it.each(['publishableKey', 'secretKey'] as const)('a form that is not live takes nothing of a %s', kind => {
  const form = { ...open, status: 'draft' as const };
  expect(() => checkAdmission(form, { ...sent, caller: caller(kind) })).toThrow(refusal(403, /^This form is draft/));
});

it.each(['publishableKey', 'secretKey'] as const)('a form that is closed takes nothing of a %s', kind => {
  const form = { ...open, closesAt: '2020-01-01T00:00:00Z', closedMessage: 'Next year.' };
  expect(() => checkAdmission(form, { ...sent, caller: caller(kind) })).toThrow(refusal(403, /^Next year\.$/));
});

it('only a form that names its origins answers the one that asked, to it alone', () => {
  expect(corsHeaders(closed, ours)).toEqual({ 'access-control-allow-origin': ours, vary: 'Origin' });
  expect(corsHeaders(closed, undefined)).toEqual({});
  expect(corsHeaders({ ...open, allowedOrigins: [] }, ours)).toEqual({});
  expect(corsHeaders(open, ours)).toEqual({});
});
