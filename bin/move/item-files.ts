import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { AttributeValue, TableDescription } from '@aws-sdk/client-dynamodb';

export type StoredItem = Record<string, AttributeValue>;

/** What a folder holds once it is whole. */
export type Manifest = Pick<TableDescription, 'KeySchema' | 'AttributeDefinitions' | 'GlobalSecondaryIndexes'> & {
  readonly items: number;
};

/** Writes a file of items, one a line, as DynamoDB's own exports have them. A file is there whole or not at all. */
export function writeItems(file: string, items: readonly StoredItem[]): void {
  const lines = items.map(Item => JSON.stringify({ Item }, bytesAsText));
  writeWhole(file, gzipSync(lines.join('\n')));
}

export function readItems(file: string): StoredItem[] {
  const lines = gunzipSync(readFileSync(file)).toString('utf8').split('\n').filter(Boolean);
  return lines.map(line => attributesOf(JSON.parse(line).Item));
}

export function writeManifest(folder: string, manifest: Manifest): void {
  writeWhole(join(folder, 'manifest.json'), Buffer.from(JSON.stringify(manifest, null, 2)));
}

/** Undefined where the export has not come to its end. */
export function readManifest(folder: string): Manifest | undefined {
  const file = join(folder, 'manifest.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** The files of a folder that begin so, in order. */
export function filesIn(folder: string, prefix = ''): string[] {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const names = readdirSync(folder).filter(name => name.startsWith(prefix) && name.endsWith('.json.gz'));
  return names.sort().map(name => join(folder, name));
}

function writeWhole(file: string, content: Buffer): void {
  writeFileSync(`${file}.part`, content, { mode: 0o600 });
  renameSync(`${file}.part`, file);
}

/** What `JSON.stringify` is told of each value; a buffer has made an object of itself before. */
function bytesAsText(this: Record<string, unknown>, name: string, value: unknown): unknown {
  const given = this[name];
  return given instanceof Uint8Array ? Buffer.from(given).toString('base64') : value;
}

/** Bytes are text in JSON, and bytes to the client. */
function attributesOf(item: Record<string, Record<string, unknown>>): StoredItem {
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, attributeOf(value)]));
}

function attributeOf(value: Record<string, unknown>): AttributeValue {
  if (typeof value.B === 'string') return { B: Buffer.from(value.B, 'base64') };
  if (Array.isArray(value.BS)) return { BS: value.BS.map(each => Buffer.from(each, 'base64')) };
  if (Array.isArray(value.L)) return { L: value.L.map(attributeOf) };
  if (value.M) return { M: attributesOf(value.M as never) };
  return value as unknown as AttributeValue;
}
