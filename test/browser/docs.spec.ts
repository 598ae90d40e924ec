import { violations } from './support/axe.ts';
import { credentials } from './support/service.ts';
import { expect, test } from './support/test.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  const onlyColors = colorScheme === 'dark';
  test(`the reference of the API is readable in ${colorScheme} colors, and finds an operation`, async ({ browser }) => {
    const page = await browser.newPage({ colorScheme });
    const errors: string[] = [];
    page.on('console', message => message.type() === 'error' && errors.push(message.text()));
    await page.goto(`${credentials().baseUrl}/docs`);
    const operations = page.getByRole('navigation', { name: 'Operations' });
    await page.getByLabel('Find an operation').fill('list deliveries');
    await expect(operations.locator('details li:visible')).toHaveText([
      /List the deliveries of a webhook/,
      /of an integration/,
    ]);
    await operations.getByText('List the deliveries of a webhook').click();
    await expect(page.getByRole('heading', { name: 'List the deliveries of a webhook' })).toBeInViewport();
    expect(await violations(page, { onlyColors })).toEqual([]);
    expect(errors).toEqual([]);
    await page.close();
  });
}

test('the reference begins with its text on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${credentials().baseUrl}/docs`);
  await expect(page.locator('nav a[href="#createForm"]')).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
