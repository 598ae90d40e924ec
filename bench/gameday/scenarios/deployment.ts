import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startCloud } from '../../../local/cloud.ts';
import { environment, type Stage } from '../stage.ts';
import { countedSubmissions, submit, Visitors } from '../visitors.ts';
import { outcomeFor, type Played, promise, type Scenario } from './scenario.ts';

const project = join(import.meta.dirname, '../../..');

/** Runs two builds on one table, because a deployment replaces functions one after the other. */
export const deployment = (before: string): Scenario => ({
  name: `two builds serve side by side (${before} and this one)`,
  play: stage => besides(before, stage),
});

async function besides(before: string, stage: Stage): Promise<Played> {
  const directory = mkdtempSync(join(tmpdir(), 'gameday-before-'));
  const services = stage.cloud.environment;
  const endpoint = (name: string) => services[`AWS_ENDPOINT_URL_${name}`] ?? '';
  const former = await startCloud({
    ...{ assemblyDir: assemblyOf(before, directory), dataDir: join(directory, 'data'), port: 0 },
    environment: { ...environment, AWS_ENDPOINT_URL_DYNAMODB: endpoint('DYNAMODB') },
    between: async () => ({ sqs: endpoint('SQS'), s3: endpoint('S3'), kms: endpoint('KMS'), ses: endpoint('SESV2') }),
  });
  try {
    // Only one build reads the stream, because a mapping names one function.
    await former.stopWorkers();
    const form = await stage.newForm();
    const ofFormer = { ...form, baseUrl: former.baseUrl };
    for (const each of [form, ofFormer]) await submit(each, `warm ${each.baseUrl}`);
    const visitors = new Visitors();
    await visitors.arrive([form, ofFormer], 3, 8);
    const arrivedAt = performance.now();
    const { stored, broken, ...kept } = await outcomeFor(form, visitors);
    const byFormer = await outcomeFor(ofFormer, visitors);
    while ((await countedSubmissions(ofFormer)) < stored && performance.now() < arrivedAt + 120_000) await sleep(500);
    const recoversAfterMs = performance.now() - arrivedAt;
    const counted = await countedSubmissions(form);
    const isSame = byFormer.stored === stored;
    return {
      ...{ ...kept, recoversAfterMs, seen: `each lists all ${stored}; ${counted} counted` },
      broken: [
        ...broken,
        ...promise(isSame, `the former build lists ${byFormer.stored} of ${stored}`),
        ...promise(counted === stored, `${counted} of ${stored} are counted`),
      ],
    };
  } finally {
    await former.close();
    execFileSync('git', ['worktree', 'remove', '--force', join(directory, 'code')], { cwd: project });
    rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Builds a former commit, with the packages of this one. */
function assemblyOf(commit: string, directory: string): string {
  const worktree = join(directory, 'code');
  execFileSync('git', ['worktree', 'add', '--detach', worktree, commit], { cwd: project, stdio: 'ignore' });
  symlinkSync(join(project, 'node_modules'), join(worktree, 'node_modules'));
  const script = `import { prepareAssembly } from './local/prepare.ts'; console.log(await prepareAssembly());`;
  const options = { cwd: worktree, env: environment, encoding: 'utf8' } as const;
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], options);
  return printed.trim().split('\n').at(-1) ?? '';
}
