import { newForm, responsesOf } from './support/service.ts';
import { expect, test } from './support/test.ts';

const fields = [{ id: 'name', type: 'text', label: 'Your name', required: true }] satisfies Parameters<
  typeof newForm
>[0]['fields'];
const submissions = '**/v1/forms/*/submissions';

test('what fails by the way is sent again, under the same key, and comes to one response', async ({
  page,
  site,
  tag,
}) => {
  const formId = await newForm({ fields });
  const keys: (string | undefined)[] = [];
  const failures = ['lost', 503, 429] as const;
  await page.route(submissions, async route => {
    const failure = failures[keys.length];
    keys.push(route.request().headers()['idempotency-key']);
    const headers = {
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'retry-after',
      'retry-after': '1',
    };
    if (failure === undefined) return route.continue();
    if (failure !== 'lost') return route.fulfill({ status: failure, headers, json: { code: 'rate_limited' } });
    // It arrives, and its answer does not.
    await route.fetch();
    return route.abort();
  });
  await page.goto(site.add(tag(formId)));
  await page.getByLabel('Your name').fill('Ada');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('This is taking longer than usual. Your answers are safe')).toBeVisible();
  await expect(page.getByText('Thank you.')).toBeVisible();
  expect(new Set(keys).size).toBe(1);
  expect(keys).toHaveLength(4);
  expect(await responsesOf(formId)).toMatchObject([{ status: 'completed', answers: { name: 'Ada' } }]);
});

test('offline, it waits for the connection and keeps what was filled in', async ({ page, site, tag, context }) => {
  const formId = await newForm({ fields });
  await page.goto(site.add(tag(formId)));
  await page.getByLabel('Your name').fill('Ada');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('You’re offline. Your answers are safe')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Thank you.')).toBeVisible();
  expect(await responsesOf(formId)).toHaveLength(1);
});

test('a double click sends once', async ({ page, site, tag }) => {
  const formId = await newForm({ fields });
  await page.goto(site.add(tag(formId)));
  await page.getByLabel('Your name').fill('Ada');
  await page.getByRole('button', { name: 'Send' }).dblclick();
  await expect(page.getByText('Thank you.')).toBeVisible();
  expect(await responsesOf(formId)).toHaveLength(1);
});

test('the back button brings back what was filled in', async ({ page, site, tag }) => {
  const formId = await newForm({ fields });
  await page.goto(site.add(tag(formId)));
  await page.getByLabel('Your name').fill('Ada');
  await page.goto('about:blank');
  await page.goBack();
  await expect(page.getByLabel('Your name')).toHaveValue('Ada');
  await page.reload();
  await expect(page.getByLabel('Your name')).toHaveValue('Ada');
});

const failures = [
  { what: 'a wrong id', form: 'form_none', sentence: 'This form isn’t available.', cause: 'the id is wrong' },
  {
    what: 'a missing key',
    key: '',
    sentence: 'This form can’t be used on this page.',
    cause: 'key="pk_…" is missing',
  },
  {
    what: 'a secret key',
    key: 'sk_live_1',
    sentence: 'This form can’t be used on this page.',
    cause: 'this page contains a secret key',
  },
  { what: 'an unknown key', key: 'pk_live_1', sentence: 'This form can’t be used on this page.', cause: '401' },
];

for (const { what, form, key, sentence, cause } of failures) {
  test(`${what} shows the visitor a sentence, and the console the cause`, async ({ page, site, tag, errors }) => {
    const formId = form ?? (await newForm({ fields }));
    const own = tag(formId);
    await page.goto(site.add(key === undefined ? own : own.replace(/key="[^"]*"/, `key="${key}"`)));
    await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
    expect(errors.join('\n')).toContain(cause);
  });
}

test('a draft, and a page of another origin, are told apart in the console', async ({ page, site, tag, errors }) => {
  const draft = await newForm({ fields, status: 'draft' });
  await page.goto(site.add(tag(draft)));
  await expect(page.getByText('This form isn’t available.')).toBeVisible();
  expect(errors.join('\n')).toContain('the form is not live');

  const elsewhere = await newForm({ fields, allowedOrigins: ['https://shop.example.com'] });
  await page.goto(site.add(tag(elsewhere)));
  await expect(page.getByText('This form can’t be used on this page.')).toBeVisible();
  expect(errors.join('\n')).toContain(`does not accept the origin ${site.origin}`);
});

const answered = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'retry-after',
};

test('a pause and a request that hangs are told, and nothing typed is lost', async ({ page, site, tag }) => {
  const formId = await newForm({ fields });
  await page.clock.install();
  let asked = 0;
  await page.route(submissions, async route => {
    asked += 1;
    if (asked === 1) return;
    if (asked > 2) return route.continue();
    const json = { code: 'unavailable', message: 'The service is paused for maintenance.' };
    await route.fulfill({ status: 503, headers: { ...answered, 'retry-after': '60' }, json });
  });
  await page.goto(site.add(tag(formId)));
  await page.getByLabel('Your name').fill('Ada');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => asked).toBe(1);
  await page.clock.runFor(10_000);
  await expect(page.getByText('This is taking longer than usual.')).toBeVisible();
  await page.clock.runFor(25_000);
  await expect(page.getByText('This form is paused for maintenance. Your answers are safe')).toBeVisible();
  await expect(page.getByLabel('Your name')).toHaveValue('Ada');
  await page.clock.runFor(62_000);
  await expect(page.getByText('Thank you.')).toBeVisible();
  expect(await responsesOf(formId)).toMatchObject([{ status: 'completed', answers: { name: 'Ada' } }]);
});

test('without what checks answers, the service does', async ({ page, site, tag }) => {
  const formId = await newForm({
    fields: [...fields, { id: 'age', type: 'number', label: 'Age', validate: { min: 18 } }],
  });
  await page.route('**/embed/check-*', route => route.abort());
  await page.goto(site.add(tag(formId)));
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('Age').fill('3');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Must be 18 or more').last()).toBeVisible();
  await page.getByLabel('Age').fill('36');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Thank you.')).toBeVisible();
});
