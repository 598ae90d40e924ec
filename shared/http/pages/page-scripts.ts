import { webFiles } from './web-files.ts';

/** The file with the scripts of each route of the dashboard. The build writes it. */
export const pageScripts = 'app/page-scripts.json';

let routes: [route: string[], scripts: string[]][] | undefined;

const partsOf = (path: string): string[] => path.split('/').filter(Boolean);

/** Returns the scripts that the dashboard's page at a path loads besides those of every page. */
export function scriptsOfPage(path: string): readonly string[] {
  routes ??= Object.entries(JSON.parse(webFiles().get(pageScripts)?.body ?? '{}') as Record<string, string[]>).map(
    ([route, scripts]) => [partsOf(route), scripts],
  );
  const parts = partsOf(path);
  const found = routes.find(
    ([names]) =>
      names.length === parts.length && names.every((name, index) => name.startsWith(':') || name === parts[index]),
  );
  return found?.[1] ?? [];
}
