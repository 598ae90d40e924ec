import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { appUrl, openAs } from './support/dashboard.ts';
import { call, joinByMail } from './support/service.ts';
import { expect, test } from './support/test.ts';

const password = 'correct horse battery';
const dialog = (page: Page) => page.getByRole('dialog');

async function choose(page: Page, row: string, item: string): Promise<void> {
  await page
    .getByRole('row', { name: new RegExp(row) })
    .getByRole('button')
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('a member gets another role and a link for a new password, and is removed', async ({ page }) => {
  const email = `${randomUUID()}@example.com`;
  const { id } = await call<{ id: string }>('POST', '/users', { email, password, role: 'viewer' });
  const config = { recipients: [id, `${randomUUID()}@example.com`] };
  const integration = await call<{ id: string }>('POST', '/integrations', { type: 'email', config });
  await openAs(page, '/members');
  const row = page.getByRole('row', { name: new RegExp(email) });
  await expect(row).toContainText('Viewer');
  await choose(page, email, 'Change role');
  await dialog(page)
    .getByRole('radio', { name: /^Editor/ })
    .check();
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Editor');

  await choose(page, email, 'Create password reset link');
  await expect(dialog(page).locator('pre')).toContainText(appUrl('/password-resets/'));
  await page.getByRole('button', { name: 'Done' }).click();

  await choose(page, email, 'Remove');
  await dialog(page).getByRole('button', { name: 'Remove' }).click();
  await expect(row).toHaveCount(0);

  await page.goto(appUrl(`/integrations/${integration.id}`));
  await page.getByLabel(`${id} (Former member)`).uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const stored = await call<{ config: object }>('GET', `/integrations/${integration.id}`);
  expect(stored.config).toMatchObject({ recipients: config.recipients.slice(1) });

  // The trail has all of it, by the day and by who did it.
  await page.goto(appUrl('/audit'));
  await page.getByLabel('Action').selectOption('member.removed');
  await expect(page.getByRole('row', { name: /^Removed member/ }).first()).toContainText('owner@example.com');
  await page.getByLabel('To', { exact: true }).fill('2020-01-01');
  await page.getByRole('button', { name: 'Filter' }).click();
  await expect(page.getByText('No matching events')).toBeVisible();
  await expect(page).toHaveURL(/action=member.removed&.*to=2020-01-01/);
});

test('an invitation is taken back, and its link ends', async ({ page }) => {
  const email = `${randomUUID()}@example.com`;
  await openAs(page, '/members');
  await page.getByRole('button', { name: 'Invite member' }).click();
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send invite' }).click();
  const link = (await dialog(page).locator('pre').textContent()) ?? '';
  await page.getByRole('button', { name: 'Done' }).click();
  await choose(page, email, 'Withdraw invitation');
  await dialog(page).getByRole('button', { name: 'Withdraw invitation' }).click();
  await expect(page.getByRole('row', { name: new RegExp(email) })).toHaveCount(0);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This invitation is no longer valid' })).toBeVisible();
});

test('an organization is made, named, and deleted by its name', async ({ page }) => {
  const email = `${randomUUID()}@example.com`;
  await joinByMail({ email, password, role: 'viewer' });
  await openAs(page, '/settings', { email, password });
  await page.getByLabel('Name').last().fill('A second team');
  await page.getByRole('button', { name: 'Create organization' }).click();
  await expect(page.getByRole('button', { name: 'A second team' })).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByLabel('Short name')).toHaveValue(/^a-second-team/);
  await page.getByLabel('Name', { exact: true }).first().fill('Our second team');
  // That of single sign-on comes later.
  await page.getByRole('button', { name: 'Save' }).first().click();
  await expect(page.getByRole('button', { name: 'Our second team' })).toBeVisible();

  await page.getByRole('button', { name: 'Delete organization' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Delete organization' })).toBeDisabled();
  await dialog(page).getByRole('textbox').fill('Our second team');
  await dialog(page).getByRole('button', { name: 'Delete organization' }).click();
  await expect(page.getByRole('button', { name: 'My organization' })).toBeVisible();
});
