import type { Page } from '@playwright/test';
import { importStays, openAs, stay } from './support/dashboard.ts';
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

test('pages keep their shape while they load', async ({ page }) => {
  const id = await newForm(stay);
  await importStays(id, 20);
  await watched(page);
  const [response] = await responsesOf(id);
  const pages = {
    '/forms': page.getByRole('table').getByRole('img').first(),
    '/analytics': page.getByRole('figure').first(),
    [`/forms/${id}/analytics`]: page.getByRole('figure').first(),
    [`/forms/${id}/summary`]: page.getByRole('figure').first(),
    [`/forms/${id}/responses`]: page.getByRole('table').first(),
    [`/forms/${id}/responses/${response?.id}`]: page.getByRole('heading', { name: 'Timeline' }),
    [`/forms/${id}/edit`]: page.getByLabel('Form title'),
    [`/forms/${id}/settings`]: page.getByRole('heading', { name: 'Access' }),
  };
  for (const [path, content] of Object.entries(pages)) {
    await openAs(page, path);
    await expect(content).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await moved(page), path).toBeLessThan(0.05);
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
      await expect(page.locator('.skeleton')).toHaveCount(0);
      const [head, row] = await Promise.all([title.boundingBox(), tabs.getByRole('link').first().boundingBox()]);
      places.push({ name, title: [head?.x, width > 500 && head?.y], tabs: [row?.x, width > 500 && row?.y] });
    }
    expect(places).toEqual(tabNames.map(name => ({ ...places[0], name })));
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
