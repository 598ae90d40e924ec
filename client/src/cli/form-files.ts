import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Form } from '../api.ts';
import { Failure } from './failure.ts';

/** A form as its file has it: without what the service sets, so that it can be pushed to any stage. */
export type FormFile = Readonly<Record<string, unknown>>;

/** The form that a file is in one stage, the version that was pulled or pushed, and the hash of the file as it was then. */
export type Link = { readonly id: string; readonly etag: string; readonly hash: string };

/** Of what a file says, however it is laid out. */
export const hashOf = (file: FormFile | undefined): string =>
  createHash('sha256')
    .update(JSON.stringify(file ?? null))
    .digest('base64url')
    .slice(0, 22);

/** Of each stage: file to form. */
export type Links = Readonly<Record<string, Readonly<Record<string, Link>>>>;

const linksFile = '.formline.json';

/** The forms of a folder by the names of their files. */
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

/** What only the service says of a form: no file has it. */
const setByService = new Set(['id', 'environment', 'version', 'createdAt', 'updatedAt', 'secretKeyLast4']);

/** A form as it is kept in a file. */
export function fileOf({ spamProtection, ...form }: Form): FormFile {
  const captchas = Object.entries(spamProtection ?? {}).map(([name, part]) => [name, own(part as object)]);
  return { ...own(form), ...(spamProtection && { spamProtection: Object.fromEntries(captchas) }) };
}

const own = (record: object): object =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !setByService.has(name)));

/** A name for the file of a form that has none yet: `contact-us.json`, and with an end of its id where that is taken. */
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
