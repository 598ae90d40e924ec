import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The service to try a client on, and where the client may be put. */
export type Target = { readonly folder: string; readonly baseUrl: string; readonly secretKey: string };

/** What a command prints; where it fails, all that it has said. */
export async function run(command: string, args: readonly string[], cwd: string): Promise<string> {
  try {
    return (await promisify(execFile)(command, args, { cwd, timeout: 180_000 })).stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`);
  }
}

export const hasCommand = (command: string): Promise<boolean> =>
  promisify(execFile)(command, ['--version']).then(
    () => true,
    () => false,
  );
