import { describe, expect, it } from '@jest/globals';
import { HttpError } from '../../shared/errors.ts';

describe('a refusal', () => {
  it('has a status and one of the codes that the contract gives it, or does not compile', () => {
    // @ts-expect-error: a conflict is a 409
    expect(new HttpError(404, 'conflict', '').status).toBe(404);
    // @ts-expect-error: no refusal has this status
    expect(new HttpError(418, 'gone', '').code).toBe('gone');
    expect(new HttpError(409, 'last_owner', '')).toMatchObject({ status: 409, code: 'last_owner' });
  });
});
