import type { Form } from '../../shared/domain/forms/form.ts';
import { violations } from './support/axe.ts';
import { openAs } from './support/dashboard.ts';
import { call, newForm } from './support/service.ts';
import { expect, test } from './support/test.ts';

const fields = [
  { id: 'plan', type: 'radio' as const, label: 'Plan', options: ['Basic', 'Pro'] },
  { id: 'email', type: 'email' as const, label: 'Email address' },
];

test('a theme and the ends are chosen beside the form', async ({ page, errors }) => {
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
  await page.getByLabel('Submit button').fill('Book it');
  await expect(page.locator('formline-form').getByRole('button', { name: 'Book it' })).toBeVisible();

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
  });
  expect(welcome).toEqual({ text: 'Welcome **all**' });
  expect(endings).toMatchObject([
    { id: 'end1', if: { field: 'plan' }, redirectUrl: 'https://pay.example/', redirectAnswers: ['plan'] },
  ]);
  expect(errors).toEqual([]);
});
