import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Form } from '../api.ts';
import { Failure } from './failure.ts';

/** A form as a file stores it. It lacks the properties that the service sets, so that you can push it to any stage. */
export type FormFile = Readonly<Record<string, unknown>>;

/** Links a file to its form in one stage: the version that was pulled or pushed, and the file's hash at that time. */
export type Link = { readonly id: string; readonly etag: string; readonly hash: string };

/** Hashes a file's content, regardless of its layout. */
export const hashOf = (file: FormFile | undefined): string =>
  createHash('sha256')
    .update(JSON.stringify(file ?? null))
    .digest('base64url')
    .slice(0, 22);

/** The forms by stage and file. */
export type Links = Readonly<Record<string, Readonly<Record<string, Link>>>>;

const linksFile = '.formline.json';

/** Reads the forms of a folder, by file name. */
export async function readForms(folder: string): Promise<ReadonlyMap<string, FormFile>> {
  const names = (await readdir(folder).catch(() => [] as string[])).filter(
    name => name.endsWith('.json') && name !== linksFile,
  );
  return new Map(
    await Promise.all(names.sort().map(async name => [name, await readJson(join(folder, name))] as const)),
  );
}

export async function readLinks(folder: string): Promise<Links> {
  const hasLinks = (await readdir(folder).catch(() => [] as string[])).includes(linksFile);
  return hasLinks ? ((await readJson(join(folder, linksFile))) as Links) : {};
}

export const writeLinks = (folder: string, links: Links): Promise<void> => writeJson(folder, linksFile, links);

export async function writeJson(folder: string, name: string, value: unknown): Promise<void> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, name);
  await writeFile(`${path}.new`, `${JSON.stringify(value, null, 2)}\n`);
  await rename(`${path}.new`, path);
}

async function readJson(path: string): Promise<FormFile> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as FormFile;
  } catch (error) {
    throw new Failure(`${path}: ${(error as Error).message}`);
  }
}

/** The properties that only the service sets. No file has them. */
const setByService = new Set(['id', 'environment', 'version', 'createdAt', 'updatedAt', 'secretKeyLast4']);

/** Returns a form as its file stores it. */
export function fileOf({ spamProtection, ...form }: Form): FormFile {
  const captchas = Object.entries(spamProtection ?? {}).map(([name, part]) => [name, own(part as object)]);
  return { ...own(form), ...(spamProtection && { spamProtection: Object.fromEntries(captchas) }) };
}

const own = (record: object): object =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !setByService.has(name)));

/** Returns a name for a form's new file: `contact-us.json`, with the end of the form's ID if the name is taken. */
export function fileNameOf({ title, id }: Form, taken: ReadonlySet<string>): string {
  const slug = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60);
  const name = `${slug || 'form'}.json`;
  return taken.has(name) ? `${slug || 'form'}-${id.slice(-6).toLowerCase()}.json` : name;
}
