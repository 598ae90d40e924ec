import type { Form } from '../../shared/domain/forms/form.ts';
import { violations } from './support/axe.ts';
import { openAs } from './support/dashboard.ts';
import { call, hostedPageOf, newForm } from './support/service.ts';
import { expect, test } from './support/test.ts';

const fields = [
  { id: 'plan', type: 'radio' as const, label: 'Plan', options: ['Basic', 'Pro'] },
  { id: 'email', type: 'email' as const, label: 'Email address' },
];

/** A green PNG of six by two pixels. */
const image = {
  name: 'acme.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAYAAAACCAIAAAD0PzoJAAAAEElEQVR42mOQz/dCQwyYQgC+ggohep4TpQAAAABJRU5ErkJggg==',
    'base64',
  ),
};
const isLoaded = (element: HTMLElement | SVGElement): boolean =>
  element instanceof HTMLImageElement && element.complete && element.naturalWidth === 6;

test('a theme with its images, and the ends are chosen beside the form', async ({ page, errors }) => {
  const id = await newForm({ title: 'Book a seat', status: 'draft', fields });
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAs(page, `/forms/${id}/edit`);
  await page.getByRole('button', { name: 'Design', exact: true }).first().click();
  const send = page.locator('formline-form').getByRole('button', { name: 'Send' });
  await page.getByRole('button', { name: 'Clay' }).click();
  await expect(send).toHaveCSS('background-color', 'rgb(160, 60, 34)');
  await page.getByLabel('Accent color', { exact: true }).fill('#ffe066');
  await expect(page.getByText('Buttons or links are hard to see on this background.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear: Accent color' }).click();
  await expect(page.getByText('Buttons or links are hard to see on this background.')).toBeHidden();
  await page.getByRole('button', { name: 'Forest' }).click();
  // The fields look as in the form.
  await expect(page.locator('.ed-card').first()).toHaveCSS('background-color', 'rgb(244, 248, 242)');
  await page.getByLabel('Submit button').fill('Book it');
  await expect(page.locator('formline-form').getByRole('button', { name: 'Book it' })).toBeVisible();

  await page.getByLabel('Logo file').setInputFiles({ ...image, buffer: Buffer.from('<svg/>') });
  await expect(page.getByText('Choose a PNG, JPEG or WebP image.')).toBeVisible();
  for (const name of ['Logo', 'Cover']) {
    await page.getByLabel(`${name} file`).setInputFiles(image);
    await expect(page.getByRole('button', { name: `Replace ${name.toLowerCase()}` })).toBeVisible();
  }
  await page.getByLabel('Logo description').fill('Acme');
  const logoInElement = page.locator('formline-form').getByRole('img', { name: 'Acme' });
  await expect.poll(() => logoInElement.evaluate(isLoaded)).toBe(true);
  await page.getByRole('textbox', { name: 'Welcome page' }).fill('Welcome **all**');
  await page.getByRole('button', { name: 'Add end page' }).click();
  const ending = page.getByRole('group', { name: 'End page 1' });
  await ending.getByLabel('Field', { exact: true }).selectOption('Plan');
  await ending.getByLabel('Redirect to').fill('https://pay.example/');
  await ending.getByText('Answers added to the address').click();
  await expect(ending.getByRole('checkbox', { name: 'Email address' })).toHaveCount(0);
  await ending.getByRole('checkbox', { name: 'Plan' }).check();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.')).toBeVisible();

  const { theme, welcome, endings } = await call<Form>('GET', `/forms/${id}`);
  expect(theme).toEqual({
    accent: '#1f6f4a',
    background: '#f4f8f2',
    text: '#16241c',
    font: 'humanist',
    radius: 12,
    buttonText: 'Book it',
    logo: { image: expect.stringMatching(/^img_/), alt: 'Acme' },
    cover: { image: expect.stringMatching(/^img_/) },
  });
  expect(welcome).toEqual({ text: 'Welcome **all**' });
  expect(endings).toMatchObject([
    { id: 'end1', if: { field: 'plan' }, redirectUrl: 'https://pay.example/', redirectAnswers: ['plan'] },
  ]);

  await call('PUT', `/forms/${id}`, { status: 'live' });
  await page.goto(hostedPageOf(id));
  await expect.poll(() => page.getByRole('img', { name: 'Acme' }).evaluate(isLoaded)).toBe(true);
  const cover = page.locator('main > .cover');
  await expect.poll(() => cover.evaluate(isLoaded)).toBe(true);
  const { width = 0, height = 0 } = (await cover.boundingBox()) ?? {};
  expect(width / height).toBeCloseTo(4, 1);
  await expect(page.locator('formline-form img')).toHaveCount(0);
  expect(errors).toEqual([]);
});
