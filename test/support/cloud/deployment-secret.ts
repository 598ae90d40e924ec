import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Service } from './service.ts';

/** Runs a command that sets a deployment secret, as an operator does. Returns its output. */
export async function setSecret(
  service: Service,
  command: 'captcha-secret' | 'oidc-secret',
  input: string,
  ...args: string[]
): Promise<string> {
  const { assembly, environment } = service.cloud();
  const [table, key] = [assembly.tables[0]?.name, assembly.keys[0]];
  const env = { ...process.env, AWS_PROFILE: undefined, ...environment, TABLE_NAME: table, KMS_KEY_ID: key };
  const script = join(import.meta.dirname, `../../../bin/${command}.ts`);
  const running = promisify(execFile)(process.execPath, [script, ...args], { env });
  running.child.stdin?.end(input);
  return (await running).stdout;
}
