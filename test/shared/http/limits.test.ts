import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { HttpError } from '../../../shared/errors.ts';
import { limitCaller, limitFileBytes, limitSender, limitVisitor, requestsIn } from '../../../shared/http/limits.ts';
import { newId } from '../../../shared/ids.ts';
import { useTable } from '../../support/table/table.ts';

useTable();

const settings = [
  'LIMIT_REQUESTS',
  'LIMIT_SUBMISSIONS',
  'LIMIT_FORM_SUBMISSIONS',
  'LIMIT_PAGES',
  'LIMIT_UPLOAD_MEGABYTES',
];
const before = Object.fromEntries(settings.map(name => [name, process.env[name]]));
beforeEach(() => void jest.useFakeTimers({ now: Date.now(), doNotFake: ['nextTick', 'setImmediate', 'setTimeout'] }));
afterEach(() => {
  jest.useRealTimers();
  Object.assign(process.env, before);
});

/** How often this passes, up to ten times, and how it is refused. */
async function passes(use: () => Promise<void>): Promise<{ times: number; message?: string; retryAfter?: string }> {
  for (let times = 0; times < 10; times += 1) {
    try {
      await use();
    } catch (error) {
      if (!(error instanceof HttpError) || error.code !== 'rate_limited') throw error;
      return { times, message: error.message, retryAfter: error.headers['retry-after'] };
    }
  }
  return { times: 10 };
}

describe('a limit', () => {
  const limits = { sender: 'LIMIT_SUBMISSIONS', form: 'LIMIT_FORM_SUBMISSIONS' } as const;
  const secret = () => ({ kind: 'secretKey', id: newId('key') }) as never;
  const page = { kind: 'publishableKey', id: 'key_1' } as never;

  it('of requests is that of a secret key, or of the sessions of a user', async () => {
    process.env.LIMIT_REQUESTS = '3';
    const key = secret();
    expect(await passes(() => limitCaller(key, null))).toEqual({
      times: 3,
      message: 'There were too many requests of this key: 3 a minute are taken. Send the request again in 20 seconds.',
      retryAfter: '20',
    });
    const [one, other] = [secret(), secret()];
    expect(await passes(() => limitCaller(one, 'x'.repeat(8192)))).toMatchObject({ times: 3 });
    expect(await passes(() => limitCaller(other, 'x'.repeat(8193)))).toMatchObject({ times: 1 });
    const user = { kind: 'user', id: newId('user') } as never;
    expect(await passes(() => limitCaller(user, null))).toMatchObject({
      message: expect.stringContaining('requests of the sessions of one user: 3'),
    });
    expect(await passes(() => limitCaller(page, null))).toEqual({ times: 10 });
    expect(await passes(() => limitCaller(undefined, null))).toEqual({ times: 10 });
  });

  it('of submissions is that of an address, and of all who send to a form', async () => {
    process.env.LIMIT_SUBMISSIONS = '2';
    process.env.LIMIT_FORM_SUBMISSIONS = '5';
    const form = newId('form');
    const from =
      (sourceIp: string | undefined, caller = page, formId = form) =>
      () =>
        limitSender({ limits }, formId, { caller, sourceIp }, 1);
    expect(await passes(from('192.0.2.1'))).toMatchObject({
      times: 2,
      message: expect.stringContaining('submissions of this address: 2'),
    });
    expect(await passes(from('2001:db8:1:2::1'))).toMatchObject({ times: 2 });
    expect(await passes(from('2001:db8:1:2::2'))).toMatchObject({ times: 0 });
    expect(await passes(from('192.0.2.2'))).toMatchObject({
      times: 1,
      message: expect.stringContaining('submissions of this form: 5'),
    });
    expect(await passes(from('192.0.2.1', page, newId('form')))).toMatchObject({ times: 2 });
    expect(await passes(from('192.0.2.1', secret(), newId('form')))).toMatchObject({ times: 5 });
    const ofSender = { sender: 'LIMIT_SUBMISSIONS' } as const;
    const several = () => limitSender({ limits: ofSender }, newId('form'), { caller: page, sourceIp: undefined }, 3);
    expect(await passes(several)).toEqual({ times: 10 });
  });

  it('of pages is that of an address', async () => {
    process.env.LIMIT_PAGES = '2';
    const visit = () => limitVisitor({ limits: { visitor: 'LIMIT_PAGES' } }, '198.51.100.1');
    expect(await passes(visit)).toMatchObject({
      times: 2,
      message: expect.stringContaining('pages for this address: 2 a minute'),
    });
    process.env.LIMIT_PAGES = '0';
    expect(await passes(() => limitVisitor({ limits: { visitor: 'LIMIT_PAGES' } }, '198.51.100.1'))).toEqual({
      times: 10,
    });
  });

  it('of files is by bytes, in a day', async () => {
    process.env.LIMIT_UPLOAD_MEGABYTES = '1';
    const form = newId('form');
    const upload = () => limitFileBytes({ limits: { bytes: 'LIMIT_UPLOAD_MEGABYTES' } }, form, 262_145);
    // Five units of 64 KB each, of sixteen.
    expect(await passes(upload)).toEqual({
      times: 3,
      message: 'This form has reached its limit of 1 MB of files a day. Send the request again in 21600 seconds.',
      retryAfter: '21600',
    });
  });
});

it.each([
  [0, 1],
  [8192, 1],
  [8193, 2],
  [262_144, 32],
])('a body of %d bytes counts as %d requests', (bytes, count) => expect(requestsIn(bytes)).toBe(count));
