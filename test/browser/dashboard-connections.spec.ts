import type { Page } from '@playwright/test';
import { appUrl, openAs } from './support/dashboard.ts';
import { startReceiver } from './support/receiver.ts';
import { call, newForm } from './support/service.ts';
import { expect, test } from './support/test.ts';

const fields = [{ id: 'name', type: 'text', label: 'Your name' }] as const;

const dialog = (page: Page) => page.getByRole('dialog');
const log = (page: Page) => page.getByRole('table', { name: 'Deliveries' }).locator('tbody tr');

/** The log, until there is a delivery in this state. */
async function seen(page: Page, state: string): Promise<void> {
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(log(page).first()).toContainText(state, { timeout: 1000 });
  }).toPass();
}

test('a webhook that was dead is attempted again, one by one or all, and its response tells of it', async ({
  page,
}) => {
  const receiver = await startReceiver(500, 'Out of order');
  try {
    const formId = await newForm({ title: 'Delivered', fields: [...fields] });
    const body = { url: receiver.url, events: ['response.created'], formId };
    const { id } = await call<{ id: string }>('POST', '/webhooks', body);
    const response = await call<{ id: string }>('POST', `/v1/forms/${formId}/submissions`, { name: 'Ada' });
    await openAs(page, `/webhooks/${id}`);
    await seen(page, 'Failed');
    await log(page).getByRole('button', { name: 'New response' }).click();
    await expect(dialog(page)).toContainText('Out of order');
    await dialog(page).getByRole('button', { name: 'Retry now' }).click();
    await seen(page, 'Failed');

    receiver.answers = { status: 200, body: '' };
    await page.getByRole('button', { name: 'Retry failed' }).click();
    await dialog(page).getByRole('button', { name: 'Retry now' }).click();
    await seen(page, 'Delivered');

    await page.goto(appUrl(`/forms/${formId}/responses/${response.id}`));
    const told = page.getByRole('list', { name: 'Timeline' }).getByRole('listitem');
    const delivered = told.filter({ hasText: new URL(receiver.url).host });
    await expect(delivered).toContainText('delivered, ');
    await delivered.getByRole('link').click();
    await expect(page).toHaveURL(appUrl(`/webhooks/${id}`));
  } finally {
    receiver.close();
  }
});

test('a secret is rotated, and who changes a webhook hears of who else has', async ({ page }) => {
  const url = 'https://hooks.example.com/two-people';
  const { id } = await call<{ id: string }>('POST', '/webhooks', { url, events: ['response.created'] });
  await openAs(page, `/webhooks/${id}`);
  await page.getByLabel('URL').fill(`${url}/typed`);
  await page.getByRole('button', { name: 'Rotate secret' }).click();
  await dialog(page).getByRole('button', { name: 'Rotate secret' }).click();
  const secret = await dialog(page).locator('pre').textContent();
  expect(secret).toMatch(/^whsec_/);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(`Ends with ${secret?.slice(-4)}.`)).toBeVisible();
  await expect(page.getByLabel('URL')).toHaveValue(`${url}/typed`);

  await call('PUT', `/webhooks/${id}`, { events: ['response.updated'] });
  await page.getByLabel('URL').fill(`${url}/mine`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('Someone else changed this');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByLabel(/response.updated/)).toBeChecked();
  await expect(page.getByLabel('URL')).toHaveValue(url);
  await page.getByLabel('URL').fill(`${url}/mine`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: `${url}/mine` })).toBeVisible();
  expect(await call('GET', `/webhooks/${id}`)).toMatchObject({ url: `${url}/mine`, events: ['response.updated'] });
});

test('an integration is made, tested, attempted again and deleted, and tells who else has changed it', async ({
  page,
}) => {
  const receiver = await startReceiver(500);
  try {
    await openAs(page, '/integrations');
    await page.getByRole('button', { name: 'New integration' }).first().click();
    const address = dialog(page).getByLabel('Incoming webhook URL');
    await address.fill('https://example.com/not-slack');
    await dialog(page).getByRole('button', { name: 'Create' }).click();
    await expect(address).toHaveAccessibleDescription(/incoming webhook/);
    await address.fill(receiver.url);
    await dialog(page).getByRole('button', { name: 'Create' }).click();
    await expect(page.getByRole('heading', { name: 'Slack', level: 1 })).toBeVisible();
    const id = /int_\w+/.exec(page.url())?.[0];

    await page.getByRole('button', { name: 'Send test' }).click();
    await seen(page, 'Failed');
    receiver.answers = { status: 200, body: 'ok' };
    await page.getByRole('button', { name: 'Retry failed' }).click();
    await dialog(page).getByRole('button', { name: 'Retry now' }).click();
    await seen(page, 'Delivered');

    await call('PUT', `/integrations/${id}`, { config: { includePersonalData: true } });
    await page.getByLabel('Active', { exact: true }).uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert')).toContainText('Someone else changed this');
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByLabel('Send personal data')).toBeChecked();

    await page.getByRole('button', { name: 'Delete' }).click();
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await expect(page).toHaveURL(appUrl('/integrations'));
  } finally {
    receiver.close();
  }
});
