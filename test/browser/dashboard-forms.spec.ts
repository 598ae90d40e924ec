import type { Form } from '../../shared/domain/forms/form.ts';
import { violations } from './support/axe.ts';
import { appUrl, openAs } from './support/dashboard.ts';
import { everyType } from './support/schemas.ts';
import { call, credentials, newForm, responsesOf } from './support/service.ts';
import { expect, test } from './support/test.ts';

const fields = [{ id: 'name', type: 'text', label: 'Your name', required: true }] satisfies Parameters<
  typeof newForm
>[0]['fields'];

test('signing in leads to the page that was asked for, and signing out ends it', async ({ page, errors }) => {
  const formId = await newForm({ title: 'Asked for', fields });
  await page.goto(appUrl(`/forms/${formId}/share`));
  await page.getByLabel('Email address').fill('owner@example.com');
  await page.getByLabel('Password').fill('wrong password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText('Wrong email or password');
  await page.getByLabel('Password').fill(credentials().owner.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Asked for' })).toBeVisible();
  expect(page.url()).toBe(appUrl(`/forms/${formId}/share`));

  await page.getByRole('button', { name: /owner@example.com/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.goto(appUrl('/forms'));
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  // The browser prints each refusal itself; nothing else is to be said of it.
  expect(errors.filter(error => !error.includes('401'))).toEqual([]);
});

test('a link leads nowhere but to the dashboard’s own pages after signing in', async ({ page }) => {
  await openAs(page, '/login?next=//evil.example/forms');
  await expect(page.getByRole('heading', { name: 'Forms', exact: true })).toBeVisible();
  expect(page.url()).toBe(appUrl('/forms'));
});

test('a form is made from a template, published, duplicated and deleted by its name', async ({ page }) => {
  await openAs(page, '/forms/new');
  await page.getByRole('button', { name: 'Newsletter sign-up' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Use template' })).toBeVisible();
  await expect(page.getByRole('dialog').locator('formline-form').getByRole('textbox').first()).toBeVisible();
  await page.getByRole('button', { name: 'Use template' }).click();
  await page.waitForURL(/\/forms\/form_\w+\/edit$/);
  const id = /form_\w+/.exec(page.url())?.[0] ?? '';
  await call('PUT', `/forms/${id}`, { title: 'From a template' });

  await page.goto(appUrl('/forms'));
  const row = page.getByRole('row', { name: /^From a template/ });
  const menu = (name: string) => page.getByRole('menuitem', { name, exact: true });
  await row.getByRole('button').click();
  await menu('Publish').click();
  await expect(row.getByText('Live')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row.getByText('Draft')).toBeVisible();

  await row.getByRole('button').click();
  await menu('Duplicate').click();
  await page.waitForURL(url => url.pathname.endsWith('/edit') && !url.pathname.includes(id));
  await page.goto(appUrl('/forms'));
  await expect(page.getByRole('row', { name: /^Copy of From a template/ })).toBeVisible();

  await row.getByRole('button').click();
  await menu('Delete').click();
  const remove = page.getByRole('dialog').getByRole('button', { name: 'Delete form' });
  await expect(remove).toBeDisabled();
  await page.getByRole('dialog').getByRole('textbox').fill('From a template');
  await remove.click();
  await expect(row).toBeHidden();
  await expect(page.getByRole('region', { name: 'Forms' })).toBeFocused();
  await expect(call('GET', `/forms/${id}`)).rejects.toThrow('404');
});

test('an import is looked at, with what has no place, before the form is made', async ({ page }) => {
  await openAs(page, '/forms/new');
  await page.getByRole('button', { name: 'Import' }).click();
  await page.getByLabel('Format', { exact: true }).selectOption('html');
  await page
    .getByLabel('Form to import')
    .fill('<form><label>Town <input name="town"></label><input type="color" name="paint"></form>');
  await page.getByRole('button', { name: 'Check import' }).click();
  await expect(page.getByText(/things? to check/)).toBeVisible();
  await expect(page.locator('formline-form').getByLabel('Town')).toBeVisible();
  await page.getByRole('button', { name: 'Create form' }).click();
  await page.waitForURL(/\/edit$/);
  const { fields: made } = await call<{ fields: { id: string }[] }>(
    'GET',
    `/forms/${/form_\w+/.exec(page.url())?.[0]}`,
  );
  expect(made.map(({ id }) => id)).toContain('town');
});

test('settings say at their field what is wrong, keep what is right, and notice somebody else’s change', async ({
  page,
}) => {
  const formId = await newForm({ title: 'Settings', fields });
  await openAs(page, `/forms/${formId}/settings`);
  const save = page.getByRole('button', { name: 'Save settings' });
  await page.getByLabel('Allowed websites').fill('example.com');
  await page.getByRole('switch', { name: 'Delete responses automatically' }).check();
  await page.getByLabel('Controller').fill('Example Ltd');
  await page.getByLabel('Legal basis').selectOption('Contract');
  await save.click();
  await expect(page.getByLabel('Allowed websites')).toHaveAccessibleDescription(/must be an origin/);
  await page.getByLabel('Allowed websites').fill('https://example.com/\nhttps://www.example.com');
  await save.click();
  await expect(page.getByText('Settings saved.')).toBeVisible();
  expect(await call('GET', `/forms/${formId}`)).toMatchObject({
    allowedOrigins: ['https://example.com', 'https://www.example.com'],
    retention: { days: 365, policy: 'delete' },
    privacy: { controller: 'Example Ltd', lawfulBasis: 'contract' },
  });

  await page.getByRole('switch', { name: 'Delete responses automatically' }).uncheck();
  await call('PUT', `/forms/${formId}`, { title: 'Changed elsewhere' });
  await call('PUT', `/forms/${formId}`, { retention: { days: 30 } });
  await save.click();
  const differences = page.locator('.save-bar').getByRole('listitem');
  await expect(page.getByRole('alert')).toContainText('Someone changed this form');
  await expect(differences).toHaveText(['Data retention You changed it too', 'Fields, texts or design']);
  await page.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect.poll(() => call('GET', `/forms/${formId}`)).not.toHaveProperty('retention');
  await expect(page.getByRole('heading', { name: 'Changed elsewhere' })).toBeVisible();

  await page.getByLabel('Response limit').fill('9');
  await call('PUT', `/forms/${formId}`, { maxResponses: 5 });
  await save.click();
  await page.getByRole('button', { name: 'Discard my changes' }).click();
  await expect(page.getByLabel('Response limit')).toHaveValue('5');
});

test('the snippet of the share tab shows the form on another site', async ({ page, site, errors }) => {
  const formId = await newForm({ title: 'Shared', fields });
  await openAs(page, `/forms/${formId}/share`);
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  await page.getByRole('button', { name: 'Create a key' }).click();
  const snippet = page.getByRole('region', { name: 'Inline', exact: true });
  await expect(snippet).toContainText('pk_live_');
  await expect(snippet).not.toContainText('integrity');
  await page.getByLabel('Pin this version').check();
  const text = await snippet.innerText();
  expect(text).toContain('integrity="sha384-');
  await page.goto(site.add(text));
  await page.getByLabel('Your name').fill('Ada');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Thank you.')).toBeVisible();
  expect(errors).toEqual([]);
});

test('a form gets an address of its own, a link with answers and a preview', async ({ page, errors }) => {
  const formId = await newForm({ title: 'Summer party!', fields });
  const address = `party-${formId.slice(-12).toLowerCase()}`;
  await call('POST', '/forms', { title: 'Other', fields: [], slug: `${address}-taken` });
  await openAs(page, `/forms/${formId}/share`);
  const field = page.getByLabel('Address', { exact: true });
  await expect(field).toHaveAttribute('placeholder', 'summer-party');
  await field.fill(`${address} taken`);
  await field.press('Enter');
  await expect(page.getByText('is the address of another form; choose another')).toBeVisible();
  await field.fill(address);
  await field.press('Enter');
  await expect(page.getByRole('region', { name: 'Link', exact: true })).toContainText(`/f/${address}`);
  await expect(page.getByRole('link', { name: 'Send by email' })).toHaveAttribute('href', new RegExp(address));
  await page.getByText('Prefilled link', { exact: true }).click();
  await page.getByLabel('Your name').fill('Ada & Eve');
  const link = page.getByRole('region', { name: 'Prefilled link' });
  await expect(link).toContainText(`/f/${address}?name=Ada+%26+Eve`);
  await page.getByText('Social preview', { exact: true }).click();
  await page.getByLabel('Description').fill('Come and dance');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Preview saved.')).toBeVisible();
  await page.goto(await link.innerText());
  await expect(page.getByRole('textbox', { name: 'Your name' })).toHaveValue('Ada & Eve');
  await expect(page.locator('meta[property="og:description"]')).toHaveAttribute('content', 'Come and dance');
  expect(errors.filter(error => !error.includes('400'))).toEqual([]);
});

test('the form of HTML alone sends what the service reads, of every type', async ({ page, site }) => {
  const formId = await newForm({ title: 'Plain', fields: everyType.fields as Form['fields'] });
  await openAs(page, `/forms/${formId}/share`);
  await page.getByRole('button', { name: 'Create a key' }).click();
  await page.getByRole('button', { name: 'HTML form' }).click();
  const snippet = page.getByRole('region', { name: 'HTML form' });
  await expect(snippet).toContainText('pk_live_');
  await page.goto(site.add(await snippet.innerText()));
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('Email address').fill('ada@example.com');
  await page.getByLabel('Nights').fill('2');
  await page.getByRole('group', { name: 'Why did you travel?' }).getByLabel('Holidays').check();
  await page.getByRole('group', { name: 'What did you like?' }).getByLabel('Bed').check();
  await page.getByLabel('Your rating').fill('4');
  for (const box of await page.locator('input[type=checkbox][required]').all()) await box.check();
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page).toHaveURL(new RegExp(`/f/${formId}`));
  await expect
    .poll(() => responsesOf(formId))
    .toMatchObject([
      { status: 'completed', answers: { name: 'Ada', nights: 2, reason: 'fun', liked: ['Bed'], stars: 4 } },
    ]);
});

test.describe('quality', () => {
  test('the language and the theme that are chosen stay', async ({ page }) => {
    await openAs(page, '/forms');
    await page.getByRole('button', { name: /owner@example.com/ }).click();
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
    await expect(page.getByRole('heading', { name: 'Formulare' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await page.getByRole('button', { name: /owner@example.com/ }).click();
    await page.getByRole('menuitemradio', { name: 'Dunkel' }).click();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Formulare' })).toBeVisible();
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(13, 15, 20)');
  });

  test('the menu of a row and the dialog are worked with the keyboard', async ({ page }) => {
    await newForm({ title: 'By keyboard', fields });
    await openAs(page, '/forms');
    const trigger = page.getByRole('button', { name: 'Actions for “By keyboard”' }).first();
    await trigger.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Share' })).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  });
});
