import { randomUUID } from 'node:crypto';
import { type ChargeBucket, LeasedBuckets } from '../shared/domain/traffic/leased-bucket.ts';
import { chargeBucket } from '../shared/store/accounts/limits.ts';
import type { Table } from './report.ts';

const windowMs = 60_000;

type Traffic = {
  what: string;
  limit: number;
  processes: number;
  perMinute: number;
  minutes: number;
  subjects?: number;
};

/** The traffic, with the default limits of `LIMIT_…`, except for the form with a higher limit. */
const traffic: readonly Traffic[] = [
  {
    what: 'visitors of a form, eight saves a minute each',
    limit: 120,
    processes: 4,
    perMinute: 400,
    minutes: 2,
    subjects: 50,
  },
  { what: 'one address, a save every two seconds', limit: 120, processes: 1, perMinute: 30, minutes: 5 },
  { what: 'one address at half its limit', limit: 120, processes: 4, perMinute: 60, minutes: 5 },
  { what: 'one address at five times its limit', limit: 120, processes: 4, perMinute: 600, minutes: 3 },
  { what: 'a secret key, ten requests a second', limit: 1200, processes: 4, perMinute: 600, minutes: 3 },
  { what: 'a form at half its limit', limit: 6000, processes: 8, perMinute: 3000, minutes: 2 },
  { what: 'a form at twice its limit', limit: 6000, processes: 8, perMinute: 12_000, minutes: 1 },
  {
    what: 'a form that takes 600,000, 5,000 a second',
    limit: 600_000,
    processes: 100,
    perMinute: 300_000,
    minutes: 0.2,
  },
];

/** Measures the writes that a limit costs, with a clock that runs as fast as the engine can follow. */
export async function limits(): Promise<Table[]> {
  const rows: (string | number)[][] = [];
  for (const each of traffic) rows.push([each.what, ...(await cost(each))]);
  return [
    {
      title: 'What a limit costs',
      columns: ['requests', 'a minute', 'environments', 'let through, %', 'writes each', 'writes a second'],
      rows,
      note: 'A write is one conditional UpdateItem and one WRU, made or refused. A submission from a browser asks for two limits, that of its address and that of the form; other requests for one.',
    },
  ];
}

async function cost({ limit, processes, perMinute, minutes, subjects = 1 }: Traffic): Promise<(string | number)[]> {
  let writes = 0;
  const counted: ChargeBucket = (...charge) => {
    writes += 1;
    return chargeBucket(...charge);
  };
  const fail = (error: unknown) => {
    throw error;
  };
  const all = Array.from({ length: processes }, () => new LeasedBuckets(counted, fail));
  const names = Array.from({ length: subjects }, () => randomUUID());
  const [start, requests] = [Date.now(), perMinute * minutes];
  let admitted = 0;
  for (let n = 0; n < requests; n += 1) {
    const buckets = all[Math.floor(Math.random() * processes)];
    const name = names[Math.floor(Math.random() * subjects)] ?? '';
    const wait = await buckets?.take(name, { tokens: limit, windowMs }, 1, start + (n * windowMs) / perMinute);
    if (wait === 0) admitted += 1;
  }
  return [perMinute, processes, (admitted / requests) * 100, writes / requests, writes / (minutes * 60)];
}
