import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { violations } from './support/axe.ts';
import { appUrl } from './support/dashboard.ts';
import { call, credentials } from './support/service.ts';
import { expect, test } from './support/test.ts';

/** Moves the focus by the keyboard alone. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  const isThere = () => wanted.evaluate(element => element === document.activeElement);
  for (let presses = 0; presses < 150 && !(await isThere()); presses++) await page.keyboard.press('Tab');
  await expect(wanted).toBeFocused();
}

/** Makes the first page of a form, and its look, by the mouse alone; only texts are typed. */
async function buildByMouse(page: Page): Promise<void> {
  const choose = (type: string) => page.locator('.ed-inserter').getByRole('option', { name: type }).click();
  const label = (place: number) => page.getByLabel(new RegExp(`^Label of field ${place},`));
  await page.getByLabel('Form title').fill('Guest book');
  await page.getByRole('button', { name: 'Add field' }).click();
  await choose('Short text');
  await label(1).fill('Who are you?');
  await page.getByRole('button', { name: 'Insert below Who are you?' }).click();
  await choose('Single choice');
  await label(2).fill('Are you coming?');
  const options = page.getByRole('complementary', { name: 'Field', exact: true });
  await options.getByLabel('Label 1', { exact: true }).fill('Yes');
  await options.getByLabel('Label 2', { exact: true }).fill('No');
  await options.getByRole('button', { name: 'Remove 3' }).click();
  await page.getByRole('button', { name: 'Insert below Are you coming?' }).click();
  await choose('New page');
  await label(3).fill('Food');

  const panels = page.locator('.ed-pane.left .ed-pane-head');
  await panels.getByRole('button', { name: 'Design' }).click();
  await page.locator('.ed-preset').nth(2).click();
  await expect(page.locator('formline-form').getByLabel('Who are you?')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await panels.getByRole('button', { name: 'Add' }).click();
}

/** Adds two pages and a condition, and publishes, by the keyboard alone. */
async function finishByKeyboard(page: Page): Promise<void> {
  const { keyboard } = page;
  const insert = async (type: string, label: string) => {
    await keyboard.press('Escape');
    await keyboard.press('/');
    await expect(page.getByRole('combobox', { name: 'Insert field' })).toBeFocused();
    await keyboard.type(type);
    await keyboard.press('Enter');
    await expect(page.locator('.ed-label:focus')).toBeVisible();
    await keyboard.type(label);
  };
  await insert('multiple', 'What do you eat?');
  const condition = page.getByRole('region', { name: 'Show this field' });
  const conditions = page.locator('.ed-inspector summary').filter({ hasText: 'Conditions' });
  await tabTo(page, conditions);
  if (!(await condition.isVisible())) await keyboard.press('Enter');
  await tabTo(page, condition.getByRole('button', { name: 'Add condition' }));
  await keyboard.press('Enter');
  await expect(page.getByText('Shown when Are you coming? is “Yes”')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.locator('#main').focus();
  await insert('new page', 'Last words');
  await insert('long', 'Anything else?');
  await tabTo(page, page.getByRole('button', { name: 'Publish', exact: true }));
  await keyboard.press('Enter');
}

test('a new team signs in, makes a form of three pages, embeds it, sees a response arrive, reads the chart, exports, and makes a key', async ({
  page,
  context,
  site,
}) => {
  test.setTimeout(180_000);
  await page.setViewportSize({ width: 1440, height: 900 });
  const { email, password } = credentials().owner;
  await page.goto(appUrl('/'));
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();

  await page.getByRole('link', { name: 'New form' }).first().click({ timeout: 60_000 });
  await expect(page.getByLabel('Keep responses for')).toHaveValue('12 months');
  await page.getByRole('button', { name: /^Blank form/ }).click();
  await page.waitForURL(/\/edit$/);
  const formId = new URL(page.url()).pathname.split('/').at(-2);
  expect(await call('GET', `/forms/${formId}`)).toMatchObject({ retention: { days: 365, policy: 'delete' } });
  await buildByMouse(page);
  await finishByKeyboard(page);
  await expect(page.getByText('Published. Visitors now see this version.')).toBeVisible();

  const pages = page.getByRole('navigation', { name: 'Form pages' });
  await page.waitForURL(/\/share$/);
  await page.getByRole('button', { name: 'Create a key' }).click();
  const snippet = page.getByRole('region', { name: 'Inline', exact: true });
  await expect(snippet).toContainText('key="pk_live_');
  expect(await violations(page)).toEqual([]);
  const visited = site.add((await snippet.textContent()) ?? '');

  await pages.getByRole('link', { name: 'Responses' }).click();
  await expect(page.getByText('No responses yet')).toBeVisible();

  const visitor = await context.newPage();
  await visitor.goto(visited);
  await visitor.getByLabel('Who are you?').fill('Grace Hopper');
  await visitor.getByLabel('Yes').check();
  await visitor.getByRole('button', { name: 'Next' }).click();
  await visitor.getByLabel('Option 2').check();
  await visitor.getByRole('button', { name: 'Next' }).click();
  await visitor.getByLabel('Anything else?').fill('See you!');
  await visitor.getByRole('button', { name: 'Send' }).click();
  await expect(visitor.getByText('Thank you')).toBeVisible();
  await visitor.close();

  const row = page.getByRole('row').filter({ hasText: 'Grace Hopper' });
  await expect(row).toContainText('Completed', { timeout: 30_000 });
  await expect(row).toContainText('New');

  await pages.getByRole('link', { name: 'Analytics' }).click();
  const funnel = page.getByRole('figure', { name: 'From view to submission' });
  await expect(async () => {
    await page.reload();
    await expect(funnel.getByRole('row', { name: /Submissions from browsers 1 100%/ })).toBeAttached();
  }).toPass();

  await pages.getByRole('link', { name: 'Responses' }).click();
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Export' }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toContain(',Grace Hopper,Yes,Option 2,See you!');
  await page.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('link', { name: 'API keys' }).click();
  await page.getByRole('button', { name: 'New key' }).first().click();
  await page.getByRole('dialog').getByLabel('Name').fill('Warehouse');
  await page.getByRole('radio', { name: /^Secret/ }).check();
  await page.getByRole('button', { name: 'Create key' }).click();
  await expect(page.getByLabel('Your new key', { exact: true }).last()).toContainText('sk_live_');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Warehouse' })).toBeVisible();
});
