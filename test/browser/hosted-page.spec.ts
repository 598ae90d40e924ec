import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { violations } from './support/axe.ts';
import { everyType } from './support/schemas.ts';
import { hostedPageOf, newForm, responsesOf } from './support/service.ts';
import { expect, test } from './support/test.ts';

type NewForm = Parameters<typeof newForm>[0];

const images = join(import.meta.dirname, '../../docs/images');

async function picture(page: Page, name: string): Promise<void> {
  if (!process.env.PICTURES) return;
  await page.screenshot({ path: join(images, `${name}.png`), fullPage: true, animations: 'disabled' });
}

const { title, fields } = everyType;
const newEveryType = (more: object = {}): Promise<string> => newForm({ title, fields, ...more } as NewForm);

/** No other tool has looked at the page by then: what it says itself is there. */
const accessible = async (page: Page, onlyColors = false) =>
  expect(await violations(page, { isOurs: true, onlyColors })).toEqual([]);

const isAsWideAsItsWindow = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('Email address').fill('ada@example.com');
  await page.getByLabel('Nights').fill('3');
  await page.getByLabel('Room').selectOption('Double');
  await page.getByLabel('Holidays').check();
  await page.getByLabel('Breakfast').check();
  await page.getByRole('group', { name: 'Your rating' }).getByLabel('4').check();
  await page.getByLabel('Place 1').selectOption('Place');
  await page.getByLabel('Place 2').selectOption('Price');
  await page.getByLabel('Place 3').selectOption('People');
  await page.getByLabel('Reception: Great').check();
  await page.getByLabel('I agree to the terms').check();
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('an answer of every type arrives, with its file', async ({ page }) => {
    const formId = await newEveryType();
    await page.goto(hostedPageOf(formId));
    await fillIn(page);
    const bill = { name: 'bill.pdf', mimeType: 'application/pdf', buffer: Buffer.from('bill') };
    await page.getByLabel('Your bill').setInputFiles(bill);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('Thank you. We received your answers.')).toBeVisible();
    expect(await responsesOf(formId)).toMatchObject([
      {
        status: 'completed',
        answers: {
          ...{ name: 'Ada', nights: 3, room: 'Double', reason: 'fun', liked: ['Breakfast'], stars: 4 },
          ...{ order: ['Place', 'Price', 'People'], service: { Reception: 'Great' }, total: 30, terms: true },
          bill: [expect.stringMatching(/^file_/)],
        },
      },
    ]);
    await page.reload();
    expect(await responsesOf(formId)).toHaveLength(1);
  });

  test('faults are told at their fields, and everything else is still there', async ({ page }) => {
    const checked = [
      { id: 'name', type: 'text', label: 'Your name', required: true },
      { id: 'pets', type: 'multiselect', label: 'Pets', options: ['dog', 'cat'], validate: { minSelected: 2 } },
      { id: 'cv', type: 'file', label: 'CV', validate: { accept: ['.pdf'], maxBytes: 2048 } },
    ] satisfies NewForm['fields'];
    const formId = await newForm({ title: 'Checks', fields: checked });
    await page.goto(hostedPageOf(formId));
    await expect(page.getByText('Allowed: PDF · Up to 2 kB each')).toBeVisible();
    await page.getByLabel('Your name').fill('Ada "the" <first>');
    await page.getByLabel('cat').check();
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('alert')).toContainText('Select at least 2 options for pets');
    await expect(page.getByLabel('Your name')).toHaveValue('Ada "the" <first>');
    await expect(page.getByLabel('cat')).toBeChecked();
    await picture(page, 'hosted-page-faults');
    await page.getByLabel('dog').check();
    const cv = page.getByLabel('CV');
    for (const [name, size] of [
      ['cv.exe', 10],
      ['cv.pdf', 3000],
    ] as const) {
      await cv.setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.alloc(size, 'x') });
      await page.getByRole('button', { name: 'Send' }).click();
      await expect(page.getByRole('alert').getByRole('link', { name: 'CV' })).toBeVisible();
      await expect(page.getByLabel('dog')).toBeChecked();
    }
    expect(await responsesOf(formId)).toEqual([]);
    await cv.setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(1000, 'x') });
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('Thank you.').first()).toBeVisible();
    expect(await responsesOf(formId)).toHaveLength(1);
  });

  test('more than a page can send is told in words', async ({ page }) => {
    const formId = await newForm({ fields: [{ id: 'film', type: 'file', label: 'Film' }] });
    await page.goto(hostedPageOf(formId));
    const film = { name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(4_280_000, 'x') };
    await page.getByLabel('Film').setInputFiles(film);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payload Too Large');
    await expect(page.getByText('All files together can be up to 4 MB')).toBeVisible();
  });
});

const schemes = ['light', 'dark'] as const;

for (const colorScheme of schemes) {
  const onlyColors = colorScheme === 'dark';
  test(`the page is accessible in ${colorScheme}, with faults, closed and unknown, at any size`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const formId = await newEveryType({ ui: { theme: colorScheme } });
    const closed = await newForm({
      fields,
      closesAt: '2020-01-01T00:00:00Z',
      closedMessage: 'Come back soon.',
    } as NewForm);
    await page.goto(hostedPageOf(formId));
    await expect(page.locator('formline-form .place[data-ready]')).toBeVisible();
    await accessible(page, onlyColors);
    if (colorScheme === 'light') await picture(page, 'hosted-page');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('Check these answers')).toBeVisible();
    await accessible(page, onlyColors);
    await page.setViewportSize({ width: 320, height: 256 });
    await isAsWideAsItsWindow(page);
    await page.setViewportSize({ width: 1000, height: 800 });
    for (const [address, words] of [
      [hostedPageOf(closed), 'Come back soon.'],
      [hostedPageOf('form_unknown'), 'Form not found'],
    ] as const) {
      await page.goto(address);
      await expect(page.getByText(words)).toBeVisible();
      await accessible(page, onlyColors);
    }
  });

  test(`the plain page is accessible in ${colorScheme}, with faults, at any size`, async ({ browser }) => {
    // axe runs in the page, whose own scripts do not load.
    const context = await browser.newContext({ colorScheme });
    const page = await context.newPage();
    await page.route('**/*.js', route => route.abort());
    const formId = await newEveryType({ ui: { theme: colorScheme } });
    await page.goto(hostedPageOf(formId));
    await accessible(page, onlyColors);
    await page.locator('form').evaluate(form => form.setAttribute('novalidate', ''));
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('alert')).toContainText('Enter your name');
    await expect(page).toHaveTitle(/^Error: /);
    await accessible(page, onlyColors);
    await page.setViewportSize({ width: 320, height: 256 });
    await isAsWideAsItsWindow(page);
    await context.close();
  });
}

test('what is typed before the script comes is still there when it does', async ({ page }) => {
  const formId = await newEveryType();
  const script = Promise.withResolvers<void>();
  await page.route('**/embed.js', async route => {
    await script.promise;
    await route.continue();
  });
  await page.goto(hostedPageOf(formId), { waitUntil: 'commit' });
  await fillIn(page);
  const bill = { name: 'bill.pdf', mimeType: 'application/pdf', buffer: Buffer.from('bill') };
  await page.getByLabel('Your bill').setInputFiles(bill);
  await page.getByLabel('Anything else?').fill('It rained.');
  await page.keyboard.press('ArrowLeft');
  script.resolve();
  await expect(page.locator('formline-form .place[data-ready]')).toBeVisible();
  const values = await page
    .locator('formline-form')
    .evaluate(element => (element as HTMLElement & { values: object }).values);
  expect(values).toMatchObject({
    ...{ name: 'Ada', email: 'ada@example.com', nights: 3, room: 'Double', reason: 'fun', liked: ['Breakfast'] },
    ...{ stars: 4, order: ['Place', 'Price', 'People'], service: { Reception: 'Great' }, terms: true },
  });
  await expect(page.getByText('bill.pdf')).toBeVisible();
  const message = page.getByRole('textbox', { name: 'Anything else?' });
  await expect(message).toBeFocused();
  await page.keyboard.type(' all day');
  await expect(message).toHaveValue('It rained all day.');
  await expect(page.getByRole('textbox', { name: 'Your name' })).toHaveValue('Ada');
  // Another visit begins with nothing of this one.
  await page.locator('formline-form').evaluate(element => (element as HTMLElement & { reset: () => void }).reset());
  await expect(message).toHaveValue('');
  await expect(page.getByRole('checkbox', { name: 'I agree to the terms' })).not.toBeChecked();
});

test('the question that somebody answers is the one that the script shows, if it shows one at a time', async ({
  page,
}) => {
  const formId = await newEveryType({ ui: { layout: 'one-by-one' } });
  const script = Promise.withResolvers<void>();
  await page.route('**/embed.js', async route => {
    await script.promise;
    await route.continue();
  });
  await page.goto(hostedPageOf(formId), { waitUntil: 'commit' });
  await page.getByRole('group', { name: 'Your rating' }).getByLabel('4').check();
  script.resolve();
  await expect(page.locator('formline-form .place[data-ready]')).toBeVisible();
  await expect(page.getByRole('radio', { name: '4 of 5 stars' })).toBeFocused();
  await expect(page.getByRole('radio', { name: '1 of 5 stars' })).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
});

test('the page can be filled in and sent by keyboard, and nothing moves for who asks for that', async ({
  page,
  errors,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const formId = await newForm({
    title: 'Keys',
    ui: { layout: 'one-by-one', progress: 'bar' },
    fields: [
      { id: 'name', type: 'text', label: 'Your name', required: true },
      { id: 'pet', type: 'radio', label: 'Pet', options: ['dog', 'cat'] },
    ],
  });
  await page.goto(hostedPageOf(formId));
  // Until then, the plain form is there with the same labels; from then on it is, unseen.
  await expect(page.getByRole('button', { name: 'Next' })).toBeVisible();
  const name = page.getByRole('textbox', { name: 'Your name' });
  await expect(name).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(name).toBeFocused();
  await page.keyboard.type('Ada');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('radio', { name: 'dog' })).toBeVisible();
  const moving = await page.evaluate(() => document.getAnimations().length);
  expect(moving).toBe(0);
  await expect(page.getByRole('radio', { name: 'dog' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  // By the button that takes the choice back, and the one that goes back.
  for (const key of ['Tab', 'Tab', 'Tab']) await page.keyboard.press(key);
  await expect(page.getByRole('button', { name: 'Send' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Thank you.')).toBeVisible();
  expect(await responsesOf(formId)).toMatchObject([{ status: 'completed', answers: { name: 'Ada', pet: 'cat' } }]);
  expect(errors).toEqual([]);
});

test('a frame is told how tall the page is, and shows it without a second scroll bar', async ({ page, site }) => {
  const formId = await newEveryType();
  const script =
    "addEventListener('message', ({ data, source }) => { const frame = document.querySelector('iframe'); if (source === frame.contentWindow && data.type === 'formline:height') frame.height = data.height; });";
  await page.goto(
    site.add(
      `<script>${script}</script><iframe title="Form" src="${hostedPageOf(formId)}?embed=1" style="border: 0; width: 100%"></iframe>`,
    ),
  );
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('button', { name: 'Send' })).toBeVisible();
  await expect
    .poll(() => frame.locator('html').evaluate(html => html.scrollHeight <= innerHeight && innerHeight > 1000))
    .toBe(true);
});
