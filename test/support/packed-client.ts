import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compiled } from './compiled.ts';

const project = join(import.meta.dirname, '../..');

export type Run = { code: number; stdout: string; stderr: string };

/** Installs the client's package, as it would be published, in an otherwise empty folder. */
export function packedClient() {
  const folder = mkdtempSync(join(tmpdir(), 'client-'));
  const installed = join(folder, 'node_modules/@formline/client');
  mkdirSync(installed, { recursive: true });
  // In a folder of its own, as several files of tests may build it at once.
  const built = join(folder, 'built');
  execFileSync(process.execPath, [join(project, 'bin/build-packages.ts'), 'client', '--to', built], { stdio: 'pipe' });
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const packed = JSON.parse(execFileSync('npm', args, { cwd: join(built, 'client'), encoding: 'utf8', stdio: 'pipe' }));
  const { filename, files } = [packed].flat()[0];
  execFileSync('tar', ['-xzf', join(folder, filename), '-C', installed, '--strip-components=1'], { stdio: 'pipe' });
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
