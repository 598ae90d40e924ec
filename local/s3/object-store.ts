import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '../data-folder.ts';

/**
 * The table of objects. Bodies are files that are written once, under random names, so no key ever becomes a path. A
 * row makes a file an object. A file without a row is left from a request that never ended. Times are in milliseconds
 * since the epoch.
 */
const schema = `
  CREATE TABLE IF NOT EXISTS objects (
    bucket TEXT NOT NULL, key TEXT NOT NULL, file TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, etag TEXT NOT NULL,
    modified INTEGER NOT NULL, headers TEXT NOT NULL, checksums TEXT NOT NULL, PRIMARY KEY (bucket, key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS tags (
    bucket TEXT NOT NULL, key TEXT NOT NULL, tags TEXT NOT NULL, PRIMARY KEY (bucket, key)
  ) STRICT, WITHOUT ROWID;
`;

/** Headers by name, as an answer repeats them. */
export type ObjectHeaders = Record<string, string>;

export type StoredObject = {
  readonly bucket: string;
  readonly key: string;
  /** The name of the body's file. */
  readonly file: string;
  readonly size: number;
  /** The ETag without quotes. */
  readonly etag: string;
  readonly modified: number;
  readonly headers: ObjectHeaders;
  readonly checksums: ObjectHeaders;
};

type Row = Record<string, unknown>;

const objectOf = (row: Row) =>
  ({ ...row, headers: JSON.parse(String(row.headers)), checksums: JSON.parse(String(row.checksums)) }) as StoredObject;

export class ObjectStore {
  readonly #db: DatabaseSync;
  readonly #files: string;

  constructor(directory: string) {
    this.#files = join(directory, 'bodies');
    mkdirSync(this.#files, { recursive: true });
    this.#db = openDatabase(join(directory, 'objects.sqlite'), schema);
    const known = new Set(this.#all('SELECT file FROM objects').map(row => row.file));
    for (const file of readdirSync(this.#files)) if (!known.has(file)) this.removeFile(file);
  }

  close(): void {
    this.#db.close();
  }

  #all(sql: string, ...values: (string | number)[]): Row[] {
    return this.#db.prepare(sql).all(...values);
  }

  #run(sql: string, ...values: (string | number)[]): void {
    this.#db.prepare(sql).run(...values);
  }

  newFile = () => randomUUID();

  path(file: string): string {
    return join(this.#files, file);
  }

  removeFile(file: string): void {
    rmSync(this.path(file), { force: true });
  }

  get(bucket: string, key: string): StoredObject | undefined {
    return this.#all('SELECT * FROM objects WHERE bucket = ? AND key = ?', bucket, key).map(objectOf)[0];
  }

  /** Makes the file the object's body and deletes the one it replaces. */
  put({ bucket, key, file, size, etag, modified, headers, checksums }: StoredObject): void {
    const replaced = this.get(bucket, key);
    this.#run(
      'INSERT OR REPLACE INTO objects VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      ...[bucket, key, file, size, etag, modified, JSON.stringify(headers), JSON.stringify(checksums)],
    );
    if (replaced) this.removeFile(replaced.file);
    this.#run('DELETE FROM tags WHERE bucket = ? AND key = ?', bucket, key);
  }

  /** Returns an object's tags by name. A replacement has none. */
  tags(bucket: string, key: string): Record<string, string> {
    const [row] = this.#all('SELECT tags FROM tags WHERE bucket = ? AND key = ?', bucket, key);
    return row ? JSON.parse(String(row.tags)) : {};
  }

  putTags(bucket: string, key: string, tags: Readonly<Record<string, string>>): void {
    this.#run('INSERT OR REPLACE INTO tags VALUES (?, ?, ?)', bucket, key, JSON.stringify(tags));
  }

  delete(bucket: string, key: string): void {
    const object = this.get(bucket, key);
    this.#run('DELETE FROM objects WHERE bucket = ? AND key = ?', bucket, key);
    this.#run('DELETE FROM tags WHERE bucket = ? AND key = ?', bucket, key);
    if (object) this.removeFile(object.file);
  }

  /** Iterates objects in the order of the keys' UTF-8 bytes, from a key on. */
  *withPrefix(bucket: string, prefix: string, from = ''): Generator<StoredObject> {
    const sql = 'SELECT * FROM objects WHERE bucket = ? AND key >= max(?, ?) ORDER BY key';
    for (const row of this.#db.prepare(sql).iterate(bucket, prefix, from)) {
      const object = objectOf(row);
      if (!object.key.startsWith(prefix)) return;
      yield object;
    }
  }
}
