import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { linkIn, mailsTo } from '../support/cloud/mail.ts';
import { eventually } from '../support/eventually.ts';
import { violations } from './support/axe.ts';
import { appUrl, openAs } from './support/dashboard.ts';
import { call, mailFolder } from './support/service.ts';
import { expect, test } from './support/test.ts';

const password = 'correct horse battery';
const newAddress = () => `${randomUUID()}@example.com`;

/** The link in the latest of so many mails to an address. */
const linkTo = (address: string, count = 1): Promise<string> =>
  eventually(async () => {
    const mails = mailsTo({ mailFolder: mailFolder() }, address);
    expect(mails).toHaveLength(count);
    return linkIn(mails[count - 1] as (typeof mails)[number]);
  }, 30_000);

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Somebody whose account was created for them, signed in, on the page of their account. */
async function openNewAccount(page: Page): Promise<string> {
  const email = newAddress();
  await call('POST', '/users', { email, password, role: 'viewer' });
  await page.goto(appUrl('/login'));
  await signIn(page, email);
  await expect(page.getByRole('heading', { name: 'Forms', exact: true })).toBeVisible();
  await page.goto(appUrl('/account'));
  return email;
}

async function askFor(page: Page, address: string): Promise<void> {
  const form = page.locator('form').filter({ has: page.getByLabel('Email address') });
  await form.getByLabel('Email address').fill(address);
  await form.getByLabel('Current password').fill(password);
  await form.getByRole('button', { name: 'Save' }).click();
  // The password is checked, which is slow on purpose.
  await expect(page.getByText(`Confirm ${address} with the link that we sent.`)).toBeVisible({ timeout: 60_000 });
}

const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm address' });

// People sign in several times, which is slow on purpose.
test.describe.configure({ timeout: 180_000 });

test('an address that somebody else has entered is confirmed by a mailed link', async ({ page }) => {
  const email = await openNewAccount(page);
  const unconfirmed = page.getByText('Not confirmed yet.');
  await expect(unconfirmed).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText(`Link sent to ${email}.`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send link again' })).toBeVisible();

  await page.goto(await linkTo(email));
  await expect(page.getByText(`You are signed in as ${email}.`)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await confirm(page).click();
  await expect(page.getByText('Address confirmed.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Account' })).toBeVisible();
  await expect(unconfirmed).toHaveCount(0);
});

test('a new address counts once its link is followed in the own account, and in no other', async ({ page }) => {
  const email = await openNewAccount(page);
  const changed = newAddress();
  await askFor(page, changed);
  await expect(page.getByLabel('Email address')).toHaveValue(email);
  const link = await linkTo(changed);

  await page.context().clearCookies();
  await openAs(page, '/forms');
  await page.goto(link);
  await confirm(page).click();
  await expect(page.getByRole('alert')).toContainText('link');
  await page.context().clearCookies();
  await page.goto(link);
  await expect(confirm(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, email);
  await confirm(page).click();
  await expect(page.getByText(`Address changed to ${changed}.`)).toBeVisible();
  await signIn(page, changed);
  await expect(page.getByRole('heading', { name: 'Forms', exact: true })).toBeVisible();
});

test('a change that was cancelled leaves its link without effect', async ({ page }) => {
  const email = await openNewAccount(page);
  const changed = newAddress();
  await askFor(page, changed);
  const link = await linkTo(changed);
  await page.getByRole('button', { name: 'Cancel change' }).click();
  await expect(page.getByText('Change cancelled.')).toBeVisible();
  await page.goto(link);
  await confirm(page).click();
  await expect(page.getByRole('alert')).toContainText('link');
  await page.goto(appUrl('/account'));
  await expect(page.getByLabel('Email address')).toHaveValue(email);
});
