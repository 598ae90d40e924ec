import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';

const project = join(import.meta.dirname, '../..');
const commands = globSync('*.ts', { cwd: join(project, 'bin') }).sort();

const cwd = mkdtempSync(join(tmpdir(), 'formline-commands-'));
afterAll(() => rmSync(cwd, { recursive: true }));

type CommandResult = { code: number; stdout: string; stderr: string };

const run = (command: string, ...args: readonly string[]): Promise<CommandResult> => runWith({}, command, args);

function runWith(settings: Record<string, string>, command: string, args: readonly string[]): Promise<CommandResult> {
  const { PATH } = process.env;
  const env = { PATH, HOME: cwd, AWS_EC2_METADATA_DISABLED: 'true', AWS_REGION: 'eu-central-1', ...settings };
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
  'destroy-data-keys.ts': [
    '--table',
    'name',
    '--data-keys',
    'keys',
    '--bucket',
    'uploads',
    '--kms-key',
    'key',
    '--all',
  ],
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

/** Makes every attempt to write a file fail, as on a full disk, or in files of somebody else. */
const withoutWriting = (code: string) => {
  const script = `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const fail = path => { throw Object.assign(new Error('${code}: write'), { code: '${code}', path: String(path) }); };
    for (const name of ['writeFileSync', 'mkdirSync', 'mkdtempSync', 'cpSync', 'copyFileSync', 'rmSync', 'renameSync']) fs[name] = fail;
    for (const name of ['writeFile', 'mkdir', 'mkdtemp', 'rm', 'rename']) fs.promises[name] = async path => fail(path);
    syncBuiltinESMExports();`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
};

describe.each([
  ['ENOSPC', 'The disk is full'],
  ['EACCES', 'may not be read or written by this user'],
])('where writing fails by %s', (code, words) => {
  it.each([['app.ts'], ['build.ts'], ['build-packages.ts'], ['local.ts'], ['openapi.ts'], ['release.ts']])(
    'bin/%s says what is wrong',
    async command => {
      const settings = {
        ...withoutWriting(code),
        PORT: '0',
        LOCAL_DATA: join(cwd, 'data'),
        STAGE: command === 'local.ts' ? '' : 'blue',
      };
      const ended = await runWith(settings, command, []);
      expect(ended.code).toBe(1);
      expect(ended.stderr).toContain(words);
      expect(ended.stderr).not.toMatch(stack);
    },
  );
});
