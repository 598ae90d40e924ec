import { violations } from './support/axe.ts';
import { hostedPageOf, newForm, responsesOf } from './support/service.ts';
import { expect, test } from './support/test.ts';

const form = {
  title: 'Book a seat',
  fields: [
    { id: 'plan', type: 'radio' as const, label: 'Plan', options: ['Basic', 'Team'], required: true },
    { id: 'seats', type: 'number' as const, label: 'Seats' },
  ],
  welcome: { text: 'It takes **two** minutes', buttonText: 'Start' },
  thankYou: { text: 'See you soon' },
};

test('a welcome page comes first, and the end follows from the answers', async ({ page, site, tag, errors }) => {
  const end = { id: 'team', if: { field: 'plan', op: 'eq', value: 'Team' }, text: 'We will call you' };
  const formId = await newForm({ ...form, endings: [end] });
  await page.goto(site.add(tag(formId)));
  await expect(page.getByText('It takes two minutes')).toBeVisible();
  await expect(page.getByText('Plan', { exact: true })).toBeHidden();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Start' }).press('Enter');
  await expect(page.getByText('It takes two minutes')).toBeHidden();
  await page.getByLabel('Team').check();
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('We will call you')).toBeVisible();
  expect(await responsesOf(formId)).toMatchObject([{ status: 'completed', answers: { plan: 'Team' } }]);
  expect(errors).toEqual([]);
});

test('a redirect takes the chosen answers along, and a visitor who has begun skips the welcome', async ({
  page,
  site,
}) => {
  const thankYou = { redirectUrl: `${site.add('<h1>Pay here</h1>')}?from=form`, redirectAnswers: ['plan', 'seats'] };
  const formId = await newForm({ ...form, thankYou });
  await page.goto(hostedPageOf(formId));
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('radio', { name: 'Basic' }).check();
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Basic' })).toBeChecked();
  await page.getByRole('textbox', { name: 'Seats' }).fill('4');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('heading', { name: 'Pay here' })).toBeVisible();
  expect(new URL(page.url()).search).toBe('?from=form&plan=Basic&seats=4');
});
