import { gzipSync } from 'node:zlib';
import { buildSync } from 'esbuild';
import type { Condition } from '../shared/domain/forms/logic/condition.ts';
import { evaluate, type LogicField } from '../shared/domain/forms/logic/evaluate.ts';
import type { Table } from './report.ts';

const fieldCount = 200;
const conditionsOfField = 20;
const runs = 200;

/** The fields of a form, each with conditions on earlier fields, all of which are evaluated. */
const fields: LogicField[] = Array.from({ length: fieldCount }, (_, index) => {
  const comparison = (of: number): Condition => ({ field: `f${Math.max(0, index - 1 - of)}`, op: 'ne', value: 'x' });
  const visibleIf = { all: Array.from({ length: conditionsOfField }, (_each, of) => comparison(of)) };
  return { id: `f${index}`, type: 'text', ...(index > 0 && { visibleIf }) };
});
const answers = Object.fromEntries(fields.map(({ id }) => [id, 'a']));

/** Measures the cost of evaluating conditions, in the service and in bytes of a page. */
export function conditions(): Table[] {
  for (let run = 0; run < runs; run++) evaluate(fields, answers);
  const times = Array.from({ length: runs }, () => {
    const startedAt = performance.now();
    evaluate(fields, answers);
    return performance.now() - startedAt;
  }).sort((one, other) => one - other);
  const { outputFiles } = buildSync({
    entryPoints: ['shared/domain/forms/logic/evaluate.ts'],
    ...{ bundle: true, minify: true, format: 'esm', write: false },
  });
  const bytes = gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
  return [
    {
      title: 'Deciding conditions',
      columns: ['one decision, median (ms)', 'slowest of 20 (ms)', 'bytes of a page (gzip)'],
      rows: [[at(times, 0.5), at(times, 0.95), bytes]],
      note: `${fieldCount} fields with ${conditionsOfField} conditions each, all of them looked at.`,
    },
  ];
}

const at = (times: readonly number[], share: number): string =>
  (times[Math.floor(times.length * share)] ?? 0).toFixed(3);
