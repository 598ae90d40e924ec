import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { project } from './web-options.ts';

const packageOf = /^.*node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/** Returns the names of the packages that sources belong to, each once. The project's own sources belong to none. */
export const packagesOf = (sources: readonly string[]): string[] =>
  [...new Set(sources.flatMap(path => packageOf.exec(path)?.[1] ?? []))].sort();

/**
 * Returns the licenses of the packages that browsers load, which ask to be passed on with every copy. Throws if a package
 * comes without one.
 */
export const licenses = (sources: readonly string[]): string =>
  [
    'Formline is licensed under the Apache License 2.0. Browsers also load parts of these packages.\n',
    ...packagesOf(sources).map(licenseOf),
  ].join(`\n${'-'.repeat(80)}\n\n`);

function licenseOf(name: string): string {
  const folder = join(project, 'node_modules', name);
  const file = readdirSync(folder).find(each => /^licen[cs]e(\.\w+)?$/i.test(each));
  if (!file) throw new Error(`${name} is bundled for browsers and has no license file: find out its terms.`);
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}
