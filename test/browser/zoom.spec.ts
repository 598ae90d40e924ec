import type { Page } from '@playwright/test';
import { everyType } from './support/schemas.ts';
import { hostedPageOf, newForm, responsesOf } from './support/service.ts';
import { expect, test } from './support/test.ts';

type NewForm = Parameters<typeof newForm>[0];

// A window of 1,280 by 1,024 pixels at a zoom of 400 %.
test.use({ viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 });

const asked = everyType.fields.filter(({ id }) => ['name', 'nights', 'stars', 'recommend', 'service'].includes(id));
const fields = asked.flatMap((field, index) => [
  ...(index === 2 ? [{ id: 'more', type: 'page', label: 'Your stay' }] : []),
  field,
]);

/** Nothing has to be scrolled sideways, and what has the focus is seen whole. */
async function isInView(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  const focused = await page.evaluate(() => {
    const node = document.querySelector('formline-form')?.shadowRoot?.activeElement;
    const { top, left, right } = node?.getBoundingClientRect() ?? { top: -1, left: -1, right: -1 };
    return top >= 0 && top < innerHeight && left >= 0 && right <= innerWidth;
  });
  expect(focused).toBe(true);
}

for (const [where, headerPx] of [
  ['on its page', 0],
  ['in a page with a header that sticks', 60],
] as const) {
  test(`at a zoom of 400 %, a form is filled in step by step, ${where}`, async ({ page, site, tag }) => {
    const formId = await newForm({ title: everyType.title, fields } as NewForm);
    const header = `<header style="position: sticky; top: 0; height: ${headerPx}px; background: #ccc">Shop</header>`;
    await page.goto(headerPx ? site.add(`${header}${tag(formId)}`) : hostedPageOf(formId));
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText('Enter your name').last()).toBeVisible();
    await isInView(page);
    await page.getByRole('textbox', { name: 'Your name' }).fill('Ada');
    await page.getByRole('textbox', { name: 'Nights' }).fill('3');
    await page.getByRole('button', { name: 'Next' }).click();
    await expect
      .poll(() => page.getByText('Step 2 of 2').evaluate(node => node.getBoundingClientRect().top))
      .toBeLessThan(200);
    await isInView(page);
    const top = await page.getByText('Step 2 of 2').evaluate(node => node.getBoundingClientRect().top);
    expect(top).toBeGreaterThanOrEqual(headerPx);
    await page.getByRole('radio', { name: '4 of 5 stars' }).check();
    await page.getByRole('radio', { name: '10, Extremely likely' }).check();
    await page.getByRole('radiogroup', { name: 'Kitchen' }).getByText('Great').click();
    await isInView(page);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('Thank you.').last()).toBeVisible();
    expect(await responsesOf(formId)).toMatchObject([
      { answers: { name: 'Ada', nights: 3, stars: 4, recommend: 10, service: { Kitchen: 'Great' } } },
    ]);
  });
}
