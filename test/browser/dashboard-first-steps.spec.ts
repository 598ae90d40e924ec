import { violations } from './support/axe.ts';
import { appUrl, openAs } from './support/dashboard.ts';
import { call } from './support/service.ts';
import { expect, test } from './support/test.ts';

test('a new team is led to its first response, and looks around in a sample', async ({ page, errors }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  // No other test makes forms in this environment.
  await openAs(page, '/forms?environment=development');
  const steps = page.locator('.first-steps');
  await expect(steps.getByRole('link')).toHaveText('Create a form');
  expect(await violations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Add a sample form' }).click();
  await page.waitForURL(/\/summary$/);
  await expect(page.getByRole('heading', { name: 'Sample form: customer feedback' })).toBeVisible();
  await expect(page.getByText('Friendly people, and quick.').first()).toBeVisible();
  await page.goto(appUrl('/forms'));
  await expect(steps.getByRole('link')).toHaveText('Create a form');
  await page.getByRole('button', { name: 'Remove sample form' }).click();
  await expect(page.getByText('Sample form removed.')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Sample form/ })).toHaveCount(0);

  await page.goto(appUrl('/forms/new'));
  await page.getByRole('button', { name: /^Blank form/ }).click();
  await page.getByLabel('Form title').fill('Guest book');
  await page.getByRole('button', { name: 'Short text', exact: true }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.waitForURL(/\/share$/);
  const notify = page.getByRole('switch', { name: /^Email new responses to / });
  await notify.check();
  await expect(page.getByLabel('How often')).toHaveValue('immediately');
  const stored = page.waitForResponse(response => response.request().method() === 'PUT');
  await page.getByLabel('How often').selectOption('Once a day');
  await stored;
  await page.reload();
  await expect(page.getByLabel('How often')).toHaveValue('daily');
  await notify.uncheck();
  await expect(page.getByLabel('How often')).toBeHidden();
  await page.goto(appUrl('/forms'));
  await expect(steps.getByRole('link')).toHaveText('Get your first response');
  await page.getByRole('button', { name: 'Hide first steps' }).click();
  await expect(steps).toBeHidden();
  expect(errors).toEqual([]);
});

test('a template is found by its name and its category, and its form is protected', async ({ page }) => {
  await openAs(page, '/forms/new');
  const rsvp = page.getByRole('button', { name: /^RSVP/ });
  await expect(rsvp).toBeVisible();
  await page.getByLabel('Search templates').fill('recommend');
  await expect(rsvp).toBeHidden();
  await expect(page.getByRole('button', { name: /^NPS survey/ })).toBeVisible();
  await page.getByLabel('Search templates').fill('');
  await page.getByLabel('Category').selectOption('Events');
  await expect(page.getByRole('button', { name: /^NPS survey/ })).toBeHidden();
  expect(await violations(page)).toEqual([]);
  await rsvp.click();
  await page.getByRole('button', { name: 'Use template' }).click();
  await page.waitForURL(/\/forms\/form_\w+\/edit$/);
  const id = /form_\w+/.exec(page.url())?.[0] ?? '';
  expect(await call('GET', `/forms/${id}`)).toMatchObject({
    spamProtection: { honeypot: { enabled: true }, ticket: { enabled: true } },
  });
});

test('Ctrl K finds forms, pages and actions by the keyboard', async ({ page, errors }) => {
  const title = `Zebra ${Date.now()}`;
  const { id } = await call<{ id: string }>('POST', '/forms', { title, fields: [], status: 'draft' });
  await openAs(page, '/forms');
  await page.getByRole('button', { name: 'Go to…' }).click();
  const search = page.getByRole('combobox', { name: 'Search forms, pages and actions' });
  const results = page.getByRole('listbox', { name: 'Results' });
  await expect(search).toBeFocused();
  await search.fill(title.toLowerCase());
  await expect(results.getByRole('option')).toHaveText([`${title}Form`]);
  expect(await violations(page)).toEqual([]);
  await search.press('Enter');
  await page.waitForURL(new RegExp(`/forms/${id}/edit$`));
  await page.getByLabel('Form title').press('Control+k');
  await search.fill('this form');
  await search.press('ArrowDown');
  await search.press('ArrowDown');
  await expect(results.getByRole('option', { selected: true })).toHaveText('Summary of this formAction');
  await search.press('ArrowDown');
  await search.press('Enter');
  await page.waitForURL(/\/share$/);
  await page.keyboard.press('Control+k');
  await search.fill('audit');
  await search.press('Enter');
  await page.waitForURL(/\/audit$/);
  expect(errors).toEqual([]);
});
