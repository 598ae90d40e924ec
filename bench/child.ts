import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

/** Runs a script of this directory in its own process, and returns its report. Drops its logs. */
export async function inProcess<Result>(
  script: string,
  request: object,
  environment: Readonly<Record<string, string>>,
  execArgv: readonly string[] = [],
): Promise<Result> {
  return (await startProcess<Result>(script, request, environment, execArgv)).reported;
}

/** Does the same for a script that continues after its first report, until it is killed or this process ends. */
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

/** Returns the request from the parent process. */
export const requestOfParent = <Request>(): Request => JSON.parse(process.argv[2] ?? '') as Request;

/** Sends a report to the parent process, and ends this process. */
export function report(result: object): void {
  process.send?.(result, () => process.exit());
}
