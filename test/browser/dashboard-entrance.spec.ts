import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { violations } from './support/axe.ts';
import { appUrl, openAs } from './support/dashboard.ts';
import { credentials, newForm } from './support/service.ts';
import { expect, test } from './support/test.ts';

const newPerson = () => ({ email: `${randomUUID()}@example.com`, password: 'correct horse battery' });

/** As a page of the owner calls it. */
async function asOwner<T>(page: Page, method: string, path: string, body?: object): Promise<T> {
  await openAs(page, '/account');
  return page.evaluate(
    async ([method, url, body]) => {
      const headers = { 'content-type': 'application/json', 'x-formline-request': '1' };
      const response = await fetch(url, { method, headers, ...(body !== '' && { body }) });
      return response.json();
    },
    [method, credentials().baseUrl + path, body ? JSON.stringify(body) : ''] as const,
  );
}

const invitationOf = async (page: Page, email: string, role: string): Promise<string> => {
  const { memberships } = await asOwner<{ memberships: { organizationId: string }[] }>(page, 'GET', '/auth/me');
  const path = `/organizations/${memberships[0]?.organizationId}/invitations`;
  const { url } = await asOwner<{ url: string }>(page, 'POST', path, { email, role });
  await page.context().clearCookies();
  return url;
};

test('somebody new joins by an invitation, and a viewer sees no button that would be refused', async ({ page }) => {
  await newForm({ title: 'For viewers', fields: [{ id: 'name', type: 'text', label: 'Name' }] });
  const { email, password } = newPerson();
  const url = await invitationOf(page, email, 'viewer');
  await page.goto(url);
  await expect(page.getByText(email)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('Password').fill('short');
  await page.getByRole('button', { name: 'Create account and join' }).click();
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/8 characters.*8/);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create account and join' }).click();

  await expect(page.getByRole('heading', { name: 'Forms', exact: true })).toBeVisible();
  await expect(page.getByRole('row', { name: /^For viewers/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'New form' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'API keys' })).toHaveCount(0);
  await page
    .getByRole('row', { name: /^For viewers/ })
    .getByRole('button')
    .click();
  await expect(page.getByRole('menuitem')).toHaveText(['Share', 'Settings']);
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(page.getByLabel('Allowed websites')).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Delete form' })).toHaveCount(0);

  await page.context().clearCookies();
  await page.goto(url);
  await expect(page.getByRole('heading', { name: 'This invitation is no longer valid' })).toBeVisible();
});

test('somebody who has an account joins by signing in to it', async ({ page }) => {
  const { email, password } = newPerson();
  await asOwner(page, 'POST', '/users', { email, password, role: 'viewer' });
  const organization = await asOwner<{ id: string }>(page, 'POST', '/organizations', { name: 'The other team' });
  const path = `/organizations/${organization.id}/invitations`;
  const { url } = await asOwner<{ url: string }>(page, 'POST', path, { email, role: 'editor' });
  await page.context().clearCookies();

  await page.goto(url);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const accept = page.getByRole('button', { name: 'Accept invitation' });
  await accept.click();
  // The owner knows the password that there was.
  await page.getByLabel('New password').fill('known to me alone');
  await accept.click();
  await expect(page.getByText('You are now a member of The other team.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'New form' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'The other team' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'The other team' })).toBeChecked();
  await expect(page.getByRole('menuitemradio')).toHaveCount(2);
});

test('a link sets a new password once', async ({ page }) => {
  const { email, password } = newPerson();
  const { id } = await asOwner<{ id: string }>(page, 'POST', '/users', { email, password, role: 'viewer' });
  const { url } = await asOwner<{ url: string }>(page, 'POST', `/users/${id}/password-reset`);
  await page.context().clearCookies();
  await page.goto(url);
  await page.getByLabel('New password').fill('another good one');
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill('another good one');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Forms', exact: true })).toBeVisible();

  await page.goto(url);
  await page.getByLabel('New password').fill('yet another one');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('alert')).toContainText('This link has expired or was already used');
});

test('a new password is asked for without a word of who has an account', async ({ page }) => {
  await page.goto(appUrl('/login'));
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByLabel('Email address').fill('nobody@example.com');
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByText('If an account uses this address')).toBeVisible();
});

test('a tab that is open over a deployment is loaded anew, once', async ({ page }) => {
  await openAs(page, '/forms');
  await expect(page.getByRole('heading', { name: 'Forms', exact: true })).toBeVisible();
  let isGone = true;
  await page.route(/\/app\/new-\w+\.js$/, route => {
    if (!isGone) return route.continue();
    isGone = false;
    return route.fulfill({ status: 404 });
  });
  await page.getByRole('link', { name: 'New form' }).click();
  await expect(page.getByRole('button', { name: /Blank form/ })).toBeVisible();
});

test('links, the history of the window and any address lead to a page', async ({ page, context }) => {
  await openAs(page, '/forms');
  await page.getByRole('link', { name: 'Members' }).click();
  await expect(page.getByRole('heading', { name: 'Members', exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Forms', exact: true })).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'Members', exact: true })).toBeVisible();

  const [other] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'Usage' }).click({ modifiers: ['ControlOrMeta'] }),
  ]);
  await expect(other.getByRole('heading', { name: 'Usage', exact: true })).toBeVisible();
  await expect(page).toHaveURL(appUrl('/members'));
  await other.close();

  await page.goto(appUrl('/webhooks/'));
  await expect(page.getByRole('heading', { name: 'Webhooks', exact: true })).toBeVisible();
  await page.goto(appUrl('/webhooks/100%25%'));
  await expect(page.getByText('Nothing here')).toBeVisible();
  await page.goto(appUrl('/nowhere'));
  await expect(page.getByText('Page not found')).toBeVisible();
});

test('without a connection a page says so, and is never blank', async ({ page, context }) => {
  await newForm({ fields: [{ id: 'name', type: 'text', label: 'Name' }] });
  await openAs(page, '/forms');
  const status = page.getByRole('combobox', { name: 'Status' });
  await expect(status).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await status.selectOption('draft');
  await expect(page.getByRole('alert')).toContainText("Can't reach the service");
  await page.getByRole('link', { name: 'Members' }).click();
  await expect(page.getByRole('heading', { name: 'This page stopped working' })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'Members', exact: true })).toBeVisible();
});
