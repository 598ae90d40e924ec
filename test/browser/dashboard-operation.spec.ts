import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { appUrl, hasLoaded, openAs } from './support/dashboard.ts';
import { call, credentials } from './support/service.ts';
import { test } from './support/test.ts';

async function newViewer(): Promise<{ email: string; password: string }> {
  const person = { email: `${randomUUID()}@example.com`, password: 'correct horse battery' };
  await call('POST', '/users', { ...person, role: 'viewer' });
  return person;
}

const main = (page: Page) => page.getByRole('main');

test('a key is made, shown once, rotated and revoked', async ({ page }) => {
  const name = `Key ${randomUUID()}`;
  await openAs(page, '/keys');
  await page.getByRole('button', { name: 'New key' }).first().click();
  await page.getByRole('radio', { name: /^Secret/ }).check();
  await page.getByRole('button', { name: 'Create key' }).click();
  // The refusal stands at its field.
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription(/at least 1/);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Role', { exact: true }).selectOption('viewer');
  await page.getByRole('button', { name: 'Create key' }).click();
  const key = await page.getByRole('dialog').locator('pre').textContent();
  expect(key).toMatch(/^sk_live_/);
  const read = await fetch(`${credentials().baseUrl}/forms`, { headers: { authorization: `Bearer ${key}` } });
  expect(read.status).toBe(200);
  await page.getByRole('button', { name: 'Done' }).click();
  const row = page.getByRole('row', { name: new RegExp(name) });
  await expect(row).toContainText('Secret, Viewer');
  await expect(page.locator('body')).not.toContainText(key ?? '');
  await row.getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Rotate' }).click();
  await page.getByRole('button', { name: 'Rotate' }).click();
  await expect(page.getByRole('dialog').locator('pre')).not.toHaveText(key ?? '');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(row).toContainText('Old secret works until');
  await row.getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await page.getByRole('button', { name: 'Revoke' }).click();
  await expect(row).toHaveCount(0);
});

test('a webhook is made, tested, read in its log and deleted', async ({ page }) => {
  const receiver = createServer((_, response) => response.writeHead(418).end('<b>short and stout</b>'));
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/${randomUUID()}`;
  try {
    await openAs(page, '/webhooks');
    await page.getByRole('button', { name: 'New webhook' }).first().click();
    await page.getByLabel('URL').fill('ftp://example.com');
    await page.getByRole('button', { name: 'Create' }).click();
    await expect(page.getByLabel('URL')).toHaveAccessibleDescription(/http/);
    await page.getByLabel('URL').fill(url);
    await page.getByRole('button', { name: 'Create' }).click();
    await expect(page.getByRole('dialog').locator('pre')).toHaveText(/^whsec_/);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: url }).click();
    await page.getByRole('button', { name: 'Send test' }).click();
    await expect(async () => {
      await page.getByRole('button', { name: 'Refresh' }).click();
      await expect(main(page).locator('tbody td.end')).toHaveText('1', { timeout: 1000 });
    }).toPass();
    await main(page).getByRole('button', { name: 'New response' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('answered 418');
    // What a receiver says is text.
    await expect(dialog).toContainText('<b>short and stout</b>');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByLabel('Status').selectOption('succeeded');
    await expect(main(page)).toContainText('No deliveries yet');
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page).toHaveURL(appUrl('/webhooks'));
    await expect(page.getByRole('link', { name: url })).toHaveCount(0);
  } finally {
    receiver.close();
  }
});

test('somebody is invited, accepts by the link, and sees what a viewer may', async ({ page, browser }) => {
  const email = `${randomUUID()}@example.com`;
  await openAs(page, '/members');
  await page.getByRole('button', { name: 'Invite member' }).click();
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send invite' }).click();
  const link = (await page.getByRole('dialog').locator('pre').textContent()) ?? '';
  expect(link).toContain(appUrl('/invitations/inv_'));
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('row', { name: new RegExp(email) })).toContainText('Invited');
  const elsewhere = await browser.newContext();
  const invited = await elsewhere.newPage();
  await invited.goto(link);
  await invited.getByLabel(/name/i).fill('Grace');
  await invited.getByLabel(/password/i).fill('correct horse battery');
  await invited.getByRole('main').locator('button[type=submit]').click();
  await expect(invited).toHaveURL(/\/app\/(forms)?$/);
  await elsewhere.close();
  await page.reload();
  await expect(page.getByRole('row', { name: new RegExp(email) })).toContainText('Active');
});

test('a viewer is shown no button that would be refused', async ({ page, errors }) => {
  const viewer = await newViewer();
  for (const path of ['webhooks', 'integrations', 'members', 'usage', 'settings']) {
    await openAs(page, `/${path}`, viewer);
    await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible();
    await hasLoaded(page);
    const names = await main(page).getByRole('button').allTextContents();
    expect({ path, names: names.filter(name => /New|Invite|Save|Rotate|Delete|Send/.test(name)) }).toEqual({
      path,
      names: [],
    });
  }
  for (const hidden of ['API keys', 'Audit trail', 'Data subjects']) {
    await expect(page.getByRole('link', { name: hidden })).toHaveCount(0);
  }
  expect(errors).toEqual([]);
});

test('an expired session is begun anew over the page', async ({ page }) => {
  const viewer = await newViewer();
  await openAs(page, '/members', viewer);
  await expect(page.getByRole('row', { name: new RegExp(viewer.email) })).toBeVisible();
  await page.context().clearCookies();
  await page.getByRole('link', { name: 'Settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(dialog.getByLabel('Email address')).toHaveValue(viewer.email);
  await dialog.getByLabel('Password').fill(viewer.password);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({
    name: '__Host-formline',
    httpOnly: true,
    secure: true,
    sameSite: 'Strict',
    path: '/',
  });
  expect(
    await page.evaluate(() => document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage })),
  ).not.toContain('ses_');
});

test('a person is gathered, and what was done is in the audit trail', async ({ page }) => {
  const email = `${randomUUID()}@example.com`;
  await openAs(page, '/data-subjects');
  await page.getByRole('button', { name: 'Export a person' }).click();
  await page.getByRole('textbox', { name: 'Email address' }).fill(email);
  await page.getByRole('button', { name: 'Start export' }).click();
  await expect(page.getByRole('row', { name: /\*\*\*/ }).first()).toBeVisible();
  // As one whose deadline is over. The request itself is done too soon for that.
  await page.route(/\/data-subjects\b/, async route => {
    if (route.request().resourceType() !== 'fetch') return route.continue();
    const response = await route.fetch();
    const { items, ...rest } = await response.json();
    const [latest, ...others] = items;
    const late = { ...latest, environments: null, state: 'waiting', deadline: '2020-01-31T00:00:00.000Z' };
    return route.fulfill({ response, json: { ...rest, items: [late, ...others] } });
  });
  await page.reload();
  await expect(page.locator('tbody tr').first()).toContainText('Overdue');
  await expect(page.getByText('Overdue')).toHaveCount(1);
  await page.unroute(/\/data-subjects\b/);
  await page.goto(appUrl('/audit'));
  await page.getByLabel('Action').selectOption('data_subject.export_requested');
  await expect(page).toHaveURL(/action=data_subject/);
  await expect(page.getByRole('row', { name: /Requested export of a person/ }).first()).toContainText(
    'owner@example.com',
  );
});
