import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runInNewContext } from 'node:vm';
import { hasCommand, run } from '../clients/tools.ts';
import { receive } from './receivers.ts';
import { installed, type Target } from './target.ts';

const project = join(import.meta.dirname, '../..');

type Page = {
  goto(url: string): Promise<unknown>;
  getByLabel(label: string): { fill(text: string): Promise<void> };
  getByRole(role: string): { click(): Promise<void> };
  content(): Promise<string>;
  close(): Promise<void>;
};
type Chromium = { newPage(): Promise<Page>; close(): Promise<void> };

/** Chromium, started when it is first needed. Playwright belongs to the package of test/browser. */
export const browser = {
  started: undefined as Promise<Chromium> | undefined,
  start(): Promise<Chromium> {
    const { chromium } = createRequire(join(project, 'test/browser/package.json'))('@playwright/test');
    browser.started ??= chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium' });
    return browser.started as Promise<Chromium>;
  },
  close: async (): Promise<void> => (await browser.started)?.close(),
};

/** Fills in the form of a page, sends it, and waits until the service has the response. Returns the page's HTML. */
async function submitOn(url: string, { formline, formId }: Target): Promise<string> {
  const name = `Ada ${randomUUID()}`;
  const page = await (await browser.start()).newPage();
  await page.goto(url);
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Email address').fill('ada@example.com');
  await page.getByRole('button').click();
  const query = { form_id: formId, status: 'completed', answers: { name } } as const;
  for (let tries = 0; (await formline.call('listResponses', { query })).items.length === 0; tries++) {
    if (tries === 100) throw new Error(`No response arrived from ${url}:\n${await page.content()}`);
    await pause(200);
  }
  await pause(500);
  const html = await page.content();
  await page.close();
  return html;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** Serves a folder while something is done with its address. */
async function served<T>(folder: string, use: (url: string) => Promise<T>): Promise<T> {
  const server = createServer((request, response) => {
    const file = join(folder, new URL(request.url ?? '/', 'http://localhost').pathname.replace(/\/$/, '/index.html'));
    if (!existsSync(file)) return void response.writeHead(404).end();
    response
      .writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
      .end(readFileSync(file));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
  }
}

async function plainHtml(target: Target): Promise<string> {
  const folder = await installed('plain-html', target);
  await served(folder, async url => {
    await submitOn(`${url}/index.html`, target);
    await submitOn(`${url}/without-script.html`, target);
  });
  return 'submitted by the element and by a plain form';
}

async function astro(target: Target): Promise<string> {
  const folder = await installed('astro', target);
  await run('npm', ['run', 'build'], folder);
  await served(join(folder, 'dist'), url => submitOn(`${url}/`, target));
  return 'built, and submitted';
}

async function vue(target: Target): Promise<string> {
  const folder = await installed('vue', target);
  await run('npm', ['run', 'build'], folder);
  const html = await served(join(folder, 'dist'), url => submitOn(`${url}/`, target));
  if (!html.includes('Sent by Ada')) throw new Error(`The event did not reach Vue:\n${html}`);
  return 'built, submitted, and told of it by an event';
}

async function next(target: Target): Promise<string> {
  const folder = await installed('next', target);
  await run('npm', ['run', 'build'], folder);
  await receive(target, {
    start: (port, secret) =>
      spawn(process.execPath, ['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1', '-p', String(port)], {
        cwd: folder,
        env: { ...process.env, WEBHOOK_SECRET: secret },
      }),
    meanwhile: async url => {
      const served = await (await fetch(url)).text();
      if (!served.includes('<formline-form')) throw new Error(`The server renders no element:\n${served}`);
      const html = await submitOn(url, target);
      if (!html.includes('Sent by Ada')) throw new Error(`onSuccess was not called:\n${html}`);
    },
  });
  return 'built strictly, rendered on the server, submitted, and a webhook verified';
}

/** Stands in for the functions of WordPress that the plugin calls, and prints the page of a block. */
const wordpress = `<?php
define( 'ABSPATH', __DIR__ );
$scripts = array(); $types = array();
function add_action( $name, $do ) { $do(); }
function register_block_type( $folder, $args ) { global $types; $types[] = array( json_decode( file_get_contents( "$folder/block.json" ), true ), $args ); }
function wp_enqueue_script( $name, $src, $needs, $version, $args ) { global $scripts; $scripts[] = $src; }
function get_block_wrapper_attributes() { return 'class="wp-block-formline-form"'; }
function esc_attr( $text ) { return htmlspecialchars( $text, ENT_QUOTES ); }
function esc_url( $text ) { return htmlspecialchars( $text, ENT_QUOTES ); }
function esc_html__( $text, $domain ) { return htmlspecialchars( $text ); }
require __DIR__ . '/formline/formline.php';
list( $block, $args ) = $types[0];
$none = $args['render_callback']( array_map( fn( $attribute ) => $attribute['default'], $block['attributes'] ) );
if ( $none !== '' ) { exit( 1 ); }
$html = $args['render_callback']( array( 'form' => $argv[1], 'publishableKey' => $argv[2] ) );
echo '<!doctype html><title>Page</title>', $html;
foreach ( $scripts as $src ) { echo "<script src='$src' async></script>"; }
`;

/** Runs the script of the editor, with a double of `wp`, and types into its two inputs. */
function editWordPressBlock(script: string): void {
  type Node = { type: string; props: { onChange?: (value: string) => void }; children: Node[] };
  const h = (type: string, props: Node['props'], ...children: Node[]): Node => ({ type, props, children });
  const registered: { name: string; edit: (block: object) => Node }[] = [];
  const wp = {
    blockEditor: { useBlockProps: () => ({}) },
    blocks: {
      registerBlockType: (name: string, block: { edit: (block: object) => Node }) =>
        registered.push({ name, ...block }),
    },
    components: { TextControl: 'input', Placeholder: 'fieldset' },
    element: { createElement: h },
    i18n: { __: (text: string) => text },
  };
  runInNewContext(script, { window: { wp } });
  const [block] = registered;
  const set: object[] = [];
  const attributes = { form: '', publishableKey: '' };
  const inputs = block?.edit({ attributes, setAttributes: (change: object) => set.push(change) }).children[0]?.children;
  for (const input of inputs ?? []) input.props.onChange?.(' x ');
  const made = JSON.stringify({ name: block?.name, set });
  const expected = JSON.stringify({ name: 'formline/form', set: [{ form: 'x' }, { publishableKey: 'x' }] });
  if (made !== expected) throw new Error(`The editor of the block makes ${made}`);
}

async function wordPress(target: Target): Promise<string> {
  editWordPressBlock(readFileSync(join(project, 'examples/wordpress/formline/block.js'), 'utf8'));
  if (!(await hasCommand('php'))) return 'left out: this machine has no PHP (apt-get install php-cli)';
  const folder = await installed('wordpress', target);
  writeFileSync(join(folder, 'page.php'), wordpress);
  writeFileSync(
    join(folder, 'index.html'),
    await run('php', ['page.php', target.formId, target.publishableKey], folder),
  );
  await served(folder, url => submitOn(`${url}/`, target));
  return 'the block edited and rendered with doubles of the functions of WordPress, and submitted';
}

export const pages = { 'plain-html': plainHtml, astro, vue, next, wordpress: wordPress };
