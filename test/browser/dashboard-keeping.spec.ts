import { randomUUID } from 'node:crypto';
import type { Form } from '../../shared/domain/forms/form.ts';
import { appUrl, openAs } from './support/dashboard.ts';
import { call, joinByMail, newForm } from './support/service.ts';
import { expect, test } from './support/test.ts';

const fields = [{ id: 'name', type: 'text', label: 'Your name', required: true }] satisfies Form['fields'];

test('what is not saved is asked for however the page is left, and the place stays where it can', async ({ page }) => {
  const title = `Kept ${randomUUID().slice(0, 8)}`;
  const id = await newForm({ title, fields });
  const most = page.getByLabel('Response limit');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  const stay = async () => {
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(most).toHaveValue('7');
    expect(page.url()).toBe(appUrl(`/forms/${id}/settings`));
  };
  await openAs(page, '/webhooks');
  await page.getByRole('button', { name: 'Production' }).click();
  await page.getByRole('menuitemradio', { name: 'Staging' }).click();
  await expect(page.getByText('You are in Staging. Nothing here is live.')).toBeVisible();
  expect(page.url()).toBe(appUrl('/webhooks'));
  await page.getByRole('button', { name: 'Staging' }).click();
  await page.getByRole('menuitemradio', { name: 'Production' }).click();
  await page.getByRole('link', { name: 'Forms', exact: true }).click();
  await page
    .getByRole('row', { name: new RegExp(`^${title}`) })
    .getByRole('button')
    .click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await most.fill('7');

  await page.getByRole('link', { name: 'Responses' }).click();
  await stay();
  await page.getByRole('button', { name: 'Production' }).click();
  await page.getByRole('menuitemradio', { name: 'Staging' }).click();
  await stay();
  await page.getByRole('button', { name: /owner@example.com/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await stay();
  await page.goBack();
  await stay();
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await expect(most).toHaveValue('7');

  await page.goBack();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { name: 'Forms', exact: true })).toBeVisible();
  expect(page.url()).toBe(appUrl('/forms'));
});

test('where two parts of a page are not saved, it asks until neither is left', async ({ page }) => {
  await openAs(page, '/account');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  const name = page.getByLabel('Your name');
  const forms = page.getByRole('link', { name: 'Forms', exact: true });
  const before = await name.inputValue();
  await name.fill('Half a name');
  await page.getByLabel('New password').fill('half');
  await page.getByLabel('New password').fill('');
  await forms.click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  // Behind an open dialog, a field takes no keys.
  await expect(question).toBeHidden();
  await expect(name).toHaveValue('Half a name');
  await name.fill(before);
  await forms.click();
  await expect(page.getByRole('heading', { name: 'Forms', exact: true })).toBeVisible();
});

test('a form’s own webhooks are edited in its settings, and their secrets shown once', async ({ page }) => {
  const webhooks = [{ event: 'response.created', url: 'https://example.com/first' }] as const;
  const id = await newForm({ title: 'Telling', fields, webhooks: [...webhooks] });
  const save = page.getByRole('button', { name: 'Save settings' });
  const stored = () => call<Form>('GET', `/forms/${id}`);
  await openAs(page, `/forms/${id}/settings`);
  await expect(page.getByLabel('URL 1')).toHaveValue('https://example.com/first');
  await expect(page.getByRole('link', { name: 'Deliveries' })).toHaveAttribute('href', /\/webhooks\/wh_/);
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await page.getByLabel('URL 2').fill('http://example.com/second');
  await page.getByLabel('Event 2').selectOption('response.updated');
  await save.click();
  await expect(page.getByLabel('URL 2')).toHaveAccessibleDescription(/must begin with https/);
  await page.getByLabel('URL 2').fill('https://example.com/second');
  await save.click();
  const secrets = page.getByRole('dialog', { name: 'Webhook secrets' });
  await expect(secrets).toContainText(/https:\/\/example\.com\/second whsec_/);
  await expect(secrets).not.toContainText('first');
  await secrets.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: 'Delete form' })).toBeVisible();
  expect((await stored()).webhooks).toEqual([
    ...webhooks,
    { event: 'response.updated', url: 'https://example.com/second' },
  ]);

  await page.getByRole('button', { name: 'Remove webhook 1' }).click();
  await save.click();
  await expect.poll(async () => (await stored()).webhooks).toHaveLength(1);
});

test('a form is kept as a template, used, renamed and deleted, and a copy says what it lacks', async ({ page }) => {
  const title = `Template ${randomUUID().slice(0, 8)}`;
  await newForm({ title, fields, webhooks: [{ event: 'response.created', url: 'https://example.com/hook' }] });
  await openAs(page, '/forms');
  const menu = async (name: string) => {
    await page
      .getByRole('row', { name: new RegExp(`^${title}`) })
      .getByRole('button')
      .click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  const dialog = page.getByRole('dialog');
  await menu('Save as template');
  await expect(dialog).toContainText('Webhooks. Their secrets belong to the original form.');
  await dialog.getByLabel('Description').fill('For the tests.');
  await dialog.getByRole('button', { name: 'Save as template' }).click();
  await expect(page.getByText('Template saved. Find it under “New form”.')).toBeVisible();

  await page.goto(appUrl('/forms/new'));
  await page.getByRole('button', { name: `${title} For the tests.` }).click();
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await dialog.getByLabel('Template name').fill(`Renamed ${title}`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: `Renamed ${title}` }).click();
  await dialog.getByRole('button', { name: 'Use template' }).click();
  await expect(page.getByLabel('Form title')).toHaveValue(title);
  await page.goto(appUrl('/forms/new'));
  await page.getByRole('button', { name: `Renamed ${title}` }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('dialog', { name: /^Delete the template/ })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(page.getByRole('button', { name: `Renamed ${title}` })).toHaveCount(0);

  await page.goto(appUrl('/forms'));
  await page.getByRole('searchbox').fill(title);
  await expect(page.getByRole('row', { name: new RegExp(`^${title}`) })).toHaveCount(2);
  await page.getByRole('row', { name: /Live/ }).getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(dialog).toContainText('Webhooks. Their secrets');
  await dialog.getByRole('button', { name: 'Duplicate' }).click();
  await expect(page.getByLabel('Form title')).toHaveValue(`Copy of ${title}`);
});

test('the search goes through every form, and says how far it is', async ({ page }) => {
  const title = `Needle ${randomUUID().slice(0, 8)}`;
  await newForm({ title, fields });
  for (const other of ['one', 'two', 'three']) await newForm({ title: other, fields });
  // Pages of two, as if there were hundreds of forms.
  await page.route(/\/forms\?limit=100/, route =>
    route.continue({ url: route.request().url().replace('limit=100', 'limit=2') }),
  );
  await openAs(page, '/forms');
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.getByRole('searchbox').fill(title.toLowerCase());
  await expect(page.getByRole('row', { name: new RegExp(`^${title}`) })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /^Searched \d+ forms, found 1\.$/ })).toBeVisible();
});

test('somebody who is in no organization is told what to do, and can begin one', async ({ page }) => {
  const email = `${randomUUID()}@example.com`;
  const password = 'correct horse battery staple';
  const { id } = await joinByMail({ email, password, role: 'viewer' });
  const { items } = await call<{ items: { id: string }[] }>('GET', '/organizations');
  await call('DELETE', `/organizations/${items[0]?.id}/members/${id}`).catch(() => {});
  await openAs(page, '/keys', { email, password });
  await expect(page.getByRole('heading', { name: 'You are not in an organization' })).toBeVisible();
  await expect(page.getByText(`Ask for an invitation to ${email}`)).toBeVisible();
  await page.getByLabel('Name').fill('Nora’s own');
  await page.getByRole('button', { name: 'Create organization' }).click();
  await expect(page.getByRole('button', { name: 'Nora’s own' })).toBeVisible();
});

test('a chosen theme is there before the first script, and German says what is wrong', async ({ page }) => {
  const id = await newForm({ title: 'Dark', fields });
  await openAs(page, `/forms/${id}/settings`);
  await page.evaluate(() => {
    localStorage.setItem('formline.theme', 'dark');
    localStorage.setItem('formline.language', 'de');
  });
  await page.route(/\/app\/main-/, route => route.abort());
  await page.reload();
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(13, 15, 20)');

  await page.unroute(/\/app\/main-/);
  await page.reload();
  await page.getByLabel('Erlaubte Websites').fill('example.com');
  await page.getByRole('button', { name: 'Einstellungen speichern' }).click();
  await expect(page.getByLabel('Erlaubte Websites')).toHaveAccessibleDescription(/Hat nicht die richtige Form: \S/);
  await expect(page.locator('.error [lang=en]')).not.toBeEmpty();
  await page.goto(appUrl('/forms/new'));
  await expect(page.getByRole('button', { name: 'Fehlerbericht' })).toBeVisible();
});
