import { STATUS_CODES } from 'node:http';
import { expect } from '@jest/globals';
import { type ErrorCode, type ErrorStatus, errorCodes } from '../../shared/contracts/error-codes.ts';
import type { Json, Reply } from './cloud/http.ts';

/** The security headers of every answer. */
export const securityHeaders = {
  'strict-transport-security': 'max-age=31536000',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Expects a refusal in the contract's error format, and returns the faults in it. */
export function expectRefusal(reply: Reply, status: ErrorStatus, code: ErrorCode): Json[] {
  const { details, docs, ...rest } = reply.body ?? {};
  expect({ status: reply.status, code: rest.code, message: rest.message }).toMatchObject({ status, code });
  expect(rest).toEqual({
    error: STATUS_CODES[status],
    message: expect.stringMatching(/\S/),
    code,
    requestId: reply.headers['x-amz-apigw-id'],
  });
  // API Gateway's own answers have no link.
  expect(docs ?? `https://none/docs#error-${status}`).toMatch(
    new RegExp(`^https?://[^/]+(/\\w+)?/docs#error-${status}$`),
  );
  expect(errorCodes[status]).toContain(code);
  expect(reply.headers['content-type']).toMatch(/^application\/json/);
  expect(reply.headers['access-control-allow-origin']).toBeDefined();
  expect(reply.headers).toMatchObject(securityHeaders);
  expect(details === undefined || details.length > 0).toBe(true);
  for (const fault of details ?? []) {
    expect(fault).toEqual({
      field: expect.any(String),
      rule: expect.stringMatching(/^\w+$/),
      message: expect.stringMatching(/\S/),
    });
  }
  return details ?? [];
}

/** Expects a 400 for a body that lists exactly these faults, as `field rule`, in any order. */
export function expectFaults(reply: Reply, ...faults: string[]): void {
  const listed = expectRefusal(reply, 400, 'validation_failed').map(({ field, rule }) => `${field} ${rule}`);
  expect(listed.sort()).toEqual([...faults].sort());
}
