import type { Metafile } from 'esbuild';

/**
 * Throws if a bundle imports anything but Node's own modules and its parts. esbuild silently leaves out a `require`
 * within a `try` that isn't installed.
 */
export function refuseImports({ outputs }: Metafile, parts: ReadonlyMap<string, string> = new Map()): void {
  const faults = Object.entries(outputs).flatMap(([bundle, { imports }]) =>
    imports
      .filter(({ path }) => !path.startsWith('node:') && !parts.has(path))
      .map(({ path }) => `${bundle} imports ${path}, which no Lambda function would find: bundle it`),
  );
  if (faults.length > 0) throw new Error(faults.join('\n'));
}
