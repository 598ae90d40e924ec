import { routeParams } from '../../domain/pages/route-params.ts';
import { webFiles } from './web-files.ts';

/** The file with the scripts of each route of the dashboard. The build writes it. */
export const pageScripts = 'app/page-scripts.json';

let routes: [route: string, scripts: string[]][] | undefined;

/** Returns the scripts that the dashboard's page at a path loads besides those of every page. */
export function scriptsOfPage(path: string): readonly string[] {
  routes ??= Object.entries(JSON.parse(webFiles().get(pageScripts)?.body ?? '{}') as Record<string, string[]>);
  return routes.find(([route]) => routeParams(route, path))?.[1] ?? [];
}
