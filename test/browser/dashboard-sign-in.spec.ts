import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { totpCode, totpStep } from '../../shared/domain/accounts/totp.ts';
import { violations } from './support/axe.ts';
import { appUrl } from './support/dashboard.ts';
import { call, joinByMail, newForm } from './support/service.ts';
import { expect, test } from './support/test.ts';

type Person = { readonly email: string; readonly password: string };

async function newEditor(): Promise<Person> {
  const person = { email: `${randomUUID()}@example.com`, password: 'correct horse battery' };
  await joinByMail({ ...person, role: 'editor' });
  return person;
}

async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** The secret of the app, as it stands beside the QR code. */
const secretOn = async (page: Page): Promise<string> =>
  ((await page.getByRole('dialog').locator('pre').textContent()) ?? '').replaceAll(' ', '');

const picture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.LOOK_AT;
  if (!folder) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png`, fullPage: true });
  }
  await page.emulateMedia({ colorScheme: 'light' });
};

test('a second factor is turned on, asked for, and replaced by a recovery code', async ({ page }) => {
  const person = await newEditor();
  await page.goto(appUrl('/account'));
  await signIn(page, person);
  await page.getByRole('button', { name: 'Turn on' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password').fill('not this one');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByLabel('Current password')).toHaveAccessibleDescription(/not your current password/);
  await dialog.getByLabel('Current password').fill(person.password);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await picture(page, 'two-factor-qr');
  const secret = await secretOn(page);
  const step = totpStep(Date.now());
  await dialog.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret, step));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await picture(page, 'recovery-codes');
  const codes = ((await dialog.locator('pre').textContent()) ?? '').split('\n');
  expect(codes).toHaveLength(10);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('formline-recovery-codes.txt');
  await dialog.getByRole('button', { name: 'I saved them' }).click();
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await picture(page, 'account');

  await page.context().clearCookies();
  await page.goto(appUrl('/account'));
  await signIn(page, person);
  await expect(page.getByRole('heading', { name: 'Two-factor sign-in' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await picture(page, 'code');
  await page.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret, step));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('already used');
  await page.getByRole('textbox', { name: 'Code' }).fill(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByText('9 recovery codes are left.')).toBeVisible();

  // Required of a whole organization: at once, beside a name that is being typed.
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByLabel('Name', { exact: true }).last().fill('Two factors');
  await page.getByRole('button', { name: 'Create organization' }).click();
  await expect(page.getByLabel('Short name')).toHaveValue(/^two-factors/);
  const name = page.getByLabel('Name', { exact: true }).first();
  await name.fill('Two factors, please');
  await page.getByRole('switch').click();
  await expect(page.getByRole('switch')).toBeChecked();
  await expect(name).toHaveValue('Two factors, please');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await expect(page.getByRole('button', { name: 'Two factors, please' })).toBeVisible();
});

test('a session that ends in the editor is begun anew over it, and nothing is lost', async ({ page }) => {
  const person = await newEditor();
  const id = await newForm({ status: 'draft', title: 'Before', fields: [{ id: 'name', type: 'text', label: 'Name' }] });
  await page.goto(appUrl(`/forms/${id}/edit`));
  await signIn(page, person);
  const title = page.getByLabel('Form title');
  await expect(title).toBeVisible();
  // The page must not learn that the session has ended before there is something to save.
  await page.route('**/draft-version', route =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  );
  await page.context().clearCookies();
  await title.fill('What I was writing');
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(dialog.getByLabel('Email address')).toHaveValue(person.email);
  expect(await violations(page)).toEqual([]);
  await picture(page, 'sign-in-again');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(title).toHaveValue('What I was writing');

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.unroute('**/draft-version');
  await dialog.getByLabel('Password').fill('not this one');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('Wrong email or password');
  await dialog.getByLabel('Password').fill(person.password);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect
    .poll(async () => (await call<{ title: string }>('GET', `/forms/${id}`)).title)
    .toBe('What I was writing');
});
