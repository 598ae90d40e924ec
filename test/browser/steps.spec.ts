import { newForm } from './support/service.ts';
import { expect, test } from './support/test.ts';

const text = (id: string, label: string) => ({ id, type: 'text', label }) as const;
const page = (id: string, label: string) => ({ id, type: 'page', label }) as const;

/** Two steps that are taller than the window, and one that is not. */
const tall = {
  title: 'Tall',
  fields: [
    ...Array.from({ length: 14 }, (_, index) => text(`a${index}`, `First ${index}`)),
    page('second', 'Second page'),
    ...Array.from({ length: 14 }, (_, index) => text(`b${index}`, `Second ${index}`)),
    page('third', 'Third page'),
    text('c', 'Last question'),
  ],
} satisfies Parameters<typeof newForm>[0];

const sticky =
  '<style>html { scroll-behavior: smooth }</style><header style="position: sticky; top: 0; height: 90px; background: #ccc"><a href="#">Shop</a></header>';
const around = '<p style="height: 1500px">Above</p>';

for (const [where, before, headerPx] of [
  ['in a page', around, 0],
  ['below a header that sticks', sticky + around, 90],
] as const) {
  test(`Next and Back bring the top of a step into view, ${where}`, async ({ page, site, tag }) => {
    const formId = await newForm(tall);
    await page.goto(site.add(`${before}${tag(formId)}${around}`));
    const topOf = (name: string) => page.getByText(name).evaluate(node => Math.round(node.getBoundingClientRect().top));
    const isAtTop = (name: string) =>
      expect.poll(() => topOf(name).then(top => top >= headerPx && top < headerPx + 60)).toBe(true);
    await page.getByRole('button', { name: 'Next' }).click();
    await isAtTop('Step 2 of 3');
    await page.getByRole('button', { name: 'Next' }).click();
    await isAtTop('Step 3 of 3');
    await page.getByRole('button', { name: 'Back' }).click();
    await expect.poll(() => topOf('Step 2 of 3').then(top => top >= headerPx && top < 700)).toBe(true);
  });
}

const survey = {
  title: 'Survey',
  fields: [
    text('a', 'First'),
    page('p2', 'Page two'),
    text('b', 'Second'),
    page('p3', 'Page three'),
    text('c', 'Third'),
    { id: 'd', type: 'textarea', label: 'Fourth' },
  ],
} satisfies Parameters<typeof newForm>[0];

test('Back and Forward of the browser go through the steps, and a reload stays', async ({
  page,
  site,
  tag,
  errors,
}) => {
  const formId = await newForm(survey);
  const before = site.add('Before');
  await page.goto(before);
  await page.goto(site.add(tag(formId)));
  await page.getByLabel('First').fill('one');
  await page.evaluate(() => history.replaceState({ ...history.state, router: 7 }, ''));
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Second').fill('two');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByLabel('Third')).toBeVisible();
  expect(await page.evaluate(() => history.state.router)).toBe(7);
  await page.reload();
  await expect(page.getByLabel('Third')).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Second')).toHaveValue('two');
  await page.goForward();
  await expect(page.getByLabel('Third')).toBeVisible();
  // The button goes the way of the browser: no entry is left that goes forward by going back.
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Second')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('First')).toHaveValue('one');
  await page.goBack();
  await expect(page).toHaveURL(before);
  expect(errors).toEqual([]);
});

test('on paper there are all steps, and nothing to click', async ({ page, site, tag }) => {
  const formId = await newForm(survey);
  await page.goto(site.add(tag(formId)));
  await expect(page.getByLabel('First')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  for (const name of ['First', 'Second', 'Third', 'Fourth']) await expect(page.getByLabel(name)).toBeVisible();
  await expect(page.getByLabel('First')).toHaveCSS('border-width', '0px 0px 1px');
  await expect(page.getByLabel('Fourth')).toHaveCSS('background-image', /^repeating-linear-gradient/);
  await expect(page.getByRole('button')).toHaveCount(0);
});
