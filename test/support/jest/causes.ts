import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { causeOf, endOf } from '../cause.ts';

type FileResult = {
  readonly testFilePath: string;
  readonly failureMessage?: string | null;
  readonly testResults: readonly { fullName: string; status: string; failureMessages: readonly string[] }[];
};

/** Ends a run with what went wrong: a log of CI may keep no more than its last lines. */
export default class Causes {
  onRunComplete(_contexts: unknown, { testResults }: { testResults: readonly FileResult[] }): void {
    const log = process.env.LATE_LOG ?? '';
    if (existsSync(log)) console.error(`\nWhat took longer than it is to:\n${readFileSync(log, 'utf8')}`);
    const causes = testResults.flatMap(causesOf);
    if (process.env.CI) process.stderr.write(endOf(causes));
  }
}

function causesOf({ testFilePath, failureMessage, testResults }: FileResult): string[] {
  const file = relative(process.cwd(), testFilePath);
  const failed = testResults.filter(({ status }) => status === 'failed');
  if (failed.length === 0) return failureMessage ? [causeOf(file, failureMessage)] : [];
  return failed.map(test => causeOf(`${file} › ${test.fullName}`, test.failureMessages.join('\n')));
}
