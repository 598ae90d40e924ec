import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';

const project = join(import.meta.dirname, '../..');
const commands = globSync('*.ts', { cwd: join(project, 'bin') }).sort();

const cwd = mkdtempSync(join(tmpdir(), 'formline-commands-'));
afterAll(() => rmSync(cwd, { recursive: true }));

type Ended = { code: number; stdout: string; stderr: string };

function run(command: string, ...args: readonly string[]): Promise<Ended> {
  const env = { PATH: process.env.PATH, HOME: cwd, AWS_EC2_METADATA_DISABLED: 'true', AWS_REGION: 'eu-central-1' };
  return new Promise(resolve =>
    execFile(process.execPath, [join(project, 'bin', command), ...args], { env, cwd }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    ),
  );
}

const stack = /\n\s+at |node:internal/;

describe.each(commands)('the command bin/%s', command => {
  it('says how it is used', async () => {
    const { code, stdout, stderr } = await run(command, '--help');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^.+\.\n\n {2}npm run [\w:-]+ --/);
    expect(stdout).toContain('-h, --help');
  });

  it('refuses an option that is misspelt, in words', async () => {
    const { code, stderr } = await run(command, '--hlep');
    expect(code).toBe(1);
    expect(stderr).toContain('There is no option --hlep: did you mean --help?');
    expect(stderr).not.toMatch(stack);
  });
});

const needed: Readonly<Record<string, readonly string[]>> = {
  'after-restore.ts': ['--table', 'restored'],
  'bootstrap.ts': ['--stage', 'blue'],
  'deploy.ts': ['--stage', 'blue'],
  'doctor.ts': ['--stage', 'blue'],
  'move.ts': ['export', '--table', 'name', '--to', 'folder'],
  'pause.ts': ['--stage', 'blue'],
  'resume.ts': ['--stage', 'blue'],
  'replay.ts': ['--bucket', 'failures'],
  'restore-archive.ts': [
    '--table',
    'name',
    '--bucket',
    'uploads',
    '--form',
    'form_01KAJ5TR8M3Q4XV0Z6N1B7C9DE',
    '--archive',
    'arc_1',
  ],
};

describe('without credentials', () => {
  it.each(Object.entries(needed))('bin/%s says what to do', async (command, args) => {
    const { code, stdout, stderr } = await run(command, ...args);
    expect(code).toBe(1);
    expect(stdout + stderr).toMatch(/credentials/i);
    expect(stdout + stderr).toMatch(/aws sso login|credentials of its account/);
    expect(stderr).not.toMatch(stack);
  });
});
