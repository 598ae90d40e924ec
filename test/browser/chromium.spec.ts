import { expect, test } from './support/test.ts';

test('Chromium turns off all that Playwright does, though it obeys only the last list', async ({ page }) => {
  await page.goto('chrome://version');
  const command = await page.locator('#command_line').innerText();
  const [first, last, ...more] = [...command.matchAll(/--disable-features=(\S+)/g)].map(([, list]) => list?.split(','));
  expect(more).toEqual([]);
  expect(last).toEqual(expect.arrayContaining(first ?? []));
});
