/**
 * Changes the code in small ways, one at a time, and runs the tests that pass through the change: those that stay green
 * have not looked. Prints the survivors, and ends with 1 below the share of mutants that must be found.
 *
 *   npm run mutation                    every mutant of the rules and of the life of a request: 90 %, ten minutes for a thousand
 *   npm run mutation -- sample [seed]   those of forty lines of what needs a database: 80 %
 *   npm run mutation -- FILES …         every mutant of these files: 'shared/domain/forms/*.ts'
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { prepareAssembly } from '../../local/prepare.ts';
import { randomOf } from '../support/random.ts';

/** What some tests are to tell from its mutants. */
type Piece = { mutate: string[]; tests: string; atLeast: number };

const project = join(import.meta.dirname, '../..');
const sampled = ['store', 'counting', 'delivery', 'auth'];
const sampledLines = 40;

const { default: jestConfig } = await import(join(project, 'jest.config.js'));

process.env.UNCHANGED_ASSEMBLY = await prepareAssembly();

for (const { mutate, tests, atLeast } of pieces(process.argv.slice(2))) {
  console.log(`\n${mutate.length > 1 ? `${mutate.length} lines` : mutate}, by ${tests}`);
  await new Stryker({
    mutate,
    testRunner: 'jest',
    plugins: [import.meta.resolve('@stryker-mutator/jest-runner')],
    // A mutant lives in the process of the test: what runs in a local cloud of its own cannot tell.
    jest: {
      configFile: 'jest.config.js',
      config: {
        // What an oracle finds with hundreds of inputs, an example ought to.
        testMatch: [`<rootDir>/${tests}`, '!**/*-oracle.test.ts'],
        testEnvironment: join(import.meta.dirname, 'until-failure.cjs'),
        testSequencer: join(import.meta.dirname, 'shortest-first.cjs'),
        moduleNameMapper: {
          ...jestConfig.moduleNameMapper,
          '/local/prepare\\.ts$': join(import.meta.dirname, 'unchanged-assembly.ts'),
        },
      },
      enableFindRelatedTests: true,
    },
    coverageAnalysis: 'perTest',
    // What a module does as it is loaded is done before a mutant can be chosen.
    ignoreStatic: true,
    // TypeScript 7 has no interface that Stryker could read the configuration with.
    tsconfigFile: 'none',
    tempDirName: '.stryker',
    // What is built anew meanwhile cannot be copied.
    ignorePatterns: ['dist', 'cdk.out'],
    reporters: ['clear-text', 'progress-append-only'],
    clearTextReporter: { allowColor: false, reportTests: false, reportScoreTable: true },
    allowConsoleColors: false,
    thresholds: { high: 100, low: atLeast, break: atLeast },
    timeoutMS: 10_000,
    // With nothing changed, the tests of the stores take minutes.
    dryRunTimeoutMinutes: 30,
    concurrency: Number(process.env.MUTATION_CONCURRENCY ?? 2),
  }).runMutationTest();
}

function pieces(asked: readonly string[]): Piece[] {
  const ofStores = { tests: 'test/{shared,functions}/**/*.test.ts', atLeast: 80 };
  if (asked[0] === 'sample') return [{ ...ofStores, mutate: sampleOf(Number(asked[1] ?? 1)) }];
  const files = asked.length > 0 ? asked : rulesAndRequests();
  return files.map(file =>
    /^shared\/(domain|http)\//.test(file) ? byItsOwnTests(file) : { ...ofStores, mutate: [file] },
  );
}

/** The folders one by one: a rule is judged by the tests beside it, and most tests of a run would be of others. */
function rulesAndRequests(): string[] {
  const folders = new Set(globSync('shared/{domain,http}/**/*.ts', { cwd: project }).map(dirname));
  return [...folders].sort().map(folder => `${folder}/*.ts`);
}

function byItsOwnTests(file: string): Piece {
  return { mutate: [file], tests: testsOf(dirname(file)), atLeast: 90 };
}

/** Those beside it; of a folder that has none, those of the folder above. */
function testsOf(folder: string): string {
  const tests = `test/${folder}/*.test.ts`;
  return globSync(tests, { cwd: project }).length > 0 ? tests : testsOf(dirname(folder));
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
