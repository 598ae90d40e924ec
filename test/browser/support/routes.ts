import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const source = readFileSync(join(import.meta.dirname, '../../../web/app/routes.ts'), 'utf8');

const routesOf = (name: string): string[] => {
  const [, table = ''] = new RegExp(`const ${name}: Routes = \\{([^}]*)\\}`).exec(source) ?? [];
  return [...table.matchAll(/'(\/[^']*)': pageOf/g)].map(([, route = '']) => route);
};

/** The pages of the dashboard: `/forms/:id/edit`. One that is added is in all tests that are about each of them. */
export const routes = { open: routesOf('openRoutes'), signedIn: routesOf('routes').filter(route => route !== '/') };

/** The page of a route: `{ '/forms/:id': '/forms/form_1' }` says what stands for a part of it that has names. */
export function pageOf(route: string, shown: Readonly<Record<string, string>>): string {
  const [longest] = Object.keys(shown)
    .filter(part => `${route}/`.startsWith(`${part}/`))
    .sort((one, other) => other.length - one.length);
  const page = longest ? shown[longest] + route.slice(longest.length) : route;
  if (page.includes(':')) throw new Error(`Say what ${route} shows in this test`);
  return page;
}

/** What its picture is called: `dashboard-forms-edit`, `dashboard-webhooks-one`. */
export const pictureOf = (route: string): string =>
  ['dashboard', ...route.slice(1).replace(/:\w+$/, 'one').split('/')].filter(part => !part.startsWith(':')).join('-');
