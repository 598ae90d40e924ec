import { relative } from 'node:path';
import type { Reporter, TestCase, TestError } from '@playwright/test/reporter';
import { causeOf, endOf } from '../../support/cause.ts';

/** Ends a run with what went wrong: a log of CI may keep no more than its last lines. */
export default class Causes implements Reporter {
  #failed: TestCase[] = [];
  #errors: TestError[] = [];

  onTestEnd(test: TestCase): void {
    if (test.outcome() === 'unexpected') this.#failed.push(test);
  }

  onError(error: TestError): void {
    this.#errors.push(error);
  }

  onEnd(): void {
    const tests = this.#failed.map(test => {
      const { file, line } = test.location;
      const name = `${relative(process.cwd(), file)}:${line} › ${test.title}`;
      return causeOf(name, test.results.at(-1)?.errors.map(textOf).join('\n') ?? '');
    });
    process.stderr.write(endOf([...tests, ...this.#errors.map(error => causeOf('the run', textOf(error)))]));
  }

  printsToStdio(): boolean {
    return false;
  }
}

const textOf = ({ message = '', stack, value }: TestError): string => stack ?? value ?? message;
