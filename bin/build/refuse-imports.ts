import type { Metafile } from 'esbuild';

/**
 * Throws when a bundle imports anything but Node's own modules and its parts. esbuild itself leaves out in silence what
 * is required within a `try` and not installed.
 */
export function refuseImports({ outputs }: Metafile, parts: ReadonlyMap<string, string> = new Map()): void {
  const faults = Object.entries(outputs).flatMap(([bundle, { imports }]) =>
    imports
      .filter(({ path }) => !path.startsWith('node:') && !parts.has(path))
      .map(({ path }) => `${bundle} imports ${path}, which no Lambda function would find: bundle it`),
  );
  if (faults.length > 0) throw new Error(faults.join('\n'));
}
