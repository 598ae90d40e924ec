import { violations } from './support/axe.ts';
import { credentials, newForm, publishableKey, responsesOf } from './support/service.ts';
import { expect, test } from './support/test.ts';

const fields = [{ id: 'name', type: 'text', label: 'Your name', required: true }] satisfies Parameters<
  typeof newForm
>[0]['fields'];

const page = '<html lang="en"><title>A shop</title><main><h1>A shop</h1><button id="ask">Ask us</button></main>';
const scriptOf = (formId: string, attributes: string) =>
  `${page}<script src="${credentials().baseUrl}/embed.js" data-form="${formId}" data-key="${publishableKey()}" ${attributes} async></script>`;

// The form is in the page and shown in the dialog's slot, where captchas find it: it is no descendant of the dialog.
test('a pop-up opens by its button, keeps what was typed while it is closed, and sends it', async ({
  page,
  site,
  errors,
}) => {
  const formId = await newForm({ fields });
  const asked: string[] = [];
  page.on('request', request => asked.push(request.url()));
  await page.goto(site.add(scriptOf(formId, 'data-display="popup" data-button="Give feedback"')));
  const launcher = page.getByRole('button', { name: 'Give feedback' });
  await expect(launcher).toBeVisible();
  expect(asked.filter(url => url.includes(formId))).toEqual([]);
  expect(await violations(page, { isOurs: true })).toEqual([]);

  await launcher.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Give feedback' });
  await page.getByLabel('Your name').fill('Ada');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(launcher).toBeFocused();

  await launcher.click();
  await expect(page.getByLabel('Your name')).toHaveValue('Ada');
  await page.mouse.click(5, 5);
  await expect(dialog).toBeHidden();
  await launcher.click();
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Thank you.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  expect(await responsesOf(formId)).toMatchObject([{ answers: { name: 'Ada' } }]);
  expect(errors).toEqual([]);
});

test('a slide-in opens by an element of the page, leaves the page usable, and speaks its language', async ({
  page,
  site,
  errors,
}) => {
  const formId = await newForm({ fields });
  await page.goto(site.add(scriptOf(formId, 'data-display="slide-in" data-trigger="#ask" data-lang="de"')));
  await expect(page.locator('formline-overlay')).toBeAttached();
  await expect(page.getByRole('button', { name: 'Formular öffnen' })).toBeHidden();
  await page.getByRole('button', { name: 'Ask us' }).click();
  const dialog = page.getByRole('dialog', { name: 'Formular öffnen' });
  await expect(page.getByLabel('Your name')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Absenden' })).toBeVisible();
  await page.getByRole('button', { name: 'Ask us' }).click();
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('Your name').press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Ask us' })).toBeFocused();
  expect(errors).toEqual([]);
});

test('a pop-up opens by itself after a while, once in a tab, and fits a phone', async ({ page, site }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  const formId = await newForm({ fields });
  const address = site.add(scriptOf(formId, 'data-display="popup" data-after="0"'));
  await page.goto(address);
  const dialog = page.getByRole('dialog', { name: 'Open the form' });
  await expect(page.getByLabel('Your name')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Open the form' })).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('a strict content security policy allows it, and an unknown way to show a form is named', async ({
  page,
  site,
  errors,
}) => {
  const formId = await newForm({ fields });
  const { baseUrl } = credentials();
  const policy = `default-src 'none'; script-src ${baseUrl}; connect-src ${baseUrl}; base-uri 'none'; form-action 'none'`;
  await page.goto(site.add(scriptOf(formId, 'data-display="popup"'), { 'content-security-policy': policy }));
  await page.getByRole('button', { name: 'Open the form' }).click();
  await expect(page.getByLabel('Your name')).toBeVisible();
  expect(errors).toEqual([]);
  await page.goto(site.add(scriptOf(formId, 'data-display="lightbox"')));
  await expect(() => expect(errors).toEqual([expect.stringContaining('data-display="lightbox" is unknown')])).toPass();
});
