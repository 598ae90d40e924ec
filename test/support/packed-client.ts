import { execFile, execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compiled, folderOfRun } from './compiled.ts';

const project = join(import.meta.dirname, '../..');

export type Run = { code: number; stdout: string; stderr: string };

/** Installs the client's package, as it would be published, in an otherwise empty folder. */
export function packedClient() {
  const folder = mkdtempSync(join(tmpdir(), 'client-'));
  const installed = join(folder, 'node_modules/@formline/client');
  mkdirSync(installed, { recursive: true });
  const packed = packedOnce();
  const { filename, files } = [JSON.parse(readFileSync(join(packed, 'packed.json'), 'utf8'))].flat()[0];
  execFileSync('tar', ['-xzf', join(packed, filename), '-C', installed, '--strip-components=1'], { stdio: 'pipe' });
  return {
    folder,
    files: files.map(({ path }: { path: string }) => path) as string[],
    /** Adds the optional package, as some users do. */
    addProtocol: () =>
      symlinkSync(
        join(project, 'node_modules/@modelcontextprotocol'),
        join(folder, 'node_modules/@modelcontextprotocol'),
      ),
    command: join(installed, 'dist/cli/main.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Returns the folder with the package as npm packs it, and what npm says of it. All files of a run share it. */
function packedOnce(): string {
  const packed = join(folderOfRun(), 'packed-client');
  if (existsSync(packed)) return packed;
  const making = mkdtempSync(`${packed}-`);
  execFileSync(process.execPath, [join(project, 'bin/build-packages.ts'), 'client', '--to', making], { stdio: 'pipe' });
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', making];
  const said = execFileSync('npm', args, { cwd: join(making, 'client'), encoding: 'utf8', stdio: 'pipe' });
  writeFileSync(join(making, 'packed.json'), said);
  try {
    renameSync(making, packed);
  } catch (error) {
    // Another file has made it meanwhile.
    if (!existsSync(packed)) throw error;
  }
  return packed;
}

/** Runs a Node program to its end. */
export function runNode(args: readonly string[], options: { cwd: string; env?: object; input?: string }): Promise<Run> {
  const { input = '', env, cwd } = options;
  return new Promise(resolve => {
    const child = execFile(
      process.execPath,
      args,
      { cwd, env: { ...process.env, ...compiled, ...env } },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    );
    child.stdin?.end(input);
  });
}
