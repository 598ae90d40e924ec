import { setTimeout } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import { hasLoaded, importStays, openAs, stay } from './support/dashboard.ts';
import { newForm, responsesOf } from './support/service.ts';
import { expect, test } from './support/test.ts';

/** Notes what moves under the eyes of the person, from the first moment of each page on. */
const watched = (page: Page) =>
  page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) shifts.push(entry.value);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

const moved = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, each) => sum + each, 0));

type View = {
  /** What shows that the page has its data. */
  readonly content: Locator;
  /** The requests to the service after who is signed in, without polls. */
  readonly asks: readonly string[];
  /** Which of these requests wait for the form. All others come with the request for it. */
  readonly afterForm?: readonly string[];
  /** At most so many scripts come after those that the page names in its head. */
  readonly lateScripts?: number;
  /** At most so many compressed KB of scripts and styles, and elements of the page, which are what makes it slow. */
  readonly kb: number;
  readonly elements: number;
};

/** Notes the requests of a page: those to the service, and the scripts that come after the first of these. */
function requestsOf(page: Page) {
  const asks: string[] = [];
  let late = 0;
  page.on('request', request => {
    const { pathname, searchParams } = new URL(request.url());
    if (request.resourceType() === 'script' && asks.length > 0) late += 1;
    if (request.resourceType() !== 'fetch' || searchParams.get('limit') === '25') return;
    asks.push(pathname.replaceAll(/\b(?:form|sub|org)_\w+/g, ':id'));
  });
  return {
    begin: () => {
      asks.length = 0;
      late = 0;
    },
    asks: () => asks.filter(path => path !== '/auth/me').sort(),
    /** Whether each of these was requested. */
    hasAll: (paths: readonly string[]) => paths.every(path => asks.includes(path)),
    late: () => late,
  };
}

const pathOf = (id: string) => (url: URL) => url.pathname === `/forms/${id}`;

/** Holds the answer with a form until something is so: that the page has sent its other requests, for one. */
const holdForm = (page: Page, isForm: (url: URL) => boolean, until: () => boolean) =>
  page.route(isForm, async route => {
    while (!until() && !page.isClosed()) await setTimeout(10);
    await route.continue();
  });

const sizeOf = (page: Page): Promise<{ bytes: number; elements: number }> =>
  page.evaluate(() => {
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const own = files.filter(({ name }) => /\/app\/[^/]+\.(?:js|css)$/.test(name));
    const bytes = own.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    return { bytes, elements: document.querySelectorAll('*').length };
  });

test('pages keep their shape while they load, and ask once for what they show', async ({ page }) => {
  const id = await newForm(stay);
  await importStays(id, 20);
  await watched(page);
  const [response] = await responsesOf(id);
  const isForm = pathOf(id);
  const [table, figure, form] = [page.getByRole('table').first(), page.getByRole('figure').first(), `/forms/${id}`];
  const heading = (name: string) => page.getByRole('heading', { name });
  const ofForm = '/forms/:id';
  const twice = (...paths: string[]) => paths.flatMap(path => [path, path]);
  const thrice = (...paths: string[]) => paths.flatMap(path => [path, path, path]);
  const views: Readonly<Record<string, View>> = {
    '/forms': {
      content: table.getByRole('img').first(),
      asks: ['/analytics', '/forms'],
      lateScripts: 2,
      kb: 31,
      elements: 4000,
    },
    '/analytics': { content: figure, asks: twice('/analytics', '/analytics/trends'), kb: 42, elements: 4000 },
    [`${form}/analytics`]: {
      content: figure,
      asks: [...twice('/analytics/dropoffs', '/analytics/trends'), ofForm, ...twice(`${ofForm}/analytics`)],
      kb: 45,
      elements: 900,
    },
    [`${form}/summary`]: { content: figure, asks: [ofForm, `${ofForm}/summary`], kb: 44, elements: 1000 },
    [`${form}/responses`]: { content: table, asks: ['/responses'], kb: 47, elements: 1500 },
    [`${form}/responses/${response?.id}`]: {
      content: heading('Timeline'),
      asks: [ofForm, '/responses/:id', '/responses/:id/timeline'],
      afterForm: ['/responses/:id/timeline'],
      lateScripts: 1,
      kb: 49,
      elements: 400,
    },
    [`${form}/edit`]: {
      content: page.getByLabel('Form title'),
      asks: [ofForm, `${ofForm}/draft-version`],
      kb: 90,
      elements: 700,
    },
    [`${form}/settings`]: { content: heading('Access'), asks: [ofForm, `${ofForm}/sealing`], kb: 48, elements: 600 },
    [`${form}/share`]: { content: page.getByRole('switch'), asks: [ofForm, '/integrations'], kb: 45, elements: 400 },
    '/usage': { content: table, asks: thrice('/analytics', '/responses'), kb: 27, elements: 300 },
    '/members': { content: table, asks: ['/organizations/:id/members'], kb: 33, elements: 3000 },
  };
  const requests = requestsOf(page);
  for (const [path, { content, asks, afterForm = [], lateScripts = 0, kb, elements }] of Object.entries(views)) {
    requests.begin();
    const together = asks.filter(ask => !afterForm.includes(ask));
    await holdForm(page, isForm, () => requests.hasAll(together));
    await openAs(page, path);
    await expect(content).toBeVisible();
    await page.waitForLoadState('networkidle');
    await page.unroute(isForm);
    expect(await moved(page), path).toBeLessThan(0.05);
    expect(requests.asks(), path).toEqual(asks);
    expect(requests.late(), path).toBeLessThanOrEqual(lateScripts);
    const size = await sizeOf(page);
    expect(size.bytes, path).toBeLessThan(kb * 1024);
    expect(size.elements, path).toBeLessThan(elements);
  }
});

test('the list of forms asks once for the figures of all forms', async ({ page }) => {
  for (let count = 0; count < 3; count++) await newForm(stay);
  const asked: string[] = [];
  page.on('request', request => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/analytics')) asked.push(pathname);
  });
  await openAs(page, '/forms');
  await expect(page.getByRole('table').getByRole('img').nth(2)).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual(['/analytics']);

  const script = page.waitForRequest(/\/app\/page-\w+\.js$/);
  await page.getByRole('table').getByRole('link').first().hover();
  await script;
});

const tabNames = ['Edit', 'Responses', 'Analytics', 'Share', 'Settings'];

for (const width of [1440, 1280, 390]) {
  test(`the head of a form stays in its place on every tab at ${width} px`, async ({ page }) => {
    const id = await newForm(stay);
    await page.setViewportSize({ width, height: 844 });
    await openAs(page, `/forms/${id}/share`);
    const title = page.getByRole('heading', { level: 1, name: stay.title });
    const tabs = page.getByRole('navigation', { name: 'Form pages' });
    const places: object[] = [];
    for (const name of tabNames) {
      await tabs.getByRole('link', { name, exact: true }).click();
      await expect(tabs.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page');
      await hasLoaded(page);
      const [head, row] = await Promise.all([title.boundingBox(), tabs.getByRole('link').first().boundingBox()]);
      places.push({ name, title: [head?.x, width > 500 && head?.y], tabs: [row?.x, width > 500 && row?.y] });
    }
    expect(places).toEqual(tabNames.map(name => ({ ...places[0], name })));
  });
}

for (const path of ['responses', 'summary', 'analytics', 'share', 'settings']) {
  test(`a click on a tab of ${path} counts even if the page loads in the middle of it`, async ({ page }) => {
    const id = await newForm(stay);
    let isPressed = false;
    // The list of responses brings its form along.
    const isForm = path === 'responses' ? (url: URL) => url.pathname === '/responses' : pathOf(id);
    await holdForm(page, isForm, () => isPressed);
    await openAs(page, `/forms/${id}/${path}`);
    await page.getByRole('link', { name: 'Edit', exact: true }).hover();
    await page.mouse.down();
    isPressed = true;
    await expect(page.getByRole('heading', { level: 1, name: stay.title })).toBeVisible();
    await page.mouse.up();
    await expect(page).toHaveURL(/\/edit$/);
  });
}

test('a form opens the same page of another form', async ({ page }) => {
  const [id, other] = [await newForm(stay), await newForm({ ...stay, title: 'Where to next?' })];
  await openAs(page, `/forms/${id}/share`);
  await page.getByRole('button', { name: 'Switch form' }).click();
  await page.getByRole('combobox', { name: 'Search forms' }).fill('where to');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([/Where to next/]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Where to next?' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/forms/${other}/share$`));
});
