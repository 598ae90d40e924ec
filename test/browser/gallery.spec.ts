import { violations } from './support/axe.ts';
import { picture } from './support/picture.ts';
import { everyType, previewTag } from './support/schemas.ts';
import { expect, test } from './support/test.ts';

const schemes = ['light', 'dark'] as const;

for (const theme of schemes) {
  const onlyColors = theme === 'dark';
  test(`every type of field is accessible in ${theme}, also with faults`, async ({ page, site, script }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 760, height: 900 });
    await page.goto(site.add(previewTag(script, everyType, `theme="${theme}"`)));
    await expect(page.getByRole('heading', { name: 'Tell us about your stay' })).toBeVisible();
    expect(await violations(page, { onlyColors })).toEqual([]);
    await picture(page, `every-type-${theme}`, true);

    await page.getByLabel('Nights').fill('0.5');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('Nights must be a whole number').last()).toBeVisible();
    expect(await violations(page, { onlyColors })).toEqual([]);
    await picture(page, `faults-${theme}`, true);
  });
}

test('a page that is dark by itself has a dark form', async ({ page, site, script }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = '<meta name="color-scheme" content="light dark">';
  await page.goto(site.add(dark + previewTag(script, everyType)));
  const name = page.getByLabel('Your name');
  await expect(name).toHaveCSS('color', 'rgb(236, 238, 246)');

  // Elsewhere the form follows the page, which is light, not the system.
  await page.goto(site.add(previewTag(script, everyType)));
  await expect(name).toHaveCSS('color', 'rgb(27, 29, 41)');
});

test('a form is readable on what the page paints behind it, without a card of its own', async ({
  page,
  site,
  script,
}) => {
  for (const [background, color] of [
    ['#101014', 'rgb(236, 238, 246)'],
    ['#f4f4f4', 'rgb(27, 29, 41)'],
  ]) {
    const host = `<style>.hero { background: ${background} } formline-form { display: inline }</style><div class="hero">`;
    await page.goto(site.add(`${host}${previewTag(script, everyType)}</div>`));
    await expect(page.getByLabel('Your name')).toHaveCSS('color', color ?? '');
    await expect(page.locator('formline-form')).toHaveCSS('display', 'block');
    expect(await violations(page)).toEqual([]);
  }
});

test('one question at a time, on a phone', async ({ page, site, script }) => {
  await page.setViewportSize({ width: 375, height: 720 });
  await page.goto(site.add(previewTag(script, { ...everyType, ui: { layout: 'one-by-one', progress: 'bar' } })));
  await expect(page.getByLabel('Your name')).toBeVisible();
  await page.getByLabel('Your name').fill('Ada');
  await picture(page, 'one-by-one-phone', true);
  expect(await violations(page)).toEqual([]);

  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Email address')).toBeFocused();
  await expect(page.getByText(/^Step 2 of \d+$/)).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Your name')).toHaveValue('Ada');
});

test('at 320 CSS pixels, which is a zoom of 400 %, nothing has to be scrolled sideways', async ({
  page,
  site,
  script,
}) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto(site.add(previewTag(script, everyType)));
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Check these answers')).toBeVisible();
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  expect(await width()).toBeLessThanOrEqual(320);
  await page.goto(site.add(previewTag(script, everyType, 'lang="ar"')));
  await expect(page.getByRole('button', { name: 'إرسال' })).toBeVisible();
  expect(await width()).toBeLessThanOrEqual(320);
});
