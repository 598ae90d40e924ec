import type { APIGatewayProxyEvent } from 'aws-lambda';
import { html } from '../../domain/pages/html.ts';
import { notFound } from '../../errors.ts';
import { providers } from '../../sign-in/providers.ts';
import { Reply } from '../reply.ts';
import { scriptsOfPage } from './page-scripts.ts';
import { type WebFile, webFiles } from './web-files.ts';

/** Matches files whose name changes with their content. */
const hashedName = /-[0-9A-Za-z]{8}\.(?:css|js|svg)$/;

/**
 * Returns the policy: no text becomes markup or a script, whatever an answer contains, and nothing is loaded from or
 * sent elsewhere, except images of forms to the bucket of uploads.
 */
const policyOf = (uploads: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    `connect-src 'self' ${uploads}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

const shellHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** Loads the S3 client only for the page, not for its files. */
const uploadsOrigin = async (): Promise<string> => (await import('../../aws/s3/images.ts')).imagesOrigin();

/**
 * Returns a file of the dashboard; for any other URL below `/app`, the page that shows it. A file of an earlier
 * deployment is a 404, from which an open tab recovers.
 */
export async function dashboardReply(event: APIGatewayProxyEvent): Promise<Reply> {
  const path = event.pathParameters?.path ?? '';
  if (hashedName.test(path)) return fileReply(webFiles().get(`app/${path}`));
  const shell = webFiles().get('app/index.html');
  if (!shell) throw notFound('File');
  const page = shell.body
    .replace(/.*\{page\}.*\n/, line =>
      scriptsOfPage(path)
        .map(name => line.replace('{page}', name))
        .join(''),
    )
    .replaceAll('{base}', wayToDashboard(path, event.path.endsWith('/')))
    .replace('{providers}', () => html`${JSON.stringify(providers().map(({ id, name }) => ({ id, name })))}`.text);
  return new Reply(page, { headers: { ...shellHeaders, 'content-security-policy': policyOf(await uploadsOrigin()) } });
}

function fileReply(file: WebFile | undefined): Reply {
  if (!file) throw notFound('File');
  const headers = {
    'content-type': file.type,
    etag: file.etag,
    'cache-control': 'public, max-age=31536000, immutable',
  };
  return new Reply(file.body, { headers: { ...headers, 'cross-origin-resource-policy': 'same-origin' } });
}

/** Returns the relative path from a URL to `/app`, because a stage or another prefix may precede it. */
function wayToDashboard(path: string, isFolder: boolean): string {
  const levels = path.split('/').filter(Boolean).length + (isFolder ? 1 : 0);
  if (levels === 0) return 'app';
  return levels === 1
    ? '.'
    : Array(levels - 1)
        .fill('..')
        .join('/');
}
