import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { AttributeValue, TableDescription } from '@aws-sdk/client-dynamodb';

export type StoredItem = Record<string, AttributeValue>;

/** The description of a completed export. */
export type Manifest = Pick<TableDescription, 'KeySchema' | 'AttributeDefinitions' | 'GlobalSecondaryIndexes'> & {
  readonly items: number;
};

/** Writes a file of items, one per line, like DynamoDB's own exports. The file is written whole or not at all. */
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

/** Returns the manifest, or undefined if the export isn't complete. */
export function readManifest(folder: string): Manifest | undefined {
  const file = join(folder, 'manifest.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Returns the files of a folder that begin with a prefix, in order. */
export function filesIn(folder: string, prefix = ''): string[] {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const names = readdirSync(folder).filter(name => name.startsWith(prefix) && name.endsWith('.json.gz'));
  return names.sort().map(name => join(folder, name));
}

function writeWhole(file: string, content: Buffer): void {
  writeFileSync(`${file}.part`, content, { mode: 0o600 });
  renameSync(`${file}.part`, file);
}

/** Encodes bytes as a `JSON.stringify` replacer, which gets a buffer only after it has turned into an object. */
function bytesAsText(this: Record<string, unknown>, name: string, value: unknown): unknown {
  const given = this[name];
  return given instanceof Uint8Array ? Buffer.from(given).toString('base64') : value;
}

/** Decodes the bytes of an item: JSON has them as text, the client needs bytes. */
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
