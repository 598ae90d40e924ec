import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { violations } from './support/axe.ts';
import { appUrl, choose, hasLoaded, openAs } from './support/dashboard.ts';
import { call, hastenJobs, hostedPageOf, newForm } from './support/service.ts';
import { expect, test } from './support/test.ts';

// One after the other: while a person is erased, no archive of the environment can be deleted.
test.describe.configure({ mode: 'default' });

test('files lie in a bucket of the owner’s own, and are downloaded from their response', async ({ page }) => {
  const { items } = await call<{ items: { id: string }[] }>('GET', '/organizations');
  const theirs = ['--account', '111122223333', '--bucket', 'acme-files', '--role', 'formline-storage-acme'];
  const command = join(import.meta.dirname, '../../bin/local-customer.ts');
  execFileSync(process.execPath, [command, ...theirs, '--external-id', items[0]?.id ?? ''], {
    env: { ...process.env, LOCAL_DATA: process.env.BROWSER_TEST_DATA },
  });
  const id = await newForm({ title: 'Bills', fields: [{ id: 'bill', type: 'file', label: 'Your bill' }] });
  await openAs(page, `/forms/${id}/settings`);
  await page.getByRole('radio', { name: 'Your own bucket' }).check();
  await page.getByLabel('Bucket name').fill('acme-files');
  const role = page.getByLabel('Role ARN');
  await role.fill('arn:aws:iam::111122223333:role/formline-storage-nobody');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(role).toHaveAccessibleDescription(/assume/);
  await role.fill('arn:aws:iam::111122223333:role/formline-storage-acme');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Settings saved.')).toBeVisible();

  await page.goto(hostedPageOf(id));
  // That of the element: the page comes with a plain one, for those without scripts.
  const bill = { name: 'bill.pdf', mimeType: 'application/pdf', buffer: Buffer.from('42 euros') };
  await page.locator('input[type=file][part=input]').setInputFiles(bill);
  await expect(page.getByText('✓')).toBeVisible();
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Thank you.')).toBeVisible();

  await page.goto(appUrl(`/forms/${id}/responses`));
  await page.getByRole('table', { name: 'Responses' }).locator('tbody tr').getByRole('link').click();
  const link = page.getByRole('link', { name: 'Download bill.pdf' });
  const href = (await link.getAttribute('href')) ?? '';
  expect(href).toContain('acme-files');
  const reply = await fetch(href);
  expect(reply.headers.get('content-disposition')).toContain('attachment');
  expect(await reply.text()).toBe('42 euros');
});

test('an archive of expired responses is deleted by hand', async ({ page }) => {
  const title = `Expired ${Date.now()}`;
  const id = await newForm({ title, fields: [{ id: 'name', type: 'text', label: 'Name' }] });
  const day = (ago: number) => new Date(Date.now() - ago * 24 * 3600_000).toISOString();
  const csv = `submittedAt,name\n${day(50)},Ada\n${day(40)},Grace\n`;
  await call('POST', '/responses/import', { formId: id, csv });
  await call('PUT', `/forms/${id}`, { retention: { days: 30, policy: 'archive' } });
  // Instead of the minute that a change settles.
  const archives = () => call<{ items: object[] }>('GET', `/forms/${id}/archives`);
  await expect
    .poll(async () => {
      await hastenJobs('RETENTION#');
      return (await archives()).items.length;
    })
    .toBe(1);
  // A page that begins takes the focus, which closes a list of options. One that loads moves what the list belongs to.
  const hasBegun = async () => {
    await expect(page.getByRole('main')).toBeFocused();
    await hasLoaded(page);
  };
  await openAs(page, '/settings');
  await hasBegun();
  await choose(page, 'Form', title);
  const archive = page.getByRole('table', { name: 'Archives' }).getByRole('row').nth(1);
  await expect(archive).toContainText('2');
  await archive.getByRole('button', { name: 'Delete archive' }).click();
  const question = page.getByRole('dialog', { name: 'Delete archive' });
  await expect(question).toContainText('2 responses');
  await question.getByRole('button', { name: 'Delete archive' }).click();
  await expect(page.getByText('The archive is being deleted')).toBeVisible();
  await expect.poll(async () => (await archives()).items).toEqual([]);
  await page.reload();
  await hasBegun();
  await choose(page, 'Form', title);
  await expect(page.getByText('No archives for this form.')).toBeVisible();
});

test('what is stored of a person is gathered, downloaded and erased, and the page follows it by itself', async ({
  page,
}) => {
  const id = await newForm({ title: 'People', fields: [{ id: 'email', type: 'email', label: 'Mail' }] });
  const other = await newForm({ title: 'Contacts', fields: [{ id: 'email', type: 'email', label: 'Mail' }] });
  const email = `person-${id.toLowerCase()}@example.com`;
  const response = await call<{ id: string }>('POST', `/v1/forms/${id}/submissions`, { email });
  await call('PUT', `/responses/${response.id}`, { notes: 'Called back' });
  await call('POST', `/v1/forms/${other}/submissions`, { email });
  await openAs(page, '/data-subjects');
  await page.getByRole('button', { name: 'Export a person' }).click();
  await page.getByRole('textbox', { name: 'Email address' }).fill(email);
  await page.getByLabel('Language of the page').selectOption('Deutsch');
  await page.getByRole('checkbox', { name: 'Include notes' }).check();
  await page.getByRole('button', { name: 'Start export' }).click();
  const rows = page.getByRole('table', { name: 'Requests' }).locator('tbody tr');
  // Another test exports somebody else.
  const gathered = rows.filter({ hasText: /^p\*\*\*.*Export/ }).first();
  // Without a reload: the page asks by itself.
  await expect(gathered).toContainText('Done', { timeout: 30_000 });
  await gathered.getByRole('button', { name: 'Open' }).click();
  for (const [name, type, content] of [
    ['Download for the person', 'application/zip', /^PK/],
    ['Download JSON', 'application/json; charset=utf-8', /"language":"de".*Called back/s],
  ] as const) {
    const href = await page.getByRole('link', { name }).getAttribute('href');
    const reply = await fetch(href ?? '');
    expect(reply.headers.get('content-type')).toBe(type);
    expect(await reply.text()).toMatch(content);
  }
  await page.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Find or erase a person' }).click();
  await page.getByRole('textbox', { name: 'Email address' }).fill(email);
  await page.getByRole('button', { name: 'Start search' }).click();
  const search = page.getByRole('dialog', { name: 'What was found' });
  const named = search.getByRole('checkbox', { name: /People/ });
  await expect(named).toBeChecked({ timeout: 30_000 });
  // What is kept needs a reason, by the keyboard alone.
  await named.press('Space');
  await expect(search.getByRole('textbox', { name: /^Why do you keep/ })).toBeVisible();
  await expect(search.getByRole('button', { name: 'Erase 1 response', exact: true })).toBeDisabled();
  await named.press('Space');
  await search.getByRole('checkbox', { name: /Contacts/ }).uncheck();
  await search.getByRole('textbox', { name: /^Why do you keep/ }).fill('Gave it as a contact');
  expect(await violations(page, { isOurs: true })).toEqual([]);
  await search.getByRole('button', { name: 'Erase 1 response', exact: true }).click();
  await page
    .getByRole('dialog', { name: /^Erase what was found about/ })
    .getByRole('button', { name: 'Erase permanently' })
    .click();
  const erasure = page.getByRole('dialog', { name: 'Request' });
  await expect(erasure.getByRole('listitem').filter({ hasText: 'Staging' })).toBeVisible();
  const isKept = async (within: Locator) => {
    await within.getByText('Responses kept: 1').click();
    await expect(within.getByText('Gave it as a contact')).toBeVisible();
  };
  await isKept(erasure);
  await erasure.getByRole('button', { name: 'Close' }).click();
  await expect(rows.filter({ hasText: 'Erase' }).first()).toContainText(/(Running|Done)1/);
  const stored = () => call<{ total: number }>('GET', `/responses?form_id=${id}`);
  await expect.poll(async () => (await stored()).total).toBe(0);
  await page.goto(appUrl('/audit?action=data_subject.erasure_requested'));
  await isKept(page.getByRole('row').filter({ hasText: 'Responses kept: 1' }).first());
});
