import type { Page } from '@playwright/test';
import { violations } from './support/axe.ts';
import { openAs } from './support/dashboard.ts';
import { call, newForm } from './support/service.ts';
import { expect, test } from './support/test.ts';

const survey = {
  title: 'Survey',
  fields: [
    { id: 'age', type: 'number', label: 'Age' },
    { id: 'day', type: 'date', label: 'Day' },
    { id: 'stars', type: 'rating', label: 'Stars' },
    { id: 'quality', type: 'matrix', label: 'Quality', rows: ['Speed', 'Price'], columns: ['Good', 'Bad'] },
    { id: 'order', type: 'ranking', label: 'Order', options: ['Sea', 'Hills'] },
    {
      id: 'topic',
      type: 'select',
      label: 'Topic',
      options: ['Sales', { value: 'Support', label: 'Support', limit: 5 }],
    },
  ],
} as const;

const answers = [
  {
    age: 23,
    day: '2026-01-05',
    stars: 5,
    quality: { Speed: 'Good', Price: 'Bad' },
    order: ['Sea', 'Hills'],
    topic: 'Sales',
  },
  { age: 24.5, day: '2026-01-06', stars: 4, quality: { Speed: 'Good', Price: 'Good' }, order: ['Hills', 'Sea'] },
  { age: 61.5, day: '2026-01-06', stars: 4, topic: 'Support' },
  { age: 140, stars: 1 },
];

const rows = (page: Page) => page.getByRole('table', { name: 'Responses' }).locator('tbody tr');

async function newSurvey(): Promise<string> {
  const id = await newForm({ ...survey, fields: [...survey.fields] as never });
  for (const each of answers) await call('POST', `/v1/forms/${id}/submissions`, each);
  await expect(async () => {
    const { responses } = await call<{ responses: number }>('GET', `/forms/${id}/summary`);
    expect(responses).toBe(answers.length);
  }).toPass({ timeout: 60_000 });
  return id;
}

test('what a summary counts opens the responses behind it', async ({ page }) => {
  const id = await newSurvey();
  await openAs(page, `/forms/${id}/summary`);
  const figure = (name: string) => page.getByRole('figure', { name });
  const opens = async (count: number) => {
    await expect(rows(page)).toHaveCount(count);
    await page.goBack();
    await expect(figure('Age')).toBeVisible();
  };
  const row = async (name: string, label: string) => {
    await figure(name).getByText('Table', { exact: true }).click();
    await figure(name).getByRole('link', { name: label, exact: true }).click();
  };
  await expect(figure('Topic').getByText('1 of 5 places taken')).toBeVisible();
  await row('Age', '20–30');
  await expect(page.getByLabel('Comparison').first()).toHaveValue('gte');
  await expect(page.getByLabel('Comparison').last()).toHaveValue('lt');
  await opens(2);
  await row('Day', '6 Jan 2026');
  await opens(2);
  await row('Stars', '4');
  await opens(2);
  await row('Order', 'Sea');
  await opens(2);
  await page
    .getByRole('row', { name: /^Speed/ })
    .getByRole('link', { name: '2' })
    .click();
  await expect(page.getByLabel('Row', { exact: true })).toHaveValue('Speed');
  expect(await violations(page)).toEqual([]);
  await opens(2);
  // The bar itself leads where the row of its table does.
  await figure('Stars').locator('a.chart-link').last().click();
  await opens(1);
  await figure('Topic').getByRole('link', { name: '2 of 4 answered' }).click();
  await opens(2);
  await figure('Topic').getByRole('link', { name: '2 without an answer' }).click();
  await opens(2);
  expect(await violations(page)).toEqual([]);
});

test('a summary with filters tells its progress, can be stopped, and says what it read', async ({ page }) => {
  const id = await newSurvey();
  await openAs(page, `/forms/${id}/responses`);
  await expect(rows(page)).toHaveCount(4);
  const held: (() => void)[] = [];
  // Pages of two, so that there is progress; the second waits until it is let through.
  await page.route(/\/responses\?/, async route => {
    const url = new URL(route.request().url());
    if (url.searchParams.get('limit') === '100') url.searchParams.set('limit', '2');
    if (url.searchParams.has('cursor')) await new Promise<void>(resolve => held.push(resolve));
    await route.continue({ url: url.href }).catch(() => {});
  });
  await page.goto(page.url().replace('/responses', '/summary?answers%5Bage%5D%5Bgte%5D=1'));
  const progress = page.getByRole('progressbar', { name: 'Reading responses: 2' });
  await expect(progress).toBeVisible();
  await expect(page.getByText('2 completed responses')).toBeVisible();
  await expect.poll(() => held.length).toBe(1);
  for (const release of held.splice(0)) release();
  await expect(page.getByText('From all 4 matching responses.')).toBeVisible();
  await expect(page.getByText('4 completed responses')).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await page.reload();
  await expect(progress).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText(/^From the first 2 matching responses/)).toBeVisible();
  for (const release of held.splice(0)) release();
});
