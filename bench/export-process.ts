/** Runs one export by the bundle of ListResponses in this process, and prints what it took: see csv.ts. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { ExportRequest, ExportResult } from './csv.ts';
import { browserHeaders } from './eight-field-form.ts';
import { type Handler, proxyEvent } from './invoke.ts';

const { codeDir, secretKey, query } = JSON.parse(process.argv[2] ?? '') as ExportRequest;
const { handler } = createRequire(import.meta.filename)(join(codeDir, 'index.cjs')) as { handler: Handler };
const headers = { ...browserHeaders, authorization: `Bearer ${secretKey}` };

async function exported(query: object): Promise<{ rows: number; bytes: number }> {
  let [rows, bytes] = [-1, 0];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      for (let at = chunk.indexOf('\r\n'); at >= 0; at = chunk.indexOf('\r\n', at + 2)) rows += 1;
      done();
    },
  });
  await handler(proxyEvent({ headers, query: query as Record<string, string> }), sink, {});
  return { rows, bytes };
}

// What is loaded and compiled once is not what an export takes.
await exported({ ...query, limit: '100' });
const before = process.memoryUsage().rss;
let peak = before; let hp=0, ext=0;
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss()); const m=process.memoryUsage(); hp=Math.max(hp,m.heapTotal/2**20); ext=Math.max(ext,(m.external)/2**20);
}, 5);
const startedAt = performance.now();
const cpuBefore = process.cpuUsage();
const { rows, bytes } = await exported(query);
const { user, system } = process.cpuUsage(cpuBefore);
clearInterval(watch);
const result: ExportResult = {
  rows,
  bytes,
  seconds: (performance.now() - startedAt) / 1000,
  cpuSeconds: (user + system) / 1e6,
  growthMb: (peak - before) / 2 ** 20,
};
console.log(JSON.stringify(result));
console.error('heapTotal',hp|0,'external',ext|0,'before',before/2**20|0);process.exit();
