import { randomUUID } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from '@jest/globals';
import { LeasedBuckets } from '../../../../shared/domain/traffic/leased-bucket.ts';
import { chargeBucket } from '../../../../shared/store/accounts/limits.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import { dynamodb, tableName } from '../../../../shared/store/table.ts';
import { itInAll } from '../../../support/in-all.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();

const windowMs = 60_000;
const newBucket = () => randomUUID().replaceAll('-', '');

const stored = async (sha256: string) =>
  (await dynamodb.send(new GetCommand({ TableName: tableName(), Key: keyOf('limit', { sha256 }) }))).Item;

const charge = (sha256: string, since: number, ms: number, until?: number) =>
  chargeBucket(sha256, { since, ms, until }, { tokens: 60, windowMs });

describe('the charge of a bucket', () => {
  it('begins with one that nobody has used, and adds to one that is in use', async () => {
    const [bucket, now] = [newBucket(), Date.now()];
    expect(await charge(bucket, now, 3000)).toEqual({ charged: true, fullAt: now + 3000 });
    expect(await charge(bucket, now, 2000, now + 58_000)).toEqual({ charged: true, fullAt: now + 5000 });
  });

  it('says how a bucket is that is not of the expected kind, and leaves it', async () => {
    const [bucket, now] = [newBucket(), Date.now()];
    expect(await charge(bucket, now, 1000, now + 59_000)).toEqual({ charged: false, fullAt: undefined });
    await charge(bucket, now, 50_000);
    expect(await charge(bucket, now, 1000)).toEqual({ charged: false, fullAt: now + 50_000 });
    expect(await charge(bucket, now, 20_000, now + 40_000)).toEqual({ charged: false, fullAt: now + 50_000 });
    expect(await charge(bucket, now + 50_000, 1000)).toEqual({ charged: true, fullAt: now + 51_000 });
  });

  it('keeps nothing but a time, and that not for longer than it takes to be full', async () => {
    const [bucket, now] = [newBucket(), Date.now()];
    await charge(bucket, now, 3000);
    const item = await stored(bucket);
    expect(Object.keys(item ?? {}).sort()).toEqual(['fullAt', 'pk', 'sk', 'stamp', 'ttl']);
    expect(item?.ttl - now / 1000).toBeGreaterThan(60);
    expect(item?.ttl - now / 1000).toBeLessThan(70);
  });

  itInAll('lets several processes at once through as far as the limit goes, within ten per cent', async () => {
    const fail = (error: unknown) => {
      throw error;
    };
    const processes = Array.from({ length: 5 }, () => new LeasedBuckets(chargeBucket, fail));
    const [bucket, limit, start] = [newBucket(), { tokens: 120, windowMs }, Date.now()];
    let admitted = 0;
    // Five times as much as the limit lets through, for two minutes.
    for (let at = 0; at < 2 * windowMs; at += 500) {
      const waits = await Promise.all(processes.map(process => process.take(bucket, limit, 1, start + at)));
      admitted += waits.filter(wait => wait === 0).length;
    }
    expect(Math.abs(admitted - 360)).toBeLessThanOrEqual(36);
  });
});
