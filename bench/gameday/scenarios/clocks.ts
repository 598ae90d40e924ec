import { randomUUID } from 'node:crypto';
import { totpCode, totpStep } from '../../../shared/domain/accounts/totp.ts';
import { minuteMs } from '../../../shared/durations.ts';
import type { Stage } from '../stage.ts';
import { type Played, promise, type Scenario } from './scenario.ts';

const nothingLost = { answers: [], lost: 0, doubled: 0, recoversAfterMs: 0 };
const password = 'correct horse battery';

/** Whether a user can turn on the second factor with an app whose clock is off. */
async function isCodeTaken(stage: Stage, aheadMs: number): Promise<boolean> {
  const email = `${randomUUID()}@example.com`;
  await stage.call('POST', '/users', { email, name: 'Ada', password, role: 'viewer' });
  const { token } = (await stage.call<{ token: string }>('POST', '/auth/login', { email, password })).body;
  const post = (path: string, body: object) =>
    fetch(stage.cloud.baseUrl + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const begun = await post('/auth/two-factor', { currentPassword: password });
  const { secret } = (await begun.json()) as { secret: string };
  const code = totpCode(secret, totpStep(Date.now() + aheadMs));
  return (await post('/auth/two-factor/enable', { code })).ok;
}

async function playPhone(stage: Stage): Promise<Played> {
  const taken: string[] = [];
  // A code is valid for a step of 30 seconds. 120 seconds are always more than two steps off.
  const offsets = [-120, -30, 0, 30, 120];
  for (const seconds of offsets) if (await isCodeTaken(stage, seconds * 1000)) taken.push(`${seconds} s`);
  const seen = `codes are taken from a phone that is off by ${taken.join(', ')}`;
  return { ...nothingLost, seen, broken: promise(taken.join() === '-30 s,0 s,30 s', seen) };
}

/** Whether a file can be sent to an upload URL while the clock of S3 is off. */
async function isUploadTaken(stage: Stage, formId: string, aheadMs: number): Promise<boolean> {
  stage.ahead.s3 = aheadMs;
  try {
    const body = { formId, fieldId: 'cv', fileName: 'cv.txt', contentType: 'text/plain', size: 5 };
    const signed = await stage.call<Record<'uploadUrl' | 'method', string> & { headers: Record<string, string> }>(
      ...(['POST', '/uploads/sign', body] as const),
    );
    const { uploadUrl, method, headers } = signed.body;
    return (await fetch(uploadUrl, { method, headers, body: 'hello' })).ok;
  } finally {
    stage.ahead.s3 = 0;
  }
}

async function playBuckets(stage: Stage): Promise<Played> {
  const fields = [{ id: 'cv', type: 'file', label: 'CV' }];
  const { body } = await stage.call<{ id: string }>('POST', '/forms', { title: 'Files', status: 'live', fields });
  const minutes = [-20, -10, 0, 4, 10, 20];
  const taken: number[] = [];
  for (const each of minutes) if (await isUploadTaken(stage, body.id, each * minuteMs)) taken.push(each);
  const seen = `uploads are taken while the clock of S3 is off by ${taken.join(', ')} minutes`;
  return {
    ...nothingLost,
    seen,
    broken: promise(
      [0, 4].every(each => taken.includes(each)),
      seen,
    ),
  };
}

export const clocks: readonly Scenario[] = [
  { name: 'the clock of a phone is off', play: playPhone },
  { name: 'the clock of S3 is off', play: playBuckets },
];
