import type { Contract } from '../contract.ts';
import { object, record } from '../records.ts';

/** One function has these pages and scripts in its bundle: what belongs together is deployed together. */
const serves = {
  method: 'GET',
  transport: { head: true },
  auth: [],
  // The dashboard's policy names the bucket of uploads.
  grants: ['files:locate'],
  status: 200,
  rateShare: 0.2,
} as const;

const ofHome = { ...serves, servedBy: 'getHome', etag: true } as const;

/**
 * The rate share of the largest files. Few people read them, and at the rate of visitors each would cost a thousand
 * dollars a day.
 */
const ofReaders = 0.02;

/** Pages get a new version within five minutes. Pages with an older version need not wait for it. */
const soon = 'public, max-age=300, stale-while-revalidate=86400';
const forever = 'public, max-age=31536000, immutable';

export const getHome = {
  ...serves,
  path: '/',
  summary: 'Get the start page',
  description: 'A page about this service, with links to its parts.',
  transport: { page: true, head: true },
  grants: ['providers:know', 'version:know', 'files:locate'],
  // The dashboard, which it serves too, has a button for each.
  cacheControl: 'public, max-age=60',
  produces: ['text/html'],
} as const satisfies Contract;

export const getHealth = {
  ...serves,
  servedBy: 'getHome',
  path: '/health',
  summary: 'Check that the service answers',
  description: 'For monitors. It does not use the database or any other service.',
  response: object(['status', 'version'], {
    status: { const: 'ok' },
    version: { type: 'string', description: 'The release: `0.2.0`.' },
    revision: { type: 'string', description: 'The deployed commit: `1a2b3c4d5e6f`.' },
  }),
} as const satisfies Contract;

export const getEmbed = {
  ...ofHome,
  path: '/embed.js',
  summary: 'Get the script that puts forms into pages',
  description: 'A classic script. New versions reach pages within five minutes.',
  cacheControl: soon,
  produces: ['text/javascript'],
} as const satisfies Contract;

export const getEmbedModule = {
  ...ofHome,
  path: '/embed.mjs',
  summary: 'Get the module that puts forms into pages',
  description: 'The same as `/embed.js`, for bundlers and `import`.',
  cacheControl: soon,
  produces: ['text/javascript'],
} as const satisfies Contract;

export const getEmbedFile = {
  ...ofHome,
  path: '/embed/{file}',
  summary: 'Get the embed script of one version, or a part of it',
  description:
    '`/embed/<version>.js` never changes, so a page can name its hash (SRI); `GET /` shows both. An earlier version redirects to `/embed.js`, or is 404 if the request has an `Origin`, as for a tag with `integrity`.',
  cacheControl: forever,
  alternatives: { 302: 'Another version: `Location` is the current script.' },
  params: record({ file: { type: 'string', description: 'The name of a file, such as `<version>.js`.' } }),
  produces: ['text/javascript', 'application/json'],
} as const satisfies Contract;

export const getAsset = {
  ...ofHome,
  path: '/assets/{file}',
  summary: 'Get a stylesheet or script of the pages, or the licenses',
  description: '`licenses.txt` has the licenses of the packages that browsers load.',
  cacheControl: soon,
  params: record({ file: { type: 'string', description: 'The name of a file: `page.css`.' } }),
  produces: ['text/css', 'text/javascript', 'text/plain'],
} as const satisfies Contract;

export const getOpenApi = {
  ...ofHome,
  rateShare: ofReaders,
  path: '/openapi.json',
  summary: 'Get this description of the API',
  description: 'OpenAPI 3.1, with the address of this request as its server.',
  cacheControl: soon,
  response: { type: 'object', additionalProperties: true },
} as const satisfies Contract;

export const getDocs = {
  ...ofHome,
  rateShare: ofReaders,
  path: '/docs',
  summary: 'Read the reference of the API',
  description: 'Shows `/openapi.json` as a page for people.',
  transport: { page: true, head: true },
  cacheControl: soon,
  produces: ['text/html'],
} as const satisfies Contract;

export const getDashboard = {
  ...ofHome,
  path: '/app',
  summary: 'Get the dashboard',
  description: 'The page where people log in, create forms and see responses.',
  transport: { page: true, head: true },
  cacheControl: 'no-cache',
  produces: ['text/html'],
} as const satisfies Contract;

export const getDashboardPage = {
  ...ofHome,
  path: '/app/{path+}',
  summary: 'Get a page of the dashboard, or a file of it',
  description:
    'A file has a hash in its name and never changes. Any other path returns the dashboard, which shows that page.',
  transport: { page: true, head: true },
  // Links to accept an invitation, or to choose a new password.
  urlHoldsSecret: true,
  cacheControl: 'no-cache',
  params: record({
    path: { type: 'string', description: 'The path of a page, such as `forms`, or the name of a file.' },
  }),
  produces: ['text/html', 'text/css', 'text/javascript'],
} as const satisfies Contract;

export const site = {
  getHome,
  getHealth,
  getOpenApi,
  getDocs,
  getEmbed,
  getEmbedModule,
  getEmbedFile,
  getAsset,
  getDashboard,
  getDashboardPage,
} as const;
