import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';

/** A file for browsers, stored beside its function's bundle. */
export type WebFile = {
  readonly body: string;
  readonly type: string;
  readonly etag: string;
  readonly integrity: string;
};

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

let files: ReadonlyMap<string, WebFile> | undefined;

/**
 * Returns all files by path, such as `embed/0.2.0-….js`. They are read once. A request's path is looked up here, and
 * never opened.
 */
export function webFiles(): ReadonlyMap<string, WebFile> {
  files ??= readFiles(join(process.env.LAMBDA_TASK_ROOT ?? '.', 'web'));
  return files;
}

function readFiles(directory: string): ReadonlyMap<string, WebFile> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name).slice(directory.length + 1));
  return new Map(paths.map(path => [path.split(sep).join('/'), readFile(join(directory, path))]));
}

function readFile(path: string): WebFile {
  const body = readFileSync(path, 'utf8');
  const sha384 = createHash('sha384').update(body).digest('base64');
  const etag = `"${sha384.replaceAll(/[+/]/g, '-').slice(0, 22)}"`;
  return { body, type: types[extname(path)] ?? 'application/octet-stream', etag, integrity: `sha384-${sha384}` };
}
