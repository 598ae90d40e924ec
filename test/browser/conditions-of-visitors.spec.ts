import type { Page } from '@playwright/test';
import { everyType, previewTag } from './support/schemas.ts';
import { hostedPageOf, newForm, responsesOf } from './support/service.ts';
import { expect, test } from './support/test.ts';

type NewForm = Parameters<typeof newForm>[0];

const fields = [{ id: 'name', type: 'text', label: 'Your name', required: true }] satisfies NewForm['fields'];
const submissions = '**/v1/forms/*/submissions';
const answered = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'retry-after' };

for (const [status, retryAfter, said] of [
  [429, 1, 'This is taking longer than usual. Your answers are safe'],
  [500, undefined, 'This is taking longer than usual. Your answers are safe'],
  [503, 60, 'This form is paused for maintenance. Your answers are safe'],
] as const) {
  test(`a service that answers ${status} is told, and what was typed is there after a reload`, async ({
    page,
    site,
    tag,
  }) => {
    const formId = await newForm({ fields });
    const headers = { ...answered, ...(retryAfter && { 'retry-after': String(retryAfter) }) };
    await page.route(submissions, route => route.fulfill({ status, headers, json: { code: 'unavailable' } }));
    await page.goto(site.add(tag(formId)));
    const name = page.getByLabel('Your name');
    await name.fill('Ada');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText(said)).toBeVisible();
    await expect(name).toHaveValue('Ada');
    await page.unroute(submissions);
    await page.reload();
    await expect(name).toHaveValue('Ada');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('Thank you.')).toBeVisible();
    expect(await responsesOf(formId)).toMatchObject([{ status: 'completed', answers: { name: 'Ada' } }]);
  });
}

test('on a 2G connection the hosted page is filled in before its script is there, and sent', async ({ page }) => {
  const formId = await newForm({ fields });
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  const bytesPerSecond = { downloadThroughput: 6400, uploadThroughput: 2500 };
  await client.send('Network.emulateNetworkConditions', { offline: false, latency: 800, ...bytesPerSecond });
  await page.goto(hostedPageOf(formId), { waitUntil: 'commit' });
  await page.getByLabel('Your name').fill('Ada');
  await expect(page.locator('formline-form .place[data-ready]')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Your name' })).toHaveValue('Ada');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Thank you.')).toBeVisible();
  expect(await responsesOf(formId)).toMatchObject([{ status: 'completed', answers: { name: 'Ada' } }]);
});

/** How much the page has moved by itself: https://web.dev/articles/cls. */
const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>(resolve => {
        let sum = 0;
        new PerformanceObserver(list => {
          for (const { value } of list.getEntries() as unknown as { value: number }[]) sum += value;
        }).observe({ type: 'layout-shift', buffered: true });
        // What has moved is painted by then.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum), 100)));
      }),
  );

test('nothing moves when an embed with a height arrives, and little when the script takes over a hosted page', async ({
  page,
  site,
  tag,
}) => {
  const formId = await newForm({ title: 'Tell us', fields: everyType.fields.slice(1) as NewForm['fields'] });
  const isReady = () => expect(page.locator('formline-form .place[data-ready]')).toBeVisible();
  const around = (attributes: string) => `<p>Above</p>${tag(formId, attributes)}<p>Below</p>`;
  await page.goto(site.add(around('')));
  await isReady();
  const height = await page.locator('formline-form').evaluate(element => element.clientHeight);
  await page.goto(site.add(around(`data-height="${height}"`)));
  await isReady();
  expect(await layoutShift(page)).toBeLessThan(0.05);
  await page.goto(hostedPageOf(formId));
  await isReady();
  expect(await layoutShift(page)).toBeLessThan(0.05);
});

test('a link to go on brings the top of the form into view', async ({ page, site, tag, browser }) => {
  const questions = Array.from({ length: 14 }, (_, index) => ({ id: `q${index}`, type: 'text' }) as const);
  const formId = await newForm({ fields: [...fields, ...questions], ui: { saveAndResume: true } });
  await page.goto(site.add(`<p style="height: 1500px">Above</p>${tag(formId)}<p style="height: 1500px">Below</p>`));
  await page.getByLabel('Your name').fill('Ada');
  await page.getByRole('button', { name: 'Save and continue later' }).click();
  const link = await page.getByRole('textbox', { name: 'Save and continue later' }).inputValue();
  const other = await browser.newPage();
  await other.goto(link);
  const name = other.getByLabel('Your name');
  await expect(name).toHaveValue('Ada');
  await expect(name).toBeInViewport();
  await other.close();
});

test('a form can be filled in at 320 pixels from right to left, in forced colors', async ({ page, site, script }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto(site.add(previewTag(script, { ...everyType, fields: everyType.fields.slice(1, 3) }, 'lang="he"')));
  const name = page.getByLabel('Your name');
  await name.fill('עדה');
  await name.press('Tab');
  await expect(page.getByLabel('Email address')).toBeFocused();
  await page.keyboard.type('ada@example.com');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await expect(page.locator('formline-form [part=form]')).toHaveAttribute('dir', 'rtl');
  // Buttons and inputs have an edge where backgrounds are not painted.
  for (const part of ['input', 'button'])
    await expect(page.locator(`formline-form [part=${part}]`).last()).toHaveCSS('border-top-style', 'solid');
  await page.keyboard.press('Enter');
  await expect(page.locator('formline-form .thanks')).toBeFocused();
});
