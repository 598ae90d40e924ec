import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { api } from '../../shared/contracts/index.ts';
import { startedService } from '../support/cloud/service.ts';

const service = startedService();
const anybody = service.client();
const project = join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));

const get = (path: string, headers = {}) => service.send({ method: 'GET', path, headers });

describe('the page at the root', () => {
  it('names the script of this version with the hash that a browser checks', async () => {
    const { text } = await get('/');
    const [, path = '', integrity] =
      /\/(embed\/[\w.-]+\.js)&quot; integrity=&quot;(sha384-[\w+/=]+)&quot;/.exec(text) ?? [];
    expect(path).toMatch(new RegExp(`^embed/${version.replaceAll('.', '\\.')}-[0-9a-f]{8}\\.js$`));
    const script = await get(`/${path}`);
    expect(`sha384-${createHash('sha384').update(script.text).digest('base64')}`).toBe(integrity);
    expect(script.text).toBe((await get('/embed.js')).text);
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it('loads its stylesheet and nothing else, and lies in no frame', async () => {
    const { headers, text } = await get('/');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    );
    const loaded = [...text.matchAll(/<(?:script|link|img)[^>]+(?:src|href)="([^"]+)"/g)].map(([, url]) => url);
    expect(loaded).toEqual(['data:,', 'assets/page.css']);
    expect((await get('/assets/page.css')).headers['content-type']).toBe('text/css; charset=utf-8');
  });

  it('minds no parameters that were added to its address', async () => {
    expect((await get('/?utm_source=mail&utm_source=twice')).status).toBe(200);
  });
});

describe('the description of the API', () => {
  it('is there for programs, with the address that it was asked at', async () => {
    const { status, headers, text, body } = await get('/openapi.json', { host: 'forms.example.com' });
    const cached = { type: headers['content-type'], etag: headers.etag, cache: headers['cache-control'] };
    expect({ status, ...cached }).toEqual({
      status: 200,
      type: 'application/json; charset=utf-8',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
      cache: 'public, max-age=300, stale-while-revalidate=86400',
    });
    expect(body.servers).toEqual([
      { url: expect.stringMatching(/:\/\/forms\.example\.com$/), description: 'This deployment' },
    ]);
    const { servers: _, ...published } = JSON.parse(readFileSync(join(project, 'docs/openapi.json'), 'utf8'));
    expect(body).toMatchObject(published);
    expect(text).not.toContain('{baseUrl}');
    expect((await get('/openapi.json', { 'if-none-match': String(headers.etag) })).status).toBe(304);
  });

  it('is there for people, every operation of it, with what lies here and nothing else', async () => {
    const { status, headers, text } = await get('/docs');
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/html; charset=utf-8' });
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    );
    for (const operation of Object.keys(api)) expect(text).toContain(`<section class="operation" id="${operation}">`);
    const ids = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const links = [...text.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.filter(id => !ids.has(id))).toEqual([]);
    const loaded = [...text.matchAll(/<(?:script|link)[^>]+(?:src|href)="([^"]+)"/g)].map(([, url = '']) => url);
    expect(loaded).toEqual(['data:,', 'assets/page.css', 'assets/docs.css', 'assets/docs.js']);
    const replies = await Promise.all(loaded.slice(1).map(url => get(`/${url}`)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await get('/')).text).toContain('href="docs"');
  });

  it('shows an address as text, whatever a host calls itself', async () => {
    const { text } = await get('/docs', { host: '"><script>alert(1)</script>' });
    expect(text).not.toContain('<script>alert');
  });
});

describe('the licenses of what browsers load', () => {
  it('are there with the copyright of each package, and NOTICE names the same packages', async () => {
    const { status, headers, text } = await get('/assets/licenses.txt');
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/plain; charset=utf-8' });
    const sections = text.split(/\n-{80}\n\n/).slice(1);
    for (const section of sections)
      expect(section).toMatch(/^\S+ \d\S+ \(\S+\)\n\n[\s\S]*Copyright \(c\)[\s\S]*"AS IS"/i);
    const notice = readFileSync(join(project, 'NOTICE'), 'utf8');
    const named = [...notice.matchAll(/^- (\S+)/gm)].map(([, name]) => name);
    expect(named).toEqual(sections.map(section => section.split(' ')[0]));
    expect(named).toContain('preact');
  });

  it('are named by the dashboard, and by scripts with packages in them', async () => {
    expect((await get('/app')).text).toMatch(/<link rel="license" href="[^"]+\/assets\/licenses\.txt">/);
    expect((await get('/embed.mjs')).text).toContain('// Licenses: ../assets/licenses.txt');
  });
});

describe('the script that puts forms into pages', () => {
  it.each(['/embed.js', '/embed.mjs'])('%s is new within five minutes, for pages of any origin', async path => {
    const { status, headers } = await get(path, { origin: 'https://www.example.com' });
    expect({ status, headers }).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
        vary: 'Accept-Encoding',
      },
    });
  });

  it('leads from a version that is gone to the one of today', async () => {
    const { status, headers } = await get('/embed/0.0.1-0123abcd.js');
    expect({ status, location: headers.location, cached: headers['cache-control'] }).toEqual({
      status: 302,
      location: '../embed.js',
      cached: 'no-store',
    });
  });

  it('is gone where no other would fit the hash that a page names', async () => {
    const origin = 'https://www.example.com';
    const { status, body, headers } = await get('/embed/0.0.1-0123abcd.js', { origin });
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'not_found' });
    expect(headers['cache-control']).not.toMatch(/max-age=[1-9]/);
    expect((await get('/embed.js', { origin })).status).toBe(200);
  });

  it('is compressed for who asks for it, where that is worth it', async () => {
    const { headers, text } = await get('/assets/page.css', { 'accept-encoding': 'gzip' });
    expect(headers['content-encoding']).toBe('gzip');
    expect(Number(headers['content-length'])).toBeLessThan((await get('/assets/page.css')).text.length / 2);
    expect(text).not.toContain('color-scheme');
  });

  it('sends the embed in no more than the 12 KB that are promised', async () => {
    const { headers } = await get('/embed.js', { 'accept-encoding': 'gzip' });
    expect(headers['content-encoding']).toBe('gzip');
    expect(Number(headers['content-length'])).toBeLessThanOrEqual(12 * 1024);
  });
});

it('tells monitors that it answers, and which version it is', async () => {
  const { status, body } = await anybody('getHealth');
  expect({ status, body }).toEqual({ status: 200, body: { status: 'ok', version } });
});
