import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type OwnCloud, startOwnCloud } from '../support/cloud/own-cloud.ts';
import { eventually } from '../support/eventually.ts';
import { itInAllAfterOthers } from '../support/in-all.ts';

const project = join(import.meta.dirname, '../..');
const directory = mkdtempSync(join(tmpdir(), 'readme-'));
const readme = readFileSync(join(project, 'README.md'), 'utf8');
const quickStart = readFileSync(join(project, 'docs/quickstart.md'), 'utf8');

type Block = { readonly language: string; readonly text: string };

/** Reads the code blocks of a section, in order. */
function blocksOf(document: string, heading: string): Block[] {
  const [, section = ''] = new RegExp(`^## ${heading}$(.*?)(?:^## |$(?![\\s\\S]))`, 'ms').exec(document) ?? [];
  return [...section.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({ language, text }));
}

let cloud: OwnCloud;
let shell: ChildProcessWithoutNullStreams;
let printed = '';
let pasted = 0;
/** By the port that the README names, one that is free here. */
const ports: Record<string, string> = {};

/** Below those that the system gives to whoever asks for any: nobody takes it before a receiver does. */
async function freePort(): Promise<string> {
  const port = 20_000 + (process.pid % 10_000);
  const server = createServer();
  const isFree = await new Promise<boolean>(resolve => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => resolve(true));
  });
  if (!isFree) return freePort();
  await new Promise(resolve => server.close(resolve));
  return String(port);
}

/** Gives what the terminal prints until the commands have ended. */
async function paste(commands: string): Promise<string> {
  const from = printed.length;
  pasted += 1;
  const end = `-- ${pasted} --`;
  shell.stdin.write(`${commands.replace(/\b4[01]00\b/g, port => ports[port] ?? port)}\necho "${end}"\n`);
  await eventually(async () => expect(printed.slice(from)).toContain(end));
  return printed.slice(from).replace(end, '');
}

/** The names that a block of the README has in an answer. */
const promised = (text: string): string[] => [...new Set([...text.matchAll(/"\w[\w.]*":/g)].map(([name]) => name))];

/** As somebody does who has run `npm start` in a fresh clone, and opens a second terminal there. */
beforeAll(async () => {
  const dataDir = join(directory, 'data');
  cloud = await startOwnCloud({ dataDir });
  const clone = join(directory, 'clone');
  mkdirSync(join(clone, '.local'), { recursive: true });
  copyFileSync(join(dataDir, 'credentials.json'), join(clone, '.local/credentials.json'));
  symlinkSync(join(project, 'docs'), join(clone, 'docs'));
  for (const port of ['4000', '4100']) ports[port] = await freePort();
  shell = spawn('bash', [], { cwd: clone, detached: true });
  for (const stream of [shell.stdout, shell.stderr]) stream.setEncoding('utf8').on('data', text => (printed += text));
});

afterAll(async () => {
  // With what it has left running in the background.
  if (shell.pid) process.kill(-shell.pid, 'SIGKILL');
  await cloud?.close();
  rmSync(directory, { recursive: true, force: true });
});

it('tells a developer how to create a form, submit, list and export, word for word', async () => {
  const [address, form, submit, submitted, list, csv, ...others] = blocksOf(
    readme,
    'Your first response in two minutes',
  );
  const [analytics, report, ...more] = blocksOf(quickStart, 'Errors and analytics');
  expect([...others, ...more]).toEqual([]);
  await paste(address?.text ?? '');
  expect(await paste(form?.text ?? '')).toMatch(/^form_\w{26}$/m);
  const stored = await paste(submit?.text ?? '');
  for (const name of promised(submitted?.text ?? '')) expect(stored).toContain(name);
  expect(await paste(list?.text ?? '')).toContain(csv?.text.split('\n')[0]);
  const [, mistake = ''] = /Try the submission with `(-d '[^`]*')`/.exec(quickStart) ?? [];
  const [head = ''] = (submit?.text ?? '').split('-d ');
  expect(await paste(head + mistake)).toMatch(/"details":.*"name".*"email"/);
  // Refusals are counted within ten seconds, with the next request.
  await eventually(async () => {
    await paste(head + mistake);
    const printed = await paste(analytics?.text ?? '');
    for (const name of promised(report?.text ?? '')) expect(printed).toContain(name);
  });
});

it('puts the form on a page in two lines, or in seven lines without a script', async () => {
  const [element, plain] = blocksOf(readme, 'Put it on a web page').map(({ text }) => text.trim().split('\n'));
  expect([element?.length, plain?.length]).toEqual([2, 7]);
  const [, form = ''] = /^(form_\w+)\r?$/m.exec(await paste('echo $FORM')) ?? [];
  const [, key = ''] = /^(pk_\w+)\r?$/m.exec(await paste('echo $PUBLISHABLE_KEY')) ?? [];
  const [, action = ''] = /action="([^"]+)"/.exec(plain?.[0] ?? '') ?? [];
  const names = plain?.flatMap(line => [...line.matchAll(/ name="(\w+)"/g)].map(([, name = '']) => name)) ?? [];
  const url = action.replace('http://127.0.0.1:3000', cloud.baseUrl.replace(/\/$/, ''));
  const values = { name: 'Grace', email: 'grace@example.com', topic: 'Sales', message: 'From a plain form' };
  expect(names).toEqual(Object.keys(values));
  const body = new URLSearchParams(values);
  const sent = await fetch(url.replace('form_…', form).replace('pk_live_…', key), { method: 'POST', body });
  expect(sent.status).toBe(200);
  const [list = ''] = blocksOf(readme, 'Your first response in two minutes')[4]?.text.split('\n') ?? [];
  expect(await paste(list)).toContain('From a plain form');
});

itInAllAfterOthers('tells how a webhook is verified, told and looked at', async () => {
  const [receiver, create, submit, told, look, listed, ...others] = blocksOf(quickStart, 'Webhooks');
  expect(others).toEqual([]);
  await paste(receiver?.text ?? '');
  // Whoever pastes the next one has seen the prompt come back, and the receiver listens by then.
  await eventually(async () =>
    expect(await paste('curl -s -o /dev/null -w "%{http_code}" http://127.0.0.1:4000/')).toContain('401'),
  );
  await paste(create?.text ?? '');
  await paste(submit?.text ?? '');
  await eventually(async () => expect(printed).toContain('genuine: {'));
  for (const name of promised(told?.text ?? '')) expect(printed).toContain(name);
  const [list = '', ...end] = (look?.text ?? '').split('\n');
  const delivered = await eventually(async () => {
    const answer = await paste(list);
    expect(answer).toContain('"status":"succeeded"');
    return answer;
  });
  for (const name of promised(listed?.text ?? '')) expect(delivered).toContain(name);
  await paste(end.join('\n'));
});

itInAllAfterOthers(
  'tells a team how to log in, give accounts and keys, begin from a template, and hear in Slack',
  async () => {
    const [login, accounts, slack, ...others] = blocksOf(quickStart, 'Your team');
    expect(others).toEqual([]);
    expect(await paste(login?.text ?? '')).toContain('"email":');
    const made = await paste(accounts?.text ?? '');
    for (const part of ['grace@example.com', 'alan@example.com', '"name":"Warehouse sync"', '"title":"Contact us"'])
      expect(made).toContain(part);
    const from = printed.length;
    await paste(slack?.text ?? '');
    await eventually(async () => expect(printed.slice(from)).toMatch(/^\{"text":/m));
  },
);
