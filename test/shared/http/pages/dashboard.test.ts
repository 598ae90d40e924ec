import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { dashboardReply } from '../../../../shared/http/pages/dashboard.ts';

const directory = mkdtempSync(join(tmpdir(), 'dashboard-'));

beforeAll(() => {
  process.env.LAMBDA_TASK_ROOT = directory;
  Object.assign(process.env, { UPLOADS_BUCKET: 'files', AWS_REGION: 'eu-central-1' });
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' });
  process.env.OIDC_PROVIDERS = JSON.stringify([{ id: 'acme', name: 'Acme "&" Sons', clientId: 'c', domains: [] }]);
  mkdirSync(join(directory, 'web/app'), { recursive: true });
  writeFileSync(
    join(directory, 'web/app/index.html'),
    '<link href="{base}/{page}">\n<script src="{base}/main-0a1B2c3D.js" data-providers="{providers}"></script>{base}',
  );
  const scripts = { '/forms/new': ['new-0a1B2c3D.js'], '/forms/:id/edit': ['edit-0a1B2c3D.js', 'part-0a1B2c3D.js'] };
  writeFileSync(join(directory, 'web/app/page-scripts.json'), JSON.stringify(scripts));
  writeFileSync(join(directory, 'web/app/main-0a1B2c3D.js'), 'start()');
  writeFileSync(join(directory, 'web/secret-0a1B2c3D.js'), 'not of the dashboard');
});
afterAll(() => {
  delete process.env.LAMBDA_TASK_ROOT;
  delete process.env.OIDC_PROVIDERS;
  rmSync(directory, { recursive: true });
});

/** A request as the gateway hands it on: what follows `/app/` as it was sent, undefined for `/app` itself. */
const replyTo = (path: string, below = path.slice('/app/'.length)) =>
  dashboardReply({ path, pathParameters: below === '' ? null : { path: below } } as unknown as APIGatewayProxyEvent);

/** Where a browser that shows the page at this address looks for the script. */
const scriptOf = async (address: string, path: string): Promise<string> => {
  const [, src = ''] = /src="([^"]+)"/.exec(String((await replyTo(path)).body)) ?? [];
  return new URL(src, address).href;
};

describe('an address of the dashboard', () => {
  it.each([
    '/app',
    '/app/',
    '/app/forms',
    '/app/forms/',
    '/app/forms/form_1/edit',
    '/app/forms/a%2Fb/responses/sub_1',
    '/app/invitations/inv_0.js.map',
    '/app/index.html',
  ])('%s shows the page, which finds its script behind any prefix', async path => {
    for (const prefix of ['https://forms.example.com', 'https://x.execute-api.eu-west-1.amazonaws.com/production']) {
      expect(await scriptOf(prefix + path, path)).toBe(`${prefix}/app/main-0a1B2c3D.js`);
    }
  });

  it.each([
    ['/app/forms/form_1/edit', ['/app/edit-0a1B2c3D.js', '/app/part-0a1B2c3D.js']],
    ['/app/forms/new/', ['/app/new-0a1B2c3D.js']],
    ['/app/forms/form_1', []],
    ['/app/elsewhere', []],
  ])('%s names the scripts of the page, so that the browser loads them at once', async (path, scripts) => {
    const [head = ''] = String((await replyTo(path)).body).split('<script');
    const links = head.split('\n').filter(Boolean);
    const hrefs = links.map(link => /^<link href="([^"]+)">$/.exec(link)?.[1] ?? link);
    expect(hrefs.map(href => new URL(href, `https://forms.example.com${path}`).pathname)).toEqual(scripts);
  });

  it('names the providers that people sign in by, and no more of them', async () => {
    expect((await replyTo('/app/login')).body).toContain(
      'data-providers="[{&quot;id&quot;:&quot;acme&quot;,&quot;name&quot;:&quot;Acme \\&quot;&amp;\\&quot; Sons&quot;}]"',
    );
  });

  it('is a page that runs and loads nothing but its own, shows no text as markup, and lies in no frame', async () => {
    const { headers } = await replyTo('/app/forms');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(headers['content-security-policy']?.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data: blob:",
      // The bucket that images of forms are sent to.
      "connect-src 'self' https://files.s3.eu-central-1.amazonaws.com",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ]);
  });

  it('is a file that never changes, where its name has a hash', async () => {
    const { body, headers } = await replyTo('/app/main-0a1B2c3D.js');
    expect({ body, headers }).toEqual({
      body: 'start()',
      headers: {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'cross-origin-resource-policy': 'same-origin',
        etag: expect.stringMatching(/^"[\w-]{22}"$/),
      },
    });
  });

  it.each([
    '/app/main-99999999.js',
    '/app/forms/main-0a1B2c3D.js',
    '/app/../secret-0a1B2c3D.js',
    '/app/%2e%2e/secret-0a1B2c3D.js',
  ])('%s is not there', async path => {
    await expect(replyTo(path)).rejects.toThrow('File not found');
  });
});
