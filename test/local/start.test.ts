import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Credentials } from '../../local/bootstrap.ts';
import { prepareAssembly } from '../../local/prepare.ts';
import { removeDirectory, temporaryDirectory } from './fixture-assembly.ts';

const script = join(import.meta.dirname, '../../bin/local.ts');

let directory: string;
let service: ChildProcess | undefined;

beforeAll(async () => {
  directory = temporaryDirectory();
  await prepareAssembly();
}, 120_000);
afterEach(() => void service?.kill('SIGKILL'));
afterAll(() => removeDirectory(directory));

/** A process that has ended may stay listed until its parent asks for it, without a command. */
function runs(pid: number): boolean {
  return existsSync(`/proc/${pid}/cmdline`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
}

/** Runs the service until it is ready or has ended; gives what it printed. */
async function run(settings: Record<string, string> = {}): Promise<{ output: string; ended: Promise<number | null> }> {
  const env = { ...process.env, PORT: '0', LOCAL_DATA: directory, ...settings };
  const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'pipe'] });
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
  return { output, ended };
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

  it('keeps the keys over a kill and a restart', async () => {
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

  it('says which setting the stacks do not take', async () => {
    const { output, ended } = await run({ THROTTLE_BURST: 'many' });
    expect(output).toContain('Synthesizing the stacks failed');
    expect(output).toContain('THROTTLE_BURST is "many"');
    expect(await ended).toBe(1);
  });
});
