import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * The version of the data layout, of the local cloud and of the code in it. Increase it when older data can no longer
 * be read.
 */
const layout = 1;

/** Thrown for unusable data. The only fix is to start over without it. */
export class UnusableData extends Error {}

export const damagedFolder = (file: string, reason: string) =>
  new UnusableData(`${file} is damaged: ${reason.replace(/\.$/, '')}.`);

/** Creates the folder if it doesn't exist. Throws if it contains something else, or data of another layout. */
export function openDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
  } catch (error) {
    throw new Error(`LOCAL_DATA is ${dataDir}, which cannot be a folder: ${(error as Error).message}.`);
  }
  const file = join(dataDir, 'layout.json');
  const found = readJson(file);
  if (found === layout) return;
  if (found !== undefined || existsSync(join(dataDir, 'ports.json'))) {
    throw new UnusableData(
      `${dataDir} was written by another version of the local cloud, which kept its data differently.`,
    );
  }
  if (readdirSync(dataDir).some(name => !name.endsWith('.new'))) {
    throw new Error(`LOCAL_DATA is ${dataDir}, which holds other files: name a folder that is new or empty.`);
  }
  writeJson(file, layout);
}

/** Reads what `writeJson` wrote. Returns undefined if the file doesn't exist. */
export function readJson(file: string): unknown {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw damagedFolder(file, (error as Error).message);
  }
}

/** Writes a file completely before renaming it, so that a kill leaves the old file intact. */
export function writeFileWhole(file: string, content: string | Uint8Array): void {
  writeFileSync(`${file}.new`, content, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

export function writeJson(file: string, value: unknown): void {
  writeFileWhole(file, `${JSON.stringify(value, null, 2)}\n`);
}

/** Opens a database with its tables for this process only. */
export function openDatabase(file: string, schema: string): DatabaseSync {
  const database = new DatabaseSync(file);
  try {
    // The lock keeps a second local cloud away from the same data.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    database.exec(schema);
    const check = database.prepare('PRAGMA quick_check(1)').get()?.quick_check;
    if (check !== 'ok') throw damagedFolder(file, String(check).replaceAll('\n', ' '));
    return database;
  } catch (error) {
    database.close();
    throw isDamage(error) ? damagedFolder(file, (error as Error).message) : error;
  }
}

/** Whether SQLite reports SQLITE_CORRUPT or SQLITE_NOTADB: https://sqlite.org/rescode.html */
function isDamage(error: unknown): boolean {
  return [11, 26].includes((error as { errcode?: number }).errcode ?? 0);
}
