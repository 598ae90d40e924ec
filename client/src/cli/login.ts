import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Formline } from '../formline.ts';
import { type Command, textOf } from './command.ts';
import { configPath, readConfig, writeConfig } from './config.ts';
import { Failure } from './failure.ts';

export const login: Command = {
  summary: 'Keep the address and the secret key of a deployment',
  details: `The key is asked for, or read from standard input: formline login --url https://… < key.txt
In pipelines, FORMLINE_URL and FORMLINE_SECRET_KEY do without a login.`,
  options: { url: { type: 'string' } },
  optionWords: { url: 'the address of the deployment' },
  run: async context => {
    const name = textOf(context, 'stage') ?? 'production';
    const baseUrl = addressOf(textOf(context, 'url'));
    const secretKey = await readKey(context.signal);
    // A wrong key fails here instead of at its first use.
    await new Formline({ baseUrl, secretKey }).call('listForms', { query: { limit: 1 } });
    const { stages, default: first = name } = await readConfig();
    await writeConfig({ default: first, stages: { ...stages, [name]: { baseUrl, secretKey } } });
    const text = `Logged in to ${name}, ${baseUrl}. The key is kept in ${configPath()}, for you alone.`;
    context.print(text, { stage: name, baseUrl });
  },
};

export const logout: Command = {
  summary: 'Forget the address and the key of a deployment',
  options: {},
  optionWords: {},
  run: async context => {
    const { stages, default: first } = await readConfig();
    const name = await context.stageName();
    const { [name]: _, ...rest } = stages;
    const next = first === name ? Object.keys(rest)[0] : first;
    await writeConfig({ ...(next !== undefined && { default: next }), stages: rest });
    context.print(`Forgot ${name}. The key itself is still good: revoke it in the dashboard.`, { stage: name });
  },
};

export const stages: Command = {
  summary: 'List the deployments that you are logged in to',
  options: {},
  optionWords: {},
  run: async ({ print }) => {
    const { stages, default: first } = await readConfig();
    const rows = Object.entries(stages).map(([name, { baseUrl }]) => ({
      stage: name,
      baseUrl,
      default: name === first,
    }));
    const lines = rows.map(row => `${row.default ? '*' : ' '} ${row.stage}  ${row.baseUrl}`);
    print(lines.join('\n') || 'You are not logged in anywhere: formline login --url https://…', rows);
  },
};

function addressOf(url: string | undefined): string {
  if (url === undefined) throw new Failure('Say where it is: formline login --url https://…', 2);
  if (!URL.canParse(url) || !/^https?:/.test(url)) throw new Failure(`${url} is no address: https://…`, 2);
  return url.replace(/\/$/, '');
}

async function readKey(signal: AbortSignal): Promise<string> {
  const key = (process.stdin.isTTY ? await ask(signal) : await text(process.stdin)).trim();
  if (!key.startsWith('sk_')) throw new Failure('That is no secret key: it begins with sk_live_ or sk_test_');
  return key;
}

/** Reads a line without showing what you type. */
async function ask(signal: AbortSignal): Promise<string> {
  process.stderr.write('Secret key (sk_…): ');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await lines.question('', { signal });
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
