import type { Page } from '@playwright/test';
import { importStays, openAs, stay } from './support/dashboard.ts';
import { newForm } from './support/service.ts';
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
  const pages = {
    '/forms': page.getByRole('table').getByRole('img').first(),
    '/analytics': page.getByRole('figure').first(),
    [`/forms/${id}/analytics`]: page.getByRole('figure').first(),
    [`/forms/${id}/summary`]: page.getByRole('figure').first(),
    [`/forms/${id}/responses`]: page.getByRole('table').first(),
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
