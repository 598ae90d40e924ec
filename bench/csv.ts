import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { filledForms, largeCount } from './filled-forms.ts';
import type { Table } from './report.ts';
import type { Service } from './service.ts';

export type ExportRequest = { readonly codeDir: string; readonly secretKey: string; readonly query: object };
export type ExportResult = { rows: number; bytes: number; seconds: number; cpuSeconds: number; growthMb: number };

/** Rows per second and memory of an export of ever more rows: each in a process of its own. */
export async function csv({ assembly, environment, secretKey, ...service }: Service): Promise<Table[]> {
  const [form] = await filledForms({ assembly, environment, secretKey, ...service });
  const resource = assembly.functions.find(({ logicalId }) => logicalId.startsWith('ListResponses'));
  if (!form || !resource) throw new Error('The template has no function ListResponses');
  const { stored, span } = form;
  const rows: (string | number)[][] = [];
  for (const share of [0.01, 0.1, 1]) {
    const from = new Date(span[1] - (span[1] - span[0]) * share).toISOString();
    const request: ExportRequest = {
      codeDir: resource.codeDir,
      secretKey,
      query: { form_id: stored.form.id, format: 'csv', from },
    };
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, 'export-process.ts'), JSON.stringify(request)],
      { env: { ...environment } },
    );
    const result = JSON.parse(stdout) as ExportResult;
    if (Math.abs(result.rows / (largeCount * share) - 1) > 0.01) throw new Error(`The export has ${result.rows} rows`);
    const { rows: count, bytes, seconds, cpuSeconds, growthMb } = result;
    rows.push([count, bytes / 1e6, count / seconds, (cpuSeconds / count) * 1e6, growthMb]);
  }
  return [
    {
      title: 'CSV export of eight answers a row',
      columns: ['rows', 'MB', 'rows per second', 'CPU per row, µs', 'peak memory over the start, MB'],
      rows,
    },
  ];
}
