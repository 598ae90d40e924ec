import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

/** Runs a script of this directory in a process of its own, and gives what it reports. What it logs is dropped. */
export async function inProcess<Result>(
  script: string,
  request: object,
  environment: Readonly<Record<string, string>>,
  execArgv: readonly string[] = [],
): Promise<Result> {
  return (await startProcess<Result>(script, request, environment, execArgv)).reported;
}

/** The same of one that goes on after its first report, until it is killed or this process ends. */
export async function startProcess<Result>(
  script: string,
  request: object,
  environment: Readonly<Record<string, string>>,
  execArgv: readonly string[] = [],
): Promise<{ reported: Result; child: ChildProcess }> {
  const child = fork(join(import.meta.dirname, script), [JSON.stringify(request)], {
    env: { ...environment },
    execArgv: [...execArgv],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('close', () => process.off('exit', kill));
  const reported = await new Promise<Result>((resolve, reject) => {
    child.once('message', message => resolve(message as Result));
    child.once('close', code => reject(new Error(`${script} has ended with the code ${code}`)));
  });
  return { reported, child };
}

/** In such a process: what it was asked for. */
export const requestOfParent = <Request>(): Request => JSON.parse(process.argv[2] ?? '') as Request;

/** In such a process: reports, and ends it. */
export function report(result: object): void {
  process.send?.(result, () => process.exit());
}
