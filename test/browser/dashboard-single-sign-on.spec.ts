import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { violations } from './support/axe.ts';
import { appUrl, openAs } from './support/dashboard.ts';
import { expect, test } from './support/test.ts';

const command = join(import.meta.dirname, '../../bin/oidc-secret.ts');

/** As the operator of the service does. */
test.beforeAll(async () => {
  const env = { ...process.env, LOCAL_DATA: process.env.BROWSER_TEST_DATA };
  const running = promisify(execFile)(process.execPath, [command, '-c', 'stage=local', 'real'], { env });
  running.child.stdin?.end('a-secret-of-the-real-client\n');
  await running;
});

/** Signs in at the page of the provider, as a person does who has not been there before. */
test('somebody new signs in by a provider, and single sign-on is required of all', async ({ page }) => {
  await openAs(page, '/settings');
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'Single sign-on' }) });
  await section.getByLabel('real.example (Acme)').check();
  await section.getByLabel('Role for new members').selectOption('editor');
  await section.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await section.getByLabel('Require single sign-on').check();
  await section.getByRole('button', { name: 'Save' }).click();
  await expect(section.getByRole('alert')).toContainText('first sign in with it yourself');

  await page.context().clearCookies();
  await page.goto(appUrl('/members'));
  await expect(page.getByRole('link', { name: 'Sign in with Acme' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Sign in with Acme' }).click();
  const email = `ada-${randomUUID()}@real.example`;
  await page.locator('input[name=login]').fill(email);
  await page.locator('input[name=password]').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();

  await expect(page.getByRole('heading', { name: 'Members', exact: true })).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(email) })).toContainText('Editor');
  expect(new URL(page.url()).pathname).toMatch(/\/app\/members$/);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Members', exact: true })).toBeVisible();

  await page.goto(appUrl('/account'));
  await page.getByLabel('Your name').fill('Ada Lovelace');
  await page.context().clearCookies({ name: '__Host-formline' });
  await page.getByRole('button', { name: 'Save' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  const goOn = dialog.getByRole('button', { name: 'I signed in' });
  await goOn.click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    dialog.getByRole('link', { name: 'Sign in with Acme' }).click(),
  ]);
  await expect(tab.getByRole('heading', { name: 'Forms', exact: true })).toBeVisible();
  await goOn.click();
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Your name')).toHaveValue('Ada Lovelace');
  await tab.close();

  // As it is in an organization that asks for a second factor, and has chosen another provider.
  await page.route('**/auth/me', async route => {
    const me = await (await route.fetch()).json();
    const memberships = me.memberships.map((each: object) => ({ ...each, requires: 'other_sign_in' }));
    await route.fulfill({ json: { ...me, memberships } });
  });
  await page.goto(appUrl('/members'));
  await expect(page.getByRole('heading', { name: 'Sign in another way' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
});

test('somebody whom the provider has not verified for is told what to do, and where to go on', async ({ page }) => {
  await page.goto(appUrl('/login'));
  await page.getByRole('link', { name: 'Sign in with Acme' }).click();
  await page.locator('input[name=login]').fill(`unverified-${randomUUID()}@real.example`);
  await page.locator('input[name=password]').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'You are not signed in' })).toBeVisible();
  await expect(page.getByText('has not verified your email address')).toBeVisible();
  await page.getByRole('link', { name: 'Back to sign-in' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});
