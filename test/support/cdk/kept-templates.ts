import { createHash } from 'node:crypto';
import {
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { revisionOf } from '../../../lib/version.ts';
import type { SynthesisProps } from './synthesis.ts';

const project = join(import.meta.dirname, '../../..');
const folder = join(project, 'node_modules/.cache/templates');
const unusedMs = 24 * 60 * 60_000;

/** The files that affect a template, besides the settings. */
const sources = [
  'lib/**/*.ts',
  'shared/**/*.ts',
  'test/support/cdk/*.ts',
  'cdk.json',
  'package.json',
  'package-lock.json',
];

/** The commit is part of the templates. The next commit changes nothing else in them. */
const revision = revisionOf(project);
const anyRevision = '+{revision}';

let hashOfSources: string | undefined;
const read = new Map<string, string>();

/**
 * Returns the templates of a deployment by part, flat and as deployed, in JSON. They are created once for the same
 * sources and settings and cached for later runs, because the CDK alone takes two seconds to load.
 */
export function templatesOf(environment: NodeJS.ProcessEnv, props: SynthesisProps): string {
  hashOfSources ??= hash(
    globSync(sources, { cwd: project })
      .sort()
      .map(file => `${file}\n${textOf(join(project, file))}`),
  );
  const key = hash([hashOfSources, JSON.stringify([environment, props]), String(revision !== '')]);
  const templates = read.get(key) ?? kept(key) ?? keep(key, newTemplates(environment, props));
  read.set(key, templates);
  return templates;
}

function newTemplates(environment: NodeJS.ProcessEnv, props: SynthesisProps): string {
  const { synthesized } = createRequire(import.meta.filename)('./synthesis.ts') as typeof import('./synthesis.ts');
  const { prepareStackTrace } = Error;
  // The CDK reads hundreds of stack traces. Jest would map each to its sources, which Node itself has loaded here.
  Reflect.deleteProperty(Error, 'prepareStackTrace');
  try {
    return JSON.stringify(synthesized(environment, props));
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
  }
}

const fileOf = (key: string): string => join(folder, `${key}.json`);

function kept(key: string): string | undefined {
  try {
    utimesSync(fileOf(key), new Date(), new Date());
    return textOf(fileOf(key)).replaceAll(anyRevision, `+${revision}`);
  } catch {
    return undefined;
  }
}

function keep(key: string, templates: string): string {
  mkdirSync(folder, { recursive: true });
  const unfinished = `${fileOf(key)}.${process.pid}`;
  writeFileSync(unfinished, revision ? templates.replaceAll(`+${revision}`, anyRevision) : templates);
  renameSync(unfinished, fileOf(key));
  removeUnused();
  return templates;
}

/** Removes unused templates. Another process may be removing the same ones. */
function removeUnused(): void {
  for (const path of readdirSync(folder).map(name => join(folder, name))) {
    const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - changed > unusedMs) rmSync(path, { force: true });
  }
}

const textOf = (file: string): string => readFileSync(file, 'utf8');

function hash(texts: readonly string[]): string {
  const sum = createHash('sha256').update(process.version);
  for (const text of texts) sum.update(`${text.length}\n${text}`);
  return sum.digest('hex').slice(0, 32);
}
