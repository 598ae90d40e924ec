import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import {
  getAsset,
  getDashboard,
  getDashboardPage,
  getDocs,
  getEmbed,
  getEmbedFile,
  getEmbedModule,
  getHealth,
  getHome,
  getOpenApi,
} from '../../shared/contracts/web/site.ts';
import { homePage } from '../../shared/domain/pages/home-page.ts';
import { html } from '../../shared/domain/pages/html.ts';
import { env } from '../../shared/env.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { dashboardReply } from '../../shared/http/pages/dashboard.ts';
import { pageEndpoint, pageReply } from '../../shared/http/pages/page-endpoint.ts';
import { webFiles } from '../../shared/http/pages/web-files.ts';
import { Reply } from '../../shared/http/reply.ts';

const versionedScript = /^embed\/\d[\w.-]*-[0-9a-f]{8}\.js$/;

/** Lets a page of any origin load it, even one that isolates itself (COEP). */
const anyOrigin = { 'cross-origin-resource-policy': 'cross-origin' };

const policyOfDocs =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

function fileReply(path: string): Reply {
  const file = webFiles().get(path);
  if (!file) throw notFound('File');
  return new Reply(file.body, { headers: { 'content-type': file.type, etag: file.etag, ...anyOrigin } });
}

const home = pageEndpoint(getHome, async ({ baseUrl }) => {
  const [path, { integrity }] = [...webFiles()].find(([path]) => versionedScript.test(path)) ?? ['', { integrity: '' }];
  return pageReply(homePage({ version: env('SERVICE_VERSION'), baseUrl, script: { path, integrity } }));
});

const health = endpoint(getHealth, async () => {
  const [version, revision] = env('SERVICE_VERSION').split('+');
  return { status: 'ok', version, revision };
});

/** The ETag is the same at each address, because only the address differs. */
const openApi = endpoint(getOpenApi, async ({ baseUrl }) => {
  const { body, headers } = fileReply('openapi.json');
  return new Reply(
    String(body).replace('"{baseUrl}"', () => JSON.stringify(baseUrl)),
    { headers },
  );
});

const docs = pageEndpoint(getDocs, async ({ baseUrl }) => {
  const { body, headers } = fileReply('docs.html');
  const page = String(body).replace('{baseUrl}', () => html`${baseUrl}`.text);
  return pageReply(page, { headers: { ...headers, 'content-security-policy': policyOfDocs } });
});

const embed = endpoint(getEmbed, async () => fileReply('embed.js'));

const embedModule = endpoint(getEmbedModule, async () => fileReply('embed.mjs'));

const embedFile = endpoint(getEmbedFile, async ({ params, origin }) => {
  const path = `embed/${params.file}`;
  const isGone = versionedScript.test(path) && !webFiles().has(path);
  // Only a tag with `crossorigin` sends an origin, and a tag with `integrity` needs `crossorigin`. It can't be
  // redirected, because no other script would match its hash.
  if (!isGone || origin !== undefined) return fileReply(path);
  return new Reply(undefined, { status: 302, headers: { location: '../embed.js', 'cache-control': 'no-store' } });
});

const asset = endpoint(getAsset, async ({ params }) => fileReply(`assets/${params.file}`));

const dashboard = endpoint(getDashboard, async ({ event }) => dashboardReply(event));

const dashboardPage = endpoint(getDashboardPage, async ({ event }) => dashboardReply(event));

/** The handlers by the paths of their contracts. */
const handlers: Readonly<Record<string, typeof home>> = {
  [getHome.path]: home,
  [getHealth.path]: health,
  [getOpenApi.path]: openApi,
  [getDocs.path]: docs,
  [getEmbed.path]: embed,
  [getEmbedModule.path]: embedModule,
  [getEmbedFile.path]: embedFile,
  [getAsset.path]: asset,
  [getDashboard.path]: dashboard,
  [getDashboardPage.path]: dashboardPage,
};

export const handler = (event: APIGatewayProxyEvent, context: Context) =>
  (handlers[event.resource] ?? home)(event, context);
