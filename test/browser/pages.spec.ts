import type { Schema } from '../../web/embed/schema.ts';
import { everyType, previewTag } from './support/schemas.ts';
import { credentials, newForm, publishableKey, responsesOf } from './support/service.ts';
import { expect, test } from './support/test.ts';

const fields = [{ id: 'name', type: 'text', label: 'Your name', required: true }] satisfies Parameters<
  typeof newForm
>[0]['fields'];

test('a strict content security policy needs no style-src, and reports nothing', async ({
  page,
  site,
  tag,
  errors,
}) => {
  const formId = await newForm({ fields: [...fields, { id: 'stars', type: 'rating', label: 'Stars' }] });
  const { baseUrl } = credentials();
  const policy = `default-src 'none'; script-src ${baseUrl}; connect-src ${baseUrl}; base-uri 'none'; form-action 'none'`;
  await page.goto(site.add(tag(formId), { 'content-security-policy': policy }));
  await expect(page.getByRole('button', { name: 'Send' })).toHaveCSS('background-color', 'rgb(63, 72, 204)');
  await page.getByLabel('Your name').fill('Ada');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Thank you.')).toBeVisible();
  expect(errors).toEqual([]);
});

test('the styles of a page and of a form leave each other alone', async ({ page, site, script }) => {
  const hostile = '<meta name="color-scheme" content="light"><p>Text</p>';
  await page.goto(site.add(hostile + previewTag(script, everyType)));
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { color: red !important; display: none } input { border: 9px solid red !important }');
    document.adoptedStyleSheets = [sheet];
    const form = document.querySelector('formline-form');
    if (form instanceof HTMLElement) form.style.display = 'block';
  });
  await expect(page.getByLabel('Your name')).toHaveCSS('border-top-width', '1px');
  await expect(page.getByLabel('Your name')).toHaveCSS('color', 'rgb(27, 29, 41)');
});

test('a single-page application takes the form away and brings it back, and nothing is lost', async ({
  page,
  site,
  tag,
  errors,
}) => {
  const formId = await newForm({ fields });
  await page.goto(site.add(`<main id="app">${tag(formId)}</main>`));
  await page.getByLabel('Your name').fill('Ada');
  await page.evaluate(() => {
    const form = document.querySelector('formline-form');
    form?.remove();
    document.body.append(form ?? '');
  });
  await expect(page.getByLabel('Your name')).toHaveValue('Ada');

  // A framework makes a new element instead.
  await page.evaluate(() => {
    const form = document.querySelector('formline-form');
    const again = form?.cloneNode() ?? '';
    form?.remove();
    document.querySelector('#app')?.append(again);
  });
  await expect(page.getByLabel('Your name')).toHaveValue('Ada');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Thank you.')).toBeVisible();
  expect(await responsesOf(formId)).toHaveLength(1);
  expect(errors).toEqual([]);
});

test('one script tag with data-form puts the form beside itself', async ({ page, site, script }) => {
  const formId = await newForm({ fields });
  await page.goto(
    site.add(
      `<div id="here"></div><script src="${script}" data-form="${formId}" data-key="${publishableKey()}" data-target="#here"></script>`,
    ),
  );
  await expect(page.locator('#here').getByLabel('Your name')).toBeVisible();
});

test('the module works without the rest of the service’s files', async ({ page, site }) => {
  const formId = await newForm({ fields: [...fields, { id: 'stars', type: 'rating', label: 'Stars' }] });
  const { baseUrl } = credentials();
  await page.route('**/embed/more-*', route => route.abort());
  await page.goto(
    site.add(
      `<script type="module" src="${baseUrl}/embed.mjs"></script><formline-form form="${formId}" publishable-key="${publishableKey()}"></formline-form>`,
    ),
  );
  await expect(page.getByRole('radiogroup', { name: 'Stars' })).toBeVisible();
});

test('labels are text, whatever is in them', async ({ page, site, script }) => {
  const hostile = '<img src=x onerror="document.title=`owned`"><script>document.title=`owned`</script>';
  const all: Schema = {
    id: 'form_x',
    title: hostile,
    thankYou: { text: hostile },
    fields: [
      { id: 'a', type: 'text', label: hostile, help: hostile, placeholder: hostile },
      { id: 'b', type: 'radio', label: hostile, options: [hostile] },
      {
        id: 'c',
        type: 'statement',
        text: `${hostile} **${hostile}** [x](javascript://example.com/x) [z](javascript:alert(1)) [y](https://example.com/"onclick="x)`,
      },
      { id: 'd', type: 'consent', text: hostile },
    ],
  };
  await page.goto(site.add(previewTag(script, all)));
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(hostile);
  expect(await page.locator('img').count()).toBe(0);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('✓')).toBeVisible();
  await expect(page).toHaveTitle('A page');
  const links = await page.locator('a').evaluateAll(all => all.map(link => link.getAttribute('href')));
  expect(links.filter(href => !href?.startsWith('https://'))).toEqual([]);
});

test('the whole form can be filled in and sent by keyboard', async ({ page, site, script }) => {
  await page.goto(
    site.add(
      previewTag(script, {
        id: 'form_k',
        title: 'Keys',
        fields: [
          { id: 'name', type: 'text', label: 'Your name', required: true },
          { id: 'pet', type: 'radio', label: 'Pet', options: ['dog', 'cat'] },
          { id: 'stars', type: 'rating', label: 'Stars', required: true },
          { id: 'order', type: 'ranking', label: 'Order', options: ['one', 'two'] },
        ],
      }),
    ),
  );
  await expect(page.getByLabel('Your name')).toBeVisible();
  const keys = [
    'Tab',
    'A',
    'Tab',
    'ArrowDown',
    'Tab',
    'Tab',
    'ArrowRight',
    'ArrowRight',
    'Tab',
    'Space',
    'Tab',
    'Space',
    'Tab',
  ];
  for (const key of keys) await page.keyboard.press(key);
  const values = await page.evaluate(
    () => document.querySelector<HTMLElement & { values: unknown }>('formline-form')?.values,
  );
  expect(values).toEqual({ name: 'A', pet: 'cat', stars: 3, order: ['one', 'two'] });
  await page.keyboard.press('Enter');
  await expect(page.getByText('Thank you.')).toBeVisible();
});

test('the interface speaks the language of the page, and numbers are its own', async ({ page, site, tag }) => {
  const formId = await newForm({
    fields: [{ id: 'price', type: 'number', label: 'Preis', required: true, validate: { max: 1000 } }],
  });
  await page.goto(site.add(tag(formId, 'lang="de"')));
  await page.getByRole('button', { name: 'Absenden' }).click();
  await expect(page.getByRole('alert')).toContainText('Bitte geben Sie bei „Preis“ eine Zahl ein');
  await page.getByLabel('Preis').fill('1.500,5');
  await expect(page.getByText('„Preis“ darf höchstens 1.000 sein').last()).toBeVisible();
  await page.getByLabel('Preis').fill('12,5');
  await page.getByRole('button', { name: 'Absenden' }).click();
  await expect(page.getByText('Vielen Dank.')).toBeVisible();
  expect(await responsesOf(formId)).toMatchObject([{ answers: { price: 12.5 } }]);
});

test('the address fills in fields, hidden ones too', async ({ page, site, tag }) => {
  const formId = await newForm({ fields: [...fields, { id: 'source', type: 'hidden', query: 'utm_source' }] });
  await page.goto(`${site.add(tag(formId))}?name=Ada&utm_source=news`);
  await expect(page.getByLabel('Your name')).toHaveValue('Ada');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Thank you.')).toBeVisible();
  expect(await responsesOf(formId)).toMatchObject([{ answers: { name: 'Ada', source: 'news' } }]);
});
