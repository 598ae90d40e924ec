import { execFile } from 'node:child_process';
import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Cloud } from '../../local/cloud.ts';
import type { Json } from './http.ts';

const project = join(import.meta.dirname, '../..');

/** The commands of the runbook: blocks for the shell, in order. */
export const runbookBlocks = (): string[] =>
  [...readFileSync(join(project, 'docs/runbook.md'), 'utf8').matchAll(/^ *```sh\n(.*?)^ *```$/gms)].map(
    ([, text = '']) => text,
  );

/** Runs commands in bash against a local cloud, with the stand-in of the AWS CLI in its place; gives what they print. */
export async function runIn(
  { environment }: Cloud,
  assemblyDir: string,
  directory: string,
  commands: string,
): Promise<string> {
  const env = { ...process.env, TABLE_NAME: '', ...environment, AWS_STAND_IN_ASSEMBLY: assemblyDir };
  // npm runs the scripts of the project, whatever directory the commands write to.
  const npm = `npm() { (cd ${project} && command npm --silent "$@"); }`;
  const aws = `aws() { node ${join(import.meta.dirname, 'aws-cli.ts')} "$@"; }`;
  const script = ['set -euo pipefail', npm, aws, commands].join('\n');
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: directory, env });
  return stdout;
}

/** A copy of an assembly with the templates changed: `change` is told of each resource, with its logical id. */
export function changedAssembly(
  assemblyDir: string,
  directory: string,
  change: (resource: Json, id: string) => void,
): string {
  cpSync(assemblyDir, directory, { recursive: true });
  for (const file of globSync('*.template.json', { cwd: directory })) {
    const template: Json = JSON.parse(readFileSync(join(directory, file), 'utf8'));
    for (const [id, resource] of Object.entries(template.Resources)) change(resource, id);
    writeFileSync(join(directory, file), JSON.stringify(template));
  }
  return directory;
}
