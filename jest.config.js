import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { everyTest, takesShare } from './test/support/share.ts';

const project = import.meta.dirname;

/** Whether `npm test` takes none of a file, or only a part. */
function isSampled(file) {
  if (/\.every\.test\.ts$|^test\/api\/every-endpoint\//.test(file)) return true;
  const source = readFileSync(join(project, file), 'utf8');
  return /\bit\w*InAll/.test(source) || takesShare(source);
}

export default {
  testMatch:
    everyTest === 'rest'
      ? globSync('test/**/*.test.ts', { cwd: project })
          .filter(isSampled)
          .map(file => `<rootDir>/${file}`)
      : ['<rootDir>/test/**/*.test.ts'],
  // Each has a quick test of its subject beside it.
  testPathIgnorePatterns: everyTest ? [] : ['\\.every\\.test\\.ts$'],
  transform: { '\\.([jt]s|css)$': '<rootDir>/test/support/jest/esbuild-transform.cjs' },
  transformIgnorePatterns: ['/node_modules/(?!@middy/)'],
  moduleNameMapper: {
    '^(@middy/[^/]+)$': '<rootDir>/node_modules/$1/index.js',
    '^(@middy/[^/]+)/(.+)$': '<rootDir>/node_modules/$1/$2.js',
  },
  testEnvironment: '<rootDir>/test/support/jest/environment.ts',
  runtime: '<rootDir>/test/support/jest/runtime.ts',
  // In the process of the run is the cloud, whose clock no test may change.
  workerIdleMemoryLimit: '4GB',
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/cdk.out/', '<rootDir>/.stryker/'],
  globalSetup: '<rootDir>/test/support/jest/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/jest/global-teardown.ts',
  setupFiles: ['<rootDir>/test/support/cloud/settings-under-test.ts'],
  setupFilesAfterEnv: ['<rootDir>/test/support/jest/silence.ts'],
  reporters: ['default', '<rootDir>/test/support/jest/causes.ts'],
  coverageProvider: 'v8',
  // No test fails because the machine is busy: this ends those that hang.
  testTimeout: 600_000,
  // Most tests wait for a service more than they compute: with one worker for each core, the cores idle 42 % of the time.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
};
