import { appUrl } from './support/dashboard.ts';
import { credentials } from './support/service.ts';
import { expect, test } from './support/test.ts';

/** The tenth of `test/clients-from-specification`: whoever reads the specification looks for API keys under Settings. */
test('a person signs in, makes a key of staging under Settings, sees it once, and calls the API with it', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await page.setViewportSize({ width: 1440, height: 900 });
  const { email, password } = credentials().owner;
  await page.goto(appUrl('/'));
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();

  await page.getByRole('link', { name: 'Settings', exact: true }).click({ timeout: 60_000 });
  await page.getByRole('link', { name: 'API keys' }).click();
  await page.getByRole('button', { name: 'New key' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /^Secret/ }).check();
  await dialog.getByLabel('Name').fill('From the specification');
  await dialog.getByLabel('Environment').selectOption('staging');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const shown = page.getByLabel('Your new key', { exact: true }).last();
  await expect(shown).toContainText('sk_test_');
  const key = /sk_test_\w+/.exec((await shown.textContent()) ?? '')?.[0] ?? '';
  await page.getByRole('button', { name: 'Done' }).click();
  await page.reload();
  await expect(page.getByText(key)).toHaveCount(0);

  const answer = await fetch(`${credentials().baseUrl}/forms`, { headers: { authorization: `Bearer ${key}` } });
  expect(answer.status).toBe(200);
});
