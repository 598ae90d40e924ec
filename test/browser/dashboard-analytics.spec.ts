import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Field } from '../../shared/domain/fields/field.ts';
import { violations } from './support/axe.ts';
import { appUrl, choose, importStays, openAs, stay, visitStays } from './support/dashboard.ts';
import { call, newForm } from './support/service.ts';
import { expect, test } from './support/test.ts';

const hostileLabel = `<img src=x onerror="document.title='broken'">\u202E${'x'.repeat(800)}`;

let formId = '';

test.beforeAll(async () => {
  const [first, ...fields] = stay.fields;
  formId = await newForm({ ...stay, fields: [{ ...(first as Field), label: hostileLabel }, ...fields] });
  await importStays(formId, 75);
  await visitStays(formId, 30);
  await expect
    .poll(async () => (await call<{ totals: object }>('GET', `/forms/${formId}/analytics`)).totals)
    .toMatchObject({ views: 30, submissionsFromBrowsers: 12 });
});

const chart = (page: Page, name: string | RegExp) => page.getByRole('figure', { name });

const download = async (page: Page, chosen: string, kind: string) => {
  await chart(page, chosen)
    .getByRole('button', { name: `Save ${chosen}` })
    .click();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: `Save as ${kind}` }).click(),
  ]);
  return { name: saved.suggestedFilename(), bytes: await readFile(await saved.path()) };
};

for (const colorScheme of ['light', 'dark'] as const) {
  const onlyColors = colorScheme === 'dark';
  test(`the analytics of a form are charts and tables, in ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 1280, height: 900 });
    await openAs(page, `/forms/${formId}/analytics`);
    await expect(chart(page, 'Submissions by day').locator('svg path.line')).toHaveCount(2);
    await expect(page).not.toHaveTitle('broken');
    expect(await violations(page, { onlyColors })).toEqual([]);

    const funnel = chart(page, 'From view to submission');
    await expect(funnel.getByRole('row', { name: /Views 30 100%/ })).toBeAttached();
    await expect(funnel.getByRole('row', { name: /Submissions from browsers 12 40%/ })).toBeAttached();
    await expect(chart(page, 'Where people leave').getByRole('row')).toHaveCount(8);
    await expect(
      chart(page, 'Validation errors').getByRole('row', { name: 'Email address Not a valid email 3' }),
    ).toBeAttached();
    await chart(page, 'Validation errors').getByRole('button', { name: 'Table' }).click();
    await expect(chart(page, 'Validation errors').locator('svg.bars')).toBeHidden();
    expect(await violations(page, { onlyColors })).toEqual([]);
    await expect(page.locator('main img')).toHaveCount(0);
  });
}

test('a day is read by the keyboard, and a metric, a time and a zone are chosen', async ({ page }) => {
  await openAs(page, `/forms/${formId}/analytics?days=7`);
  const days = page.getByRole('slider', { name: 'Submissions by day' });
  await days.focus();
  const last = await days.getAttribute('aria-valuetext');
  await page.keyboard.press('ArrowLeft');
  await expect(days).toHaveAttribute('aria-valuenow', '6');
  await expect(page.locator('.chart-tip')).toBeVisible();
  expect(await days.getAttribute('aria-valuetext')).not.toBe(last);

  await page.getByRole('button', { name: /^Views/ }).click();
  await expect(page.getByRole('slider', { name: 'Views by day' })).toHaveAttribute('aria-valuemax', '7');
  await page.getByLabel('Period', { exact: true }).selectOption('90');
  await expect(page.getByRole('slider', { name: 'Views by day' })).toHaveAttribute('aria-valuemax', '90');
  await choose(page, 'Time zone', 'Pacific/Kiritimati');
  const there = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Pacific/Kiritimati' }).format(Date.now());
  await page.getByLabel('Period', { exact: true }).selectOption('custom');
  await expect(page.getByLabel('To', { exact: true })).toHaveValue(there);
  await page.getByLabel('From', { exact: true }).fill(there);
  await expect(page).toHaveURL(/days=1&/);
  await expect(page.getByRole('slider', { name: 'Views by day' })).toHaveAttribute('aria-valuemax', '1');

  await page.getByLabel('Compare with previous period').uncheck();
  await expect(chart(page, 'Views by day').locator('path.line')).toHaveCount(1);
  await page.reload();
  await expect(page.getByLabel('Compare with previous period')).not.toBeChecked();

  await page.goto(appUrl(`/forms/${formId}/analytics?days=7&to=2020-01-07`));
  await expect(chart(page, 'From view to submission')).toContainText('No visits from browsers in this period.');
});

test('a chart is saved as an image and as CSV', async ({ page }) => {
  await openAs(page, `/forms/${formId}/analytics?days=7`);
  await expect(chart(page, 'Submissions by day').locator('svg path.line')).toHaveCount(2);
  const image = await download(page, 'Submissions by day', 'PNG');
  expect(image.name).toBe('Submissions by day.png');
  expect(image.bytes.subarray(1, 4).toString()).toBe('PNG');
  // Twice as wide as it is seen, and the line is in it, in its colour.
  const seen = await chart(page, 'Submissions by day').locator('svg:not(.icon)').boundingBox();
  expect(image.bytes.readUInt32BE(16)).toBe(Math.round(((seen?.width ?? 0) + 48) * 2));
  const inked = await page.evaluate(async bytes => {
    const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    const { data = [] } = context?.getImageData(0, 0, bitmap.width, bitmap.height) ?? {};
    return Array.from(data).filter((red, at) => at % 4 === 0 && red === 0x3f && data[at + 1] === 0x48).length;
  }, Array.from(image.bytes));
  expect(inked).toBeGreaterThan(500);

  const csv = await download(page, 'Where people leave', 'CSV');
  const lines = csv.bytes.toString().split('\r\n');
  expect(lines[0]).toBe('Field,Reached,Left here,Share');
  expect(lines).toHaveLength(9);
});

test('the overview has all forms, and each leads to its own', async ({ page }) => {
  await openAs(page, '/analytics');
  await expect(page.getByRole('slider', { name: 'Submissions by day' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.locator(`a[href$="/forms/${formId}/analytics"]`).click();
  await expect(page).toHaveURL(appUrl(`/forms/${formId}/analytics`));
  await expect(chart(page, 'From view to submission')).toBeVisible();
});

test('on a phone nothing has to be scrolled sideways, and a session that has ended asks to sign in over the page', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 375, height: 720 });
  await openAs(page, `/forms/${formId}/analytics`);
  await expect(chart(page, 'From view to submission').locator('svg.bars')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);

  await context.setOffline(true);
  await page.getByLabel('Period', { exact: true }).selectOption('7');
  await expect(page.getByRole('alert')).toContainText("Can't reach the service");
  await context.setOffline(false);
  await context.clearCookies();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible();
});
