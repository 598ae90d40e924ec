import { readFile } from 'node:fs/promises';
import { appUrl } from './support/dashboard.ts';
import { credentials } from './support/service.ts';
import { expect, test } from './support/test.ts';

test('a new team signs in, makes a form, embeds it, sees a response arrive, reads the chart, exports, and makes a key', async ({
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
  await page.getByRole('button', { name: /^Blank form/ }).click();
  await page.getByLabel('Form title').fill('Guest book');
  await page.getByRole('button', { name: 'Short text', exact: true }).click();
  await page.getByLabel(/^Label of field 1,/).fill('Who are you?');
  await page.getByRole('button', { name: 'Email', exact: true }).click();
  await page.getByLabel(/^Label of field 2,/).fill('Your address');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Published. Visitors now see this version.')).toBeVisible();

  const pages = page.getByRole('navigation', { name: 'Form pages' });
  await page.waitForURL(/\/share$/);
  await page.getByRole('button', { name: 'Create a key' }).click();
  const snippet = page.getByRole('region', { name: 'Inline', exact: true });
  await expect(snippet).toContainText('key="pk_live_');
  const visited = site.add((await snippet.textContent()) ?? '');

  await pages.getByRole('link', { name: 'Responses' }).click();
  await expect(page.getByText('No responses yet')).toBeVisible();

  const visitor = await context.newPage();
  await visitor.goto(visited);
  await visitor.getByLabel('Who are you?').fill('Grace Hopper');
  await visitor.getByLabel('Your address').fill('grace@example.com');
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
  expect(await readFile(await download.path(), 'utf8')).toContain(',Grace Hopper,grace@example.com');
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
