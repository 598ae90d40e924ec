/** Downloads CSV and counts its rows: see peer.ts. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { report, requestOfParent } from './child.ts';
import type { Target } from './load.ts';

export type Download = { readonly rows: number; readonly firstByteMs: number; readonly seconds: number };

const { url, headers } = requestOfParent<Target>();
const startedAt = performance.now();
const [response] = (await once(get(url, { headers }), 'response')) as [IncomingMessage];
if (response.statusCode !== 200) throw new Error(`The answer is ${response.statusCode}`);
// Start at -1, because the header line is not a row.
let [rows, firstByteMs] = [-1, 0];
for await (const chunk of response as AsyncIterable<Buffer>) {
  firstByteMs ||= performance.now() - startedAt;
  for (let at = chunk.indexOf('\n'); at >= 0; at = chunk.indexOf('\n', at + 1)) rows += 1;
}
report({ rows, firstByteMs, seconds: (performance.now() - startedAt) / 1000 } satisfies Download);
