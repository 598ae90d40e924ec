/** Sends a request again and again: see load.ts. */
import { createRequire } from 'node:module';
import { report, requestOfParent } from './child.ts';
import type { Load, LoadResult } from './load.ts';
import { percentile } from './report.ts';

type Cannon = PromiseLike<{ '2xx': number; non2xx: number; errors: number; duration: number }> & {
  on(event: 'response', listener: (client: object, status: number, bytes: number, milliseconds: number) => void): void;
};
// autocannon has no types.
const require = createRequire(import.meta.filename);
const autocannon: (options: object) => Cannon = require('autocannon');

const { url, headers, body, connections, ...length } = requestOfParent<Load>();
const cannon = autocannon({
  ...{ url, headers, connections },
  ...(body && { method: 'POST', body: JSON.stringify(body) }),
  ...('seconds' in length ? { duration: length.seconds } : { amount: length.amount }),
});
// The percentiles of autocannon are whole milliseconds.
const times: number[] = [];
cannon.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
const { '2xx': answers, non2xx, errors, duration } = await cannon;
if (answers === 0 || non2xx + errors > 0)
  throw new Error(`Of ${answers + non2xx + errors} requests, ${answers} were taken.`);
const p99 = percentile(times, 0.99);
report({ answers, perSecond: answers / duration, p99 } satisfies LoadResult);
