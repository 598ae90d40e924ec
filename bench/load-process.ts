/** Sends a request again and again: see load.ts. */
import { createRequire } from 'node:module';
import { report, requestOfParent } from './child.ts';
import type { Load, LoadResult } from './load.ts';
import { percentile } from './report.ts';

type Cannon = PromiseLike<{ '2xx': number; non2xx: number; errors: number; duration: number }> & {
  on(event: 'response', listener: (client: object, status: number, bytes: number, milliseconds: number) => void): void;
  on(event: 'reqError', listener: (error: Error) => void): void;
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
const causes = new Set<string>();
cannon.on('response', (_client, status, _bytes, milliseconds) => {
  times.push(milliseconds);
  if (status < 200 || status > 299) causes.add(`status ${status}`);
});
cannon.on('reqError', error => causes.add(error.message || String(error)));
const { '2xx': answers, non2xx, errors, duration } = await cannon;
if (answers === 0 || non2xx + errors > 0)
  throw new Error(
    `${url}: ${answers} of ${answers + non2xx + errors} requests succeeded. ${[...causes].join(', ') || 'None was answered'}.`,
  );
const p99 = percentile(times, 0.99);
report({ answers, perSecond: answers / duration, p99 } satisfies LoadResult);
