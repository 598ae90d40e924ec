import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Credentials } from '../../local/bootstrap.ts';
import { prepareAssembly } from '../../local/prepare.ts';
import { compiled } from '../support/compiled.ts';
import { eventually } from '../support/eventually.ts';
import { itInAll } from '../support/in-all.ts';
import { removeDirectory, temporaryDirectory } from './fixture-assembly.ts';

const script = join(import.meta.dirname, '../../bin/local.ts');

let directory: string;
let service: ChildProcess | undefined;

beforeAll(async () => {
  directory = temporaryDirectory();
  await prepareAssembly();
});
afterEach(end);
afterAll(() => removeDirectory(directory));

/** With all of its group: npm and what it runs. */
function end(): void {
  if (service?.pid && service.exitCode === null && service.signalCode === null) process.kill(-service.pid, 'SIGKILL');
}

/** A process that has ended may stay listed until its parent asks for it, without a command. */
function runs(pid: number): boolean {
  return existsSync(`/proc/${pid}/cmdline`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
}

/** Runs the service until it is ready or has ended; gives what it printed. */
async function run(
  settings: Record<string, string> = {},
  command = [process.execPath, script],
): Promise<{ output: string; ended: Promise<number | null> }> {
  const env = { ...process.env, PORT: '0', LOCAL_DATA: directory, ...compiled, ...settings };
  const [file = '', ...args] = command;
  const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  service = child;
  const ended = new Promise<number | null>(resolve => child.once('exit', resolve));
  let output = '';
  const ready = new Promise<void>(resolve => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', chunk => {
        output += String(chunk);
        if (output.includes('Ctrl-C stops it')) resolve();
      });
    }
    child.once('close', () => resolve());
  });
  await ready;
  // Other tests of this machine bundle at the same time.
  return { output: output.replace(/^Waiting for another process that bundles.*\n/m, ''), ended };
}

const credentials = () => JSON.parse(readFileSync(join(directory, 'credentials.json'), 'utf8')) as Credentials;
const enginePid = () => Number(readFileSync(join(directory, 'dynamodb/dynamodb.pid'), 'utf8'));

/** What is printed is for a terminal that has curl. */
const itWithCurl = spawnSync('curl', ['--version']).error ? it.skip : it;

describe('npm start', () => {
  itWithCurl(
    'prints commands that create a form, submit to it and fetch its CSV, and leaves nothing running when it is stopped',
    async () => {
      const { output, ended } = await run();
      const commands = /^ {2}FORM=[\s\S]*?(?=\n\n)/m.exec(output)?.[0] ?? '';
      const printed = execFileSync('bash', ['-c', commands], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
      expect(printed).toMatch(
        /"answers":\{"name":"Ada"\}.*\nid,formId,status,submittedAt,name\r\nsub_\w+,form_\w+,completed,\S+,Ada\r\n$/,
      );
      const { baseUrl, organization, owner, environments } = credentials();
      expect(commands).toContain(`${baseUrl}/forms`);
      expect([organization.id, owner.email, owner.password].every(Boolean)).toBe(true);
      expect(Object.keys(environments).sort()).toEqual(['development', 'production', 'staging']);

      const pid = enginePid();
      service?.kill('SIGINT');
      expect(await ended).toBe(0);
      expect(runs(pid)).toBe(false);
    },
  );

  itInAll('keeps the keys over a kill and a restart', async () => {
    await run();
    const before = credentials();
    const pid = enginePid();
    service?.kill('SIGKILL');
    const { output } = await run();
    expect(credentials()).toEqual({ ...before, baseUrl: expect.any(String) });
    expect(output).toContain(before.environments.production.secretKey);
    expect(runs(pid)).toBe(false);
    const stopped = new Promise(resolve => service?.once('exit', resolve));
    service?.kill('SIGTERM');
    expect(await stopped).toBe(0);
  });

  it('says in one line that its port is in use', async () => {
    const other = createServer();
    await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const PORT = String(typeof address === 'object' && address?.port);
    const { output, ended } = await run({ PORT });
    expect(output).toBe(`Port ${PORT} is in use: stop what listens there, or set PORT.\n`);
    expect(await ended).toBe(1);
    other.close();
  });

  it('says of each setting what would be right, before anything is bundled', async () => {
    const settings = { THROTTLE_BURST: 'many', ALARM_MAIL: 'a@b.example', STAGE: 'production', PORT: '70000' };
    const { output, ended } = await run(settings);
    expect(output.split('\n')).toEqual([
      'PORT is "70000"; it must be 0 to 65535.',
      'STAGE is "production"; npm start runs stage local, so unset it.',
      'THROTTLE_BURST is "many"; it must be a whole number of at least 1.',
      'There is no setting ALARM_MAIL: set ALARM_EMAIL, or unset it.',
      '',
    ]);
    expect(await ended).toBe(1);
  });

  itInAll.each(['npm', 'what npm runs'])('ends with its engine when %s is told to end', async told => {
    const { ended } = await run({}, ['npm', 'start']);
    const npm = service?.pid ?? 0;
    const [started = 0] = readFileSync(`/proc/${npm}/task/${npm}/children`, 'utf8').split(' ').map(Number);
    const pid = enginePid();
    process.kill(told === 'npm' ? npm : started, 'SIGTERM');
    await ended;
    await eventually(async () => expect([started, pid].filter(runs)).toEqual([]));
  });
});

describe('a data folder', () => {
  const files = [
    'layout.json',
    'ports.json',
    'credentials.json',
    'sqs.sqlite',
    's3/objects.sqlite',
    'dynamodb/dynamodb.sqlite',
    'kms/*.key',
    'streams/*.json',
  ];

  /** Has the service fill the folder. */
  async function fill(): Promise<void> {
    const { ended } = await run();
    // The readers of the streams may note their first positions only after the service is ready.
    await eventually(async () =>
      expect(files.filter(pattern => globSync(pattern, { cwd: directory }).length === 0)).toEqual([]),
    );
    service?.kill('SIGTERM');
    await ended;
  }
  let filling: Promise<void> | undefined;
  const filled = () => (filling ??= fill());

  itInAll.each(files)('with a damaged %s is refused by the name of the file, with what to do', async pattern => {
    await filled();
    const [name = ''] = globSync(pattern, { cwd: directory });
    const file = join(directory, name);
    const whole = readFileSync(file);
    writeFileSync(file, 'damaged');
    const { output, ended } = await run();
    writeFileSync(file, whole);
    expect(output).toMatch(/^[^\n]*\n$/);
    expect(output).toContain(`${file} is damaged: `);
    expect(output).toContain(`To start over without the data: rm -r ${directory}\n`);
    expect(await ended).toBe(1);
  });

  itInAll('of another layout is refused with what to do', async () => {
    await filled();
    const file = join(directory, 'layout.json');
    const whole = readFileSync(file);
    for (const layout of [() => writeFileSync(file, '0'), () => rmSync(file)]) {
      layout();
      const { output } = await run();
      expect(output).toBe(
        `${directory} was written by another version of the local cloud, which kept its data differently. ` +
          `To start over without the data: rm -r ${directory}\n`,
      );
    }
    writeFileSync(file, whole);
  });

  it('that holds other files, or is a file, is left alone', async () => {
    const other = join(directory, 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'thesis.txt'), '');
    expect((await run({ LOCAL_DATA: other })).output).toBe(
      `LOCAL_DATA is ${other}, which holds other files: name a folder that is new or empty.\n`,
    );
    const { output } = await run({ LOCAL_DATA: join(other, 'thesis.txt') });
    expect(output).toMatch(/^LOCAL_DATA is .*thesis\.txt, which cannot be a folder: EEXIST.*\.\n$/);
  });
});
