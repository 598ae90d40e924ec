import { inProcess } from './child.ts';
import { monthForm } from './filled-forms.ts';
import type { Table } from './report.ts';
import { functionNamed, type Service } from './service.ts';

export type ExportRequest = {
  readonly codeDir: string;
  readonly secretKey: string;
  readonly query: Readonly<Record<string, string>>;
};
export type ExportResult = {
  rows: number;
  bytes: number;
  firstByteMs: number;
  seconds: number;
  cpuSeconds: number;
  growthMb: number;
};

/** V8's limits for its old and young generation. An export that keeps more in memory would crash. */
const smallHeap = ['--max-old-space-size=32', '--max-semi-space-size=1'];

/** Runs an export by its function's bundle, in its own process. */
export function exported(
  service: Service,
  query: ExportRequest['query'],
  flags: readonly string[] = [],
): Promise<ExportResult> {
  const { codeDir } = functionNamed(service, 'list-responses');
  const request: ExportRequest = { codeDir, secretKey: service.secretKey, query };
  return inProcess('export-process.ts', request, service.environment, flags);
}

/** Measures rows per second and memory of larger and larger exports, each in its own process. */
export async function csv(service: Service): Promise<Table[]> {
  const { stored, span } = await monthForm(service);
  const rows: (string | number)[][] = [];
  const measure = async (share: number, heap: string, flags: readonly string[] = []) => {
    const from = new Date(span[1] - (span[1] - span[0]) * share).toISOString();
    const query = { form_id: stored.form.id, format: 'csv', from };
    const result = await exported(service, query, flags);
    const { rows: count, bytes, firstByteMs, seconds, cpuSeconds, growthMb } = result;
    const times = [firstByteMs, count / seconds, (cpuSeconds / count) * 1e6];
    rows.push([count, bytes / 1e6, heap, ...times, Math.round(growthMb)]);
  };
  for (const share of [0.1, 1]) await measure(share, 'as V8 likes');
  await measure(1, '32 MB', smallHeap);
  return [
    {
      title: 'CSV export, ten cells and more a row',
      columns: [
        'rows',
        'MB',
        'heap',
        'first byte, ms',
        'rows per second',
        'CPU per row, µs',
        'peak memory over the start, MB',
      ],
      rows,
      note: 'Memory: resident set of the process, over what it was once the code was loaded and warm.',
    },
  ];
}
