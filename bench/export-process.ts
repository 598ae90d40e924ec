/** Runs one export by the bundle of ListResponses: see csv.ts. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { report, requestOfParent } from './child.ts';
import type { ExportRequest, ExportResult } from './csv.ts';
import { browserHeaders } from './eight-field-form.ts';
import { type Handler, proxyEvent } from './invoke.ts';

const { codeDir, secretKey, query } = requestOfParent<ExportRequest>();
const { handler } = createRequire(import.meta.filename)(join(codeDir, 'index.cjs')) as { handler: Handler };
const headers = { ...browserHeaders, authorization: `Bearer ${secretKey}` };

async function exported(query: Record<string, string>) {
  const startedAt = performance.now();
  // Start at -1, because the header line is not a row.
  let [rows, bytes, firstByteMs] = [-1, 0, 0];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      firstByteMs ||= performance.now() - startedAt;
      bytes += chunk.length;
      for (let at = chunk.indexOf('\r\n'); at >= 0; at = chunk.indexOf('\r\n', at + 2)) rows += 1;
      done();
    },
  });
  await handler(proxyEvent({ headers, query }), sink, {});
  return { rows, bytes, firstByteMs };
}

// Run a small export first, so that loading and compiling aren't measured.
await exported({ ...query, limit: '100' });
const before = process.memoryUsage.rss();
let peak = before;
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 5);
const [startedAt, cpuBefore] = [performance.now(), process.cpuUsage()];
const { rows, bytes, firstByteMs } = await exported(query);
const seconds = (performance.now() - startedAt) / 1000;
const { user, system } = process.cpuUsage(cpuBefore);
clearInterval(watch);
report({
  rows,
  bytes,
  firstByteMs,
  seconds,
  cpuSeconds: (user + system) / 1e6,
  growthMb: (peak - before) / 2 ** 20,
} satisfies ExportResult);
