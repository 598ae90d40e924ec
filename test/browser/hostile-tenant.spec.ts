import type { Page } from '@playwright/test';
import { openAs } from './support/dashboard.ts';
import { call, hostedPageOf, newForm } from './support/service.ts';
import { expect, test } from './support/test.ts';

/** What a tenant writes who means harm: markup, ends of attributes and of scripts, and what a text turns around. */
const harm =
  '<img src=https://evil.example/x onerror=globalThis.harmed=1>"\'><script>globalThis.harmed=1</script></script><svg onload=globalThis.harmed=1>\u202E{{7*7}}';
/** Wider than any page, and without a place to break. */
const endless = 'W'.repeat(200);
const link =
  '[click](javascript:globalThis.harmed=1) [too](data:text/html,<script>1</script>) ![](https://evil.example/y)';

const words = { label: `${harm} ${endless}`, help: `${endless} ${harm}`, placeholder: harm };
const fields = [
  { id: 'text', type: 'text', ...words, default: harm },
  { id: 'area', type: 'textarea', ...words },
  { id: 'choice', type: 'select', ...words, options: [harm, { value: 'plain', label: harm }] },
  { id: 'radio', type: 'radio', label: harm, options: [harm, 'b'] },
  { id: 'grid', type: 'matrix', label: harm, rows: [harm, endless], columns: [harm, 'c'] },
  { id: 'rank', type: 'ranking', label: harm, options: [harm, 'd'] },
  { id: 'scale', type: 'scale', label: harm, lowLabel: harm, highLabel: harm },
  { id: 'said', type: 'statement', text: `${harm} ${link}` },
  { id: 'agreed', type: 'consent', text: `${harm} ${link}` },
  { id: 'file', type: 'file', label: harm },
];
const german = Object.fromEntries(
  fields.map(({ id, type }) => [id, /statement|consent/.test(type) ? { text: harm } : { label: harm, help: harm }]),
);

const hostileForm = () =>
  newForm({
    title: `${endless} ${harm}`.slice(0, 255),
    language: 'en',
    fields,
    thankYou: { text: `${harm} ${link}` },
    closedMessage: harm,
    texts: { de: { title: harm, thankYou: { text: harm }, fields: german } },
  } as Parameters<typeof newForm>[0]);

/** Everything that the page does which only a text that is taken for more than one could have it do. */
function watch(page: Page): string[] {
  const seen: string[] = [];
  page.on('request', request => {
    if (/evil\.example/.test(new URL(request.url()).hostname)) seen.push(`asks ${request.url()}`);
  });
  page.on('dialog', dialog => {
    seen.push(`says ${dialog.message()}`);
    void dialog.dismiss();
  });
  return seen;
}

/** What the policy of the page has to stop, if markup came through after all. */
async function tryInlineScript(page: Page): Promise<void> {
  await page.evaluate(() => {
    const button = document.createElement('button');
    for (const run of [
      () => document.body.append(Object.assign(document.createElement('script'), { textContent: 'harmed = 1' })),
      () => document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="harmed = 1">'),
      () => button.setAttribute('onclick', 'harmed = 1'),
    ]) {
      try {
        run();
      } catch {}
    }
    button.click();
    for (const each of document.querySelectorAll('img[onerror]')) each.remove();
  });
}

async function expectUnharmed(page: Page, where: string, seen: readonly string[]): Promise<void> {
  await tryInlineScript(page);
  const found = await page.evaluate(() => {
    const roots: (Document | ShadowRoot)[] = [document];
    for (const root of roots) {
      for (const element of root.querySelectorAll('*')) if (element.shadowRoot) roots.push(element.shadowRoot);
    }
    const all = roots.flatMap(root => [...root.querySelectorAll('*')]);
    return {
      harmed: 'harmed' in globalThis,
      handlers: all.filter(each => each.getAttributeNames().some(name => name.startsWith('on'))).length,
      links: all
        .flatMap(each => [each.getAttribute('href'), each.getAttribute('src'), each.getAttribute('action')])
        .filter(address => address && /^\s*(javascript|data:text|vbscript)/i.test(address)),
      // The place that is kept for a scroll bar makes it less than nothing.
      overflow: Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
      foreign: all.filter(each => /evil\.example/.test(each.getAttribute('src') ?? '')).length,
    };
  });
  expect(found, where).toEqual({ harmed: false, handlers: 0, links: [], overflow: 0, foreign: 0 });
  expect(seen, where).toEqual([]);
}

test('the page of a form shows the words of a hostile tenant as words', async ({ page, browser }) => {
  const id = await hostileForm();
  const seen = watch(page);
  const prefilled = new URLSearchParams({ text: harm, area: harm, embed: '1' });
  for (const query of ['', '?lang=de', `?${prefilled}`, '?sent=1', `?lang=${encodeURIComponent(harm)}`]) {
    await page.goto(`${hostedPageOf(id)}${query}`);
    await expect(page.locator('body')).toBeVisible();
    await expectUnharmed(page, query, seen);
  }
  const withoutScripts = await browser.newContext({ javaScriptEnabled: false });
  const plain = await withoutScripts.newPage();
  const seenPlain = watch(plain);
  await plain.goto(hostedPageOf(id));
  expect(await plain.locator('img, svg, script:not([src]):not([type="application/json"])').count()).toBe(0);
  await expect(plain.getByText('<img src=').first()).toBeVisible();
  expect(seenPlain).toEqual([]);
  await withoutScripts.close();
  const closed = await hostileForm();
  await call('PUT', `/forms/${closed}`, { status: 'archived' });
  await page.goto(hostedPageOf(closed));
  await expectUnharmed(page, 'closed', seen);
});

test('the dashboard shows the words of a hostile tenant, and of a hostile visitor, as words', async ({ page }) => {
  test.setTimeout(120_000);
  const id = await hostileForm();
  const file = {
    formId: id,
    fieldId: 'file',
    fileName: `${harm.replace(/[/\u202E]/g, '')}.svg`,
    contentType: 'image/svg+xml',
    size: 4,
  };
  const signed = await call<{ fileId: string; uploadUrl: string; headers: Record<string, string> }>(
    'POST',
    '/uploads/sign',
    file,
  );
  const put = await fetch(signed.uploadUrl, { method: 'PUT', headers: signed.headers, body: '<svg' });
  expect(put.status).toBe(200);
  const answers = { text: harm, area: `${harm} ${link}`, choice: harm, radio: harm, agreed: true, file: signed.fileId };
  const response = await call<{ id: string }>('POST', `/v1/forms/${id}/submissions`, answers);
  await call('PUT', `/responses/${response.id}`, { notes: harm });
  const seen = watch(page);
  const pages = [
    '/forms',
    ...['', '/edit', '/settings', '/share', '/responses', '/analytics', `/responses/${response.id}`].map(
      path => `/forms/${id}${path}`,
    ),
  ];
  for (const path of pages) {
    await openAs(page, path);
    await expect(page.locator('main')).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectUnharmed(page, path, seen);
  }
  // The last of them, so that it is known that there were words to see.
  await expect(page.getByText('<img src=').first()).toBeVisible();
});
