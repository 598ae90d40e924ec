#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { version } from '../api.ts';
import { Formline } from '../formline.ts';
import type { Command, CommandContext } from './command.ts';
import { commands } from './commands.ts';
import { chosenStage } from './config.ts';
import { Failure, wordsOf } from './failure.ts';
import { helpOf, helpOfAll } from './help.ts';

const shared = { stage: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;

const stopped = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopped.abort(new Error('Stopped')));

async function main(args: readonly string[]): Promise<number> {
  try {
    await run(args);
    return 0;
  } catch (error) {
    if (stopped.signal.aborted) return 130;
    process.stderr.write(`${wordsOf(error)}\n`);
    return error instanceof Failure ? error.exitCode : 1;
  }
}

async function run(args: readonly string[]): Promise<void> {
  if (args.includes('--version')) return void process.stdout.write(`${version}\n`);
  const words = args.filter(arg => !arg.startsWith('-'));
  const name = [words.slice(0, 2).join(' '), words[0] ?? ''].find(name => Object.hasOwn(commands, name));
  const command = name === undefined ? undefined : commands[name];
  if (name === undefined || command === undefined) return withoutCommand(args, words);
  const rest = withoutWords(args, name.split(' '));
  const { values, positionals } = parsed(name, command, rest);
  if (values.help) return void process.stdout.write(`${helpOf(name, command)}\n`);
  await command.run(contextOf(values, positionals));
}

function withoutCommand(args: readonly string[], words: readonly string[]): void {
  const groups = Object.keys(commands).filter(name => name.startsWith(`${words[0]} `));
  const asksForHelp = args.length === 0 || args.includes('--help') || args.includes('-h');
  if (asksForHelp) return void process.stdout.write(`${helpOfAll(commands, groups.length > 0 ? words[0] : '')}\n`);
  const known = groups.length > 0 ? `: ${groups.join(', ')}` : '; `formline --help` lists them';
  throw new Failure(`There is no command ${words.slice(0, 2).join(' ') || args.join(' ')}${known}`, 2);
}

/** Removes the first occurrence of each word from the arguments. */
function withoutWords(args: readonly string[], words: readonly string[]): string[] {
  const rest = [...args];
  for (const word of words) rest.splice(rest.indexOf(word), 1);
  return rest;
}

function parsed(name: string, { options }: Command, args: string[]) {
  try {
    return parseArgs({ args, options: { ...options, ...shared }, allowPositionals: true });
  } catch (error) {
    throw new Failure(`${(error as Error).message}\nformline ${name} --help lists its options`, 2);
  }
}

function contextOf(values: CommandContext['values'], positionals: readonly string[]): CommandContext {
  const { stage, json } = values;
  const chosen = () => chosenStage(typeof stage === 'string' ? stage : undefined);
  return {
    values,
    positionals,
    signal: stopped.signal,
    stageName: async () => (await chosen()).name,
    formline: async () => new Formline(await chosen()),
    print: (text, value) => {
      const line = json ? JSON.stringify(value) : text;
      if (line !== '') process.stdout.write(`${line}\n`);
    },
    say: text => {
      if (!json) process.stderr.write(`${text}\n`);
    },
    note: text => {
      if (!json && process.stderr.isTTY) process.stderr.write(text);
    },
  };
}

process.exitCode = await main(process.argv.slice(2));
