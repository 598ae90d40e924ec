/**
 * Changes the code in small ways, one at a time, and runs the tests that pass through the change: those that stay green
 * have not looked. Prints the survivors, and ends with 1 below the share of mutants that must be found.
 *
 *   npm run mutation                    every mutant of the rules and of the life of a request: 90 %, an hour
 *   npm run mutation -- sample [seed]   those of a hundred lines of what needs a database: 80 %, half an hour
 *   npm run mutation -- FILE …          every mutant of these files
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { randomOf } from './random.ts';

const project = join(import.meta.dirname, '../..');
const sampled = ['store', 'counting', 'delivery', 'auth'];
const sampledLines = 150;

const asked = process.argv.slice(2);
const { mutate, tests, atLeast } = choice();

const results = await new Stryker({
  mutate,
  testRunner: 'jest',
  plugins: [import.meta.resolve('@stryker-mutator/jest-runner')],
  // A mutant lives in the process of the test: what runs in a local cloud of its own cannot tell.
  jest: { configFile: 'jest.config.js', config: { testMatch: [`<rootDir>/${tests}`] }, enableFindRelatedTests: true },
  coverageAnalysis: 'perTest',
  // What a module does as it is loaded is done before a mutant can be chosen.
  ignoreStatic: true,
  // TypeScript 7 has no interface that Stryker could read the configuration with.
  tsconfigFile: 'none',
  tempDirName: '.stryker',
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, reportTests: false, reportScoreTable: true },
  thresholds: { high: 100, low: atLeast, break: atLeast },
  timeoutMS: 30_000,
  concurrency: Number(process.env.MUTATION_CONCURRENCY ?? 2),
}).runMutationTest();

console.log(`${results.length} mutants`);

function choice() {
  const rules = { tests: 'test/shared/{domain,http}/**/*.test.ts', atLeast: 90 };
  const stores = { tests: 'test/{shared,functions}/**/*.test.ts', atLeast: 80 };
  if (asked[0] === 'sample') return { ...stores, mutate: sampleOf(Number(asked[1] ?? 1)) };
  const mutate = asked.length > 0 ? asked : ['shared/domain/**/*.ts', 'shared/http/**/*.ts'];
  return { ...(mutate.every(file => /^shared\/(domain|http)\//.test(file)) ? rules : stores), mutate };
}

/** Lines of code, as Stryker takes them: a mutant of several lines is in none of them. */
function sampleOf(seed: number): string[] {
  const random = randomOf(seed);
  const lines = globSync(`shared/{${sampled}}/**/*.ts`, { cwd: project })
    .sort()
    .flatMap(file => codeLinesOf(file).map(line => ({ at: `${file}:${line}-${line}`, order: random() })));
  return lines
    .sort((a, b) => a.order - b.order)
    .slice(0, sampledLines)
    .map(({ at }) => at);
}

function codeLinesOf(file: string): number[] {
  const lines = readFileSync(join(project, file), 'utf8').split('\n');
  return lines.flatMap((line, index) => (/^\s*(import|export type|\/?\*|\/\/|[\]})]|$)/.test(line) ? [] : [index + 1]));
}
