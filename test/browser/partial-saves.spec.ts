import type { Page } from '@playwright/test';
import { newForm, responsesOf } from './support/service.ts';
import { expect, test } from './support/test.ts';

const fields = [
  { id: 'name', type: 'text', label: 'Your name' },
  { id: 'iban', type: 'text', label: 'Account', pii: true },
  { id: 'terms', type: 'consent', label: 'I agree', text: 'The terms.' },
] satisfies Parameters<typeof newForm>[0]['fields'];

/** The bodies of all submissions that the page sends. */
function sentBy(page: Page): { url: string; body: Record<string, unknown> }[] {
  const sent: { url: string; body: Record<string, unknown> }[] = [];
  page.on('request', request => {
    if (request.url().includes('/submissions')) sent.push({ url: request.url(), body: request.postDataJSON() });
  });
  return sent;
}

/** The responses once a second more has passed in the page. Many at once would end a request that is on its way. */
const afterASecond = (page: Page, formId: string) => async () => {
  await page.clock.runFor(1000);
  return responsesOf(formId);
};

test('a new form sends nothing that is typed before it is sent', async ({ page, site, tag }) => {
  const formId = await newForm({ fields });
  const sent = sentBy(page);
  await page.clock.install();
  await page.goto(site.add(tag(formId)));
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('Account').fill('DE02');
  await page.clock.runFor(10_000);
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')));
  await expect(page.getByText('Your answers are saved as you type.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Thank you.')).toBeVisible();
  expect(sent.map(({ url }) => url.includes('partial'))).toEqual([false]);
  expect(await responsesOf(formId)).toMatchObject([{ status: 'completed', answers: { name: 'Ada', iban: 'DE02' } }]);
});

test('a form that saves says so, and saves nothing personal', async ({ page, site, tag }) => {
  const formId = await newForm({ fields, ui: { partialSaves: 'on' } });
  const sent = sentBy(page);
  await page.goto(site.add(tag(formId)));
  await expect(page.getByText('Your answers are saved as you type.')).toBeVisible();
  await page.getByLabel('Account').fill('DE02');
  await page.getByLabel('Your name').fill('Ada');
  await expect.poll(() => responsesOf(formId)).toMatchObject([{ status: 'partial', answers: { name: 'Ada' } }]);
  expect(sent.filter(({ body }) => 'iban' in body)).toEqual([]);
});

test('a visitor discards what was saved, and begins again', async ({ page, site, tag }) => {
  const formId = await newForm({ fields, ui: { partialSaves: 'on' } });
  await page.goto(site.add(tag(formId)));
  await page.getByLabel('Your name').fill('Ada');
  await expect.poll(() => responsesOf(formId)).toMatchObject([{ status: 'partial', answers: { name: 'Ada' } }]);
  await page.getByRole('button', { name: 'Discard saved answers' }).click();
  await expect(page.getByLabel('Your name')).toHaveValue('');
  await expect.poll(() => responsesOf(formId)).toEqual([]);
  await page.reload();
  await expect(page.getByLabel('Your name')).toHaveValue('');
  await page.getByLabel('Your name').fill('Grace');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Thank you.')).toBeVisible();
  expect(await responsesOf(formId)).toMatchObject([{ status: 'completed', answers: { name: 'Grace' } }]);
});

test('a form that saves after consent waits for it', async ({ page, site, tag }) => {
  const formId = await newForm({ fields, ui: { partialSaves: 'afterConsent' } });
  const sent = sentBy(page);
  await page.clock.install();
  await page.goto(site.add(tag(formId)));
  await page.getByLabel('Your name').fill('Ada');
  await page.clock.runFor(10_000);
  expect(sent).toEqual([]);
  await expect(page.getByText('Your answers are saved as you type.')).toBeHidden();
  await page.getByRole('checkbox').check();
  await expect
    .poll(afterASecond(page, formId))
    .toMatchObject([{ status: 'partial', answers: { name: 'Ada', terms: true } }]);
  await expect(page.getByText('Your answers are saved as you type.')).toBeVisible();
  // Without the consent the service has none of it, until it is given again.
  await page.getByRole('checkbox').uncheck();
  await expect.poll(afterASecond(page, formId)).toEqual([]);
  await page.getByLabel('Your name').fill('Grace');
  await page.getByRole('checkbox').check();
  await expect.poll(afterASecond(page, formId)).toMatchObject([{ answers: { name: 'Grace', terms: true } }]);
});
