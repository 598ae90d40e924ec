import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { type Account, awsCli } from './aws-cli.ts';

const project = join(import.meta.dirname, '../../..');

/** Returns the runbook's shell blocks, in order. */
export const runbookBlocks = (): string[] =>
  [...readFileSync(join(project, 'docs/runbook.md'), 'utf8').matchAll(/^ *```sh\n(.*?)^ *```$/gms)].map(
    ([, block = '']) => block,
  );

/** Runs commands in bash against a local cloud, with a substitute for the AWS CLI. Returns their output. */
export async function runIn(account: Account, commands: string): Promise<string> {
  const standIn = await served(account);
  const env = { ...process.env, TABLE_NAME: '', ...account.cloud.environment };
  // npm runs the project's scripts, whatever directory the commands write to. Node can run them too, and starts faster.
  const npm = `npm() { (cd ${project} && ${process.execPath} --run "\${@:2}"); }`;
  const aws = `aws() {
    local said
    said=$(printf '%s\\0' "$@" | curl --silent --fail-with-body --data-binary @- http://127.0.0.1:${standIn.port}) && echo "$said" && return
    echo "$said" >&2
    return 254
  }`;
  const script = ['set -euo pipefail', npm, aws, commands].join('\n');
  try {
    const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: account.directory, env });
    return stdout;
  } finally {
    standIn.close();
  }
}

/** Serves the commands in this process. A new process for each command would load the SDK every time. */
async function served(account: Account): Promise<{ port: number; close: () => void }> {
  const server = createServer(async (request, response) => {
    try {
      const words = (await text(request)).split('\0').slice(0, -1);
      response.end(await awsCli(account, words));
    } catch (error) {
      response.writeHead(400).end((error as Error).message);
    }
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}
