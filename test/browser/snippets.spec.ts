import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { credentials, newForm, publishableKey, responsesOf } from './support/service.ts';
import { expect, test } from './support/test.ts';

const project = join(import.meta.dirname, '../..');
const text = readFileSync(join(project, 'docs/embed.md'), 'utf8');
const pages = [...text.matchAll(/```html\n(.*?)```/gs)].map(([, code = '']) => code);

/** What the document says, of this service and this form. */
const snippetWith = (part: string, formId: string): string =>
  (pages.find(code => code.includes(part)) ?? '')
    .replaceAll('https://YOUR-API', credentials().baseUrl)
    .replaceAll('form_…', formId)
    .replaceAll('pk_live_…', publishableKey());

const fields = [{ id: 'name', type: 'text', label: 'Your name', required: true }] satisfies Parameters<
  typeof newForm
>[0]['fields'];

for (const [what, part] of [
  ['in two lines', 'embed.js" async></script>\n<formline-form form='],
  ['without an element', 'data-target="#contact"'],
] as const) {
  test(`the snippet ${what} shows a form that can be sent`, async ({ page, site, errors }) => {
    const formId = await newForm({ fields });
    await page.goto(site.add(snippetWith(part, formId)));
    await page.getByLabel('Your name').fill('Ada');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('Thank you.')).toBeVisible();
    expect(await responsesOf(formId)).toMatchObject([{ answers: { name: 'Ada' } }]);
    expect(errors).toEqual([]);
  });
}

test('a version that is gone leaves a link to the form, and one of today fits its hash', async ({ page, site }) => {
  const formId = await newForm({ fields });
  const pinned = snippetWith('integrity=', formId);
  await page.goto(site.add(pinned));
  await expect(page.getByRole('link', { name: 'To the form' })).toHaveAttribute('href', new RegExp(`/f/${formId}$`));
  await page.goto(credentials().baseUrl);
  const today = (await page.locator('pre').last().innerText()).split('\n')[0] ?? '';
  expect(today).toContain('integrity="sha384-');
  await page.goto(site.add(pinned.replace(/<script.*<\/script>/, today)));
  await expect(page.getByLabel('Your name')).toBeVisible();
});

test('a copy of the script on the page’s own site finds the service by `api`', async ({ page, site }) => {
  const formId = await newForm({ fields: [...fields, { id: 'stars', type: 'rating', label: 'Stars' }] });
  const { baseUrl } = credentials();
  await page.route(`${site.origin}/formline/**`, async route => {
    const path = new URL(route.request().url()).pathname.replace('/formline', '');
    await route.fulfill({ response: await route.fetch({ url: baseUrl + path }) });
  });
  const tag = `<formline-form api="${baseUrl}/" form="${formId}" key="${publishableKey()}"></formline-form>`;
  await page.goto(site.add(`<script src="${site.origin}/formline/embed.js"></script>${tag}`));
  await page.getByLabel('Your name').fill('Ada');
  await page.getByRole('radiogroup', { name: 'Stars' }).getByLabel('4').check();
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Thank you.')).toBeVisible();
});
