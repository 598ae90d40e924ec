import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { violations } from './support/axe.ts';
import { choose, importStays, openAs, stay } from './support/dashboard.ts';
import { hostile } from './support/hostile.ts';
import { call, credentials, newForm, publishableKey, responsesOf } from './support/service.ts';
import { expect, test } from './support/test.ts';

const submit = (formId: string, answers: object) => call('POST', `/v1/forms/${formId}/submissions`, answers);

const rows = (page: Page) => page.getByRole('table', { name: 'Responses' }).locator('tbody tr');

test('responses are found, chosen, and appear as they come', async ({ page, errors }) => {
  const id = await newForm(stay);
  await importStays(id, 20);
  await openAs(page, `/forms/${id}/responses`);
  await expect(rows(page)).toHaveCount(50);
  expect(await violations(page)).toEqual([]);

  // Without a reload: the page asks by itself.
  await submit(id, { name: 'Barbara Liskov', email: 'liskov@example.com', stars: 5 });
  await expect(rows(page).first()).toContainText('Barbara Liskov');
  await expect(rows(page).first()).toContainText('New');

  await page.getByLabel('Search answers').fill('liskov@');
  await expect(rows(page)).toHaveCount(1);
  await page.getByLabel('Search answers').fill('');
  await expect(rows(page)).toHaveCount(50);

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Email address' }).uncheck();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('columnheader', { name: 'Email address' })).toHaveCount(0);
  await page.reload();
  await expect(rows(page)).toHaveCount(50);
  await expect(page.getByRole('columnheader', { name: 'Email address' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('button', { name: 'Add condition' }).click();
  await page.getByLabel('Question').selectOption('name');
  await page.getByLabel('Comparison').selectOption('is');
  await page.getByLabel('Value').fill('Barbara Liskov');
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByLabel('Status').selectOption('partial');
  await expect(page).toHaveURL(/status=partial/);
  await expect(rows(page).filter({ hasText: 'Completed' })).toHaveCount(0);
  await expect(rows(page).filter({ hasText: 'Partial' })).not.toHaveCount(0);
  expect(errors.filter(error => !error.includes('401'))).toEqual([]);
});

test('several responses are marked as spam, taken back, and deleted', async ({ page }) => {
  const id = await newForm(stay);
  for (const name of ['One', 'Two', 'Three']) await submit(id, { name, email: 'a@example.com', stars: 1 });
  await openAs(page, `/forms/${id}/responses`);
  await rows(page).filter({ hasText: 'One' }).getByRole('checkbox').check();
  await rows(page).filter({ hasText: 'Two' }).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Mark as spam' }).click();
  await expect(rows(page)).toHaveCount(1);

  await page.getByRole('button', { name: 'Spam', exact: true }).click();
  await expect(rows(page)).toHaveCount(2);
  await rows(page).filter({ hasText: 'Two' }).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Not spam' }).click();
  await expect(rows(page)).toHaveCount(1);

  await page.getByRole('button', { name: 'Responses', exact: true }).click();
  await expect(rows(page)).toHaveCount(2);
  await page.getByLabel('Select all on this page').check();
  await page.getByRole('button', { name: 'Delete 2 responses' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 2 responses' }).click();
  await expect(page.getByText('No responses yet')).toBeVisible();
  expect(await responsesOf(id)).toEqual([]);
});

test('selected responses are assigned and handled together', async ({ page }) => {
  const id = await newForm(stay);
  for (const name of ['One', 'Two', 'Three']) await submit(id, { name, email: 'a@example.com', stars: 1 });
  await openAs(page, `/forms/${id}/responses`);
  const check = async (name: string) => rows(page).filter({ hasText: name }).getByRole('checkbox').check();
  await check('One');
  await check('Two');
  await page.getByRole('button', { name: 'Handling' }).click();
  await page.getByRole('menuitem', { name: 'Set to “In progress”' }).click();
  await expect(rows(page).filter({ hasText: 'In progress' })).toHaveCount(2);
  await check('Two');
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign 1 response' });
  await choose(dialog, 'Assignee', credentials().owner.email);
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await expect(page.getByText('1 response changed')).toBeVisible();
  const found = await responsesOf(id);
  const byName = Object.fromEntries(found.map(({ answers, ...each }) => [answers.name, each]));
  expect(byName).toMatchObject({
    One: { handling: 'in_progress' },
    Two: { handling: 'in_progress', assigneeId: expect.stringMatching(/^usr_/) },
    Three: { handling: 'open' },
  });
  expect(byName.One).not.toHaveProperty('assigneeId');
});

test('a change of responses is undone from its toast', async ({ page }) => {
  const id = await newForm(stay);
  for (const name of ['Ada', 'Bob']) await submit(id, { name, email: 'a@example.com', stars: 1 });
  await openAs(page, `/forms/${id}/responses`);
  const ada = rows(page).filter({ hasText: 'Ada' });
  const undo = page.getByRole('button', { name: 'Undo' }).last();
  await ada.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Handling' }).click();
  await page.getByRole('menuitem', { name: 'Set to “Done”' }).click();
  await expect(ada).toContainText('Done');
  await undo.click();
  await expect(ada).not.toContainText('Done');

  await ada.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Mark as spam' }).click();
  await expect(rows(page)).toHaveCount(1);
  await undo.click();
  await expect(rows(page)).toHaveCount(2);

  await ada.getByRole('link').click();
  await page.getByLabel('Handling').selectOption('Done');
  await undo.click();
  await expect(page.getByLabel('Handling')).toHaveValue('open');
  expect((await responsesOf(id)).map(({ handling }) => handling)).toEqual(['open', 'open']);
});

test('responses are filtered by where they came from', async ({ page }) => {
  const id = await newForm(stay);
  await submit(id, { name: 'Ada', email: 'ada@example.com', stars: 5 });
  const headers = {
    ...{ 'content-type': 'application/json', 'x-publishable-key': publishableKey(), 'accept-language': 'de-AT,en' },
    'user-agent':
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  };
  const body = JSON.stringify({ name: 'Bob', email: 'bob@example.com', stars: 2 });
  await fetch(`${credentials().baseUrl}/v1/forms/${id}/submissions`, { method: 'POST', headers, body });
  await openAs(page, `/forms/${id}/responses`);
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Filter' }).click();
  const only = (name: string) => expect(rows(page)).toHaveText([new RegExp(name)]);
  await page.getByLabel('Source').selectOption('Browser');
  await only('Bob');
  await page.getByLabel('Source').selectOption('Server');
  await only('Ada');
  await page.getByLabel('Source').selectOption('');
  await page.getByLabel('Browser').selectOption('Chrome');
  await only('Bob');
  await expect(page).toHaveURL(/browser=Chrome/);
  await page.getByLabel('Browser').selectOption('');
  await page.getByLabel('Language').fill('de');
  await page.getByLabel('Language').press('Enter');
  await only('Bob');
  await page.getByLabel('Language').fill('not a language');
  await expect(page.getByLabel('Language')).toHaveAccessibleDescription('Enter it like this: de');
  expect(await violations(page)).toEqual([]);

  await rows(page).getByRole('link').click();
  await expect(page.getByText('Chrome on Linux', { exact: true })).toBeVisible();
  await expect(page.getByText('Austrian German')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation').first()).toBeHidden();
  await expect(page.getByLabel('Note')).toBeHidden();
  await expect(page.getByText('bob@example.com')).toBeVisible();
});

test('hostile answers are shown as the texts that they are', async ({ page }) => {
  const fields = [
    { id: 'markup', type: 'text', label: '<b>Markup</b>\u202E' },
    { id: 'turned', type: 'text', label: 'Turned' },
    { id: 'long', type: 'textarea', label: 'Long' },
  ] as const;
  const id = await newForm({ title: '<i>Hostile</i>', fields: [...fields] });
  await submit(id, hostile);
  await openAs(page, `/forms/${id}/responses`);
  await expect(rows(page).getByText('<img src=x')).toBeVisible();
  await expect(rows(page).locator('img, script')).toHaveCount(0);
  // What follows an override on its line stands where it belongs.
  const [answer, next] = [rows(page).locator('bdi').nth(1), rows(page).locator('bdi').nth(2)];
  expect(await answer.evaluate(node => getComputedStyle(node).unicodeBidi)).toBe('isolate');
  expect((await answer.boundingBox())?.x).toBeLessThan((await next.boundingBox())?.x ?? 0);
  expect((await rows(page).boundingBox())?.height).toBeLessThan(80);

  await rows(page).getByRole('link').click();
  const whole = page.getByRole('button', { name: 'Show all 99,998 characters' });
  await expect(whole).toBeVisible();
  await expect(page.getByText('the end')).toHaveCount(0);
  await whole.click();
  await expect(page.getByText('the end')).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(1000);
  await expect(page).not.toHaveTitle('broken');
});

for (const colorScheme of ['light', 'dark'] as const) {
  const onlyColors = colorScheme === 'dark';
  test(`one response has its answers, notes and history, in ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const id = await newForm(stay);
    const answers = { name: 'Ada', email: 'guest@example.com', room: 'Suite', stars: 5, liked: ['Bed', 'View'] };
    await submit(id, { ...answers, name: 'Earlier' });
    await submit(id, answers);
    await submit(id, { ...answers, name: 'Later' });
    await openAs(page, `/forms/${id}/responses`);
    await rows(page).filter({ hasText: 'Ada' }).getByRole('link').click();
    await expect(page.getByText('5 / 5')).toBeVisible();

    await call('PUT', `/responses/${/sub_\w+/.exec(page.url())?.[0]}`, { notes: 'Faster.' });
    await page.getByLabel('Note').fill('Call her back.');
    await page.getByRole('button', { name: 'Add note' }).click();
    await expect(page.getByText('Someone else changed this response.')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Faster.' })).toBeVisible();
    await page.getByRole('button', { name: 'Add note' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Call her back.' })).toBeVisible();

    await page.getByRole('button', { name: 'Edit answers' }).click();
    await page.getByLabel('Email address').fill('nobody');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByLabel('Email address')).toHaveAccessibleDescription(/e-?mail/i);
    expect(await violations(page, { onlyColors })).toEqual([]);
    await page.getByLabel('Email address').fill('countess@example.com');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('countess@example.com')).toBeVisible();
    expect(await violations(page, { onlyColors })).toEqual([]);

    await expect(page.getByRole('button', { name: 'Next response' })).toBeEnabled();
    await page.getByLabel('Note').fill('Half a thought');
    await page.getByLabel('Note').blur();
    await page.keyboard.press('j');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.getByLabel('Note').fill('');
    await page.getByLabel('Note').blur();
    await page.keyboard.press('j');
    await expect(page.getByRole('heading', { name: 'Earlier' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Previous response' })).toBeEnabled();
    await page.keyboard.press('k');
    await expect(page.getByText('countess@example.com')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Previous response' })).toBeEnabled();
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByRole('heading', { name: 'Later' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Previous response' })).toBeDisabled();
  });
}

test('a response gets an assignee and is done, which its timeline and the list tell', async ({ page }) => {
  const fields = stay.fields.map(field => ({ ...field, ...(field.id === 'name' && { pii: true }) }));
  const id = await newForm({ ...stay, fields });
  await submit(id, { name: 'Ada', email: 'ada@example.com', stars: 5 });
  await submit(id, { name: 'Bob', email: 'bob@example.com', stars: 2 });
  const grace = `grace-${id.toLowerCase()}@example.com`;
  await call('POST', '/users', { email: grace, name: `Grace ${id}`, password: 'correct horse battery staple' });
  await openAs(page, `/forms/${id}/responses`);
  await rows(page).filter({ hasText: 'Ada' }).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ada' })).toBeVisible();
  const timeline = page.getByRole('list', { name: 'Timeline' });
  await expect(timeline).toContainText('Submitted');
  await expect(timeline).toContainText(`Read by ${credentials().owner.email}`);

  await page.getByLabel('Handling').selectOption('Done');
  await expect(timeline).toContainText('Marked as done by');
  await choose(page, 'Assignee', `Grace ${id}`);
  await expect(timeline).toContainText(`Assigned to Grace ${id} by`);
  expect(await violations(page)).toEqual([]);
  await page.reload();
  await expect(page.getByLabel('Handling')).toHaveValue('done');
  await expect(page.getByRole('combobox', { name: 'Assignee' })).toHaveValue(`Grace ${id} (${grace})`);

  await page.getByRole('link', { name: stay.title }).click();
  await expect(rows(page).filter({ hasText: 'Ada' })).toContainText('Done');
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByLabel('Handling').selectOption('Open');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Bob');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await choose(page, 'Assignee', `Grace ${id}`);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Ada');
  await expect(page).toHaveURL(/assignee=usr_/);
  await choose(page, 'Assignee', 'Nobody');
  await expect(rows(page)).toContainText('Bob');
  expect(await violations(page)).toEqual([]);

  await rows(page).getByRole('link').click();
  await page.getByLabel('Reason (optional)').fill('A claim');
  await page.getByRole('button', { name: 'Restrict processing' }).click();
  await expect(timeline).toContainText('Processing restricted by');
  await expect(timeline).toContainText(': A claim');
  await expect(page.getByRole('button', { name: 'Lift restriction' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: stay.title }).click();
  await expect(page.getByText('No matching responses')).toBeVisible();
  await page.getByRole('button', { name: 'Restricted', exact: true }).click();
  await expect(rows(page)).toContainText('Bob');
  await expect(rows(page)).toContainText('Restricted');
});

test('a visitor gets a reply by email, which the timeline shows', async ({ page }) => {
  const id = await newForm(stay);
  const to = `${id.toLowerCase()}@example.com`;
  await submit(id, { name: 'Ada', email: to, stars: 5 });
  await openAs(page, `/forms/${id}/responses`);
  await rows(page).getByRole('link').click();
  await page.getByRole('button', { name: 'Reply' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reply' });
  await expect(dialog.getByLabel('To')).toHaveAccessibleDescription(`Answers go to ${credentials().owner.email}.`);
  await expect(dialog.getByLabel('Subject')).toHaveValue(`Re: ${stay.title}`);
  await dialog.getByLabel('Message').fill('We look forward to your next stay.');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Send email' }).click();
  const timeline = page.getByRole('list', { name: 'Timeline' });
  await expect(timeline).toContainText('We look forward to your next stay.');
  await expect(async () => {
    await page.reload();
    await expect(timeline).toContainText(`“Re: ${stay.title}”: sent`, { timeout: 2000 });
  }).toPass();
  expect(await violations(page)).toEqual([]);
});

test('an export counts its rows, and has what was asked for', async ({ page }) => {
  const id = await newForm(stay);
  const total = await importStays(id, 20);
  await openAs(page, `/forms/${id}/responses`);
  await page.getByRole('button', { name: 'Export' }).click();
  // Two decisions; the rest is behind them.
  await expect(page.getByRole('dialog').getByRole('group')).toHaveCount(3);
  await expect(page.getByLabel('Separator')).toBeHidden();
  await page.getByText('More options').click();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('radio', { name: /As in the table/ }).check();
  await page.getByLabel('Separator').selectOption(';');
  await page.getByLabel('Column names').selectOption('id');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Export' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('How was your stay_.csv');
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines[0]).toBe('\uFEFFsubmittedAt;status;handling;name;email;room;stars;liked');
  expect(lines).toHaveLength(total + 1);
  await expect(page.getByText(`${total} responses exported`)).toBeVisible();
});

test('an export is an Excel workbook, or Parquet files that a job writes', async ({ page }) => {
  const id = await newForm(stay);
  await submit(id, { name: 'Ada', email: 'ada@example.com', stars: 5 });
  await openAs(page, `/forms/${id}/responses`);
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('radio', { name: /Excel/ }).check();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Export' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('How was your stay_.xlsx');
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK');
  await expect(page.getByText('Exported', { exact: true })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('radio', { name: /Parquet/ }).check();
  const dialog = page.getByRole('dialog');
  const file = page.getByRole('link', { name: /\.parquet$/ });
  // An erasure ends all exports of its environment, and another test makes one.
  await expect(async () => {
    await dialog.getByRole('button', { name: 'Export' }).click();
    // A job begins when the service knows that every submission before it can be read.
    await expect(file.or(dialog.getByRole('alert'))).toBeVisible({ timeout: 120_000 });
    await expect(file).toBeVisible({ timeout: 1000 });
  }).toPass();
  const parquet = await fetch(String(await file.getAttribute('href')));
  expect((await parquet.text()).slice(0, 4)).toBe('PAR1');
});

test('a view is saved, shared by its link, changed and deleted', async ({ page }) => {
  const id = await newForm(stay);
  await submit(id, { name: 'Ada', email: 'ada@example.com', stars: 5, room: 'Suite' });
  await submit(id, { name: 'Bob', email: 'bob@example.com', stars: 2, room: 'Single' });
  await openAs(page, `/forms/${id}/responses`);
  await expect(rows(page)).toHaveCount(2);
  await page.getByLabel('Search answers').fill('suite');
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('button', { name: 'Move Email address up' }).click();
  await page.getByRole('checkbox', { name: 'Status' }).uncheck();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: 'Save as view' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Suites');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(/responses\?view=view_\w+$/);
  await expect(rows(page)).toHaveCount(1);
  expect(await violations(page)).toEqual([]);

  // The link alone shows the same, in another browser too.
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(page.getByLabel('Search answers')).toHaveValue('suite');
  await expect(rows(page)).toHaveCount(1);
  const heads = page.getByRole('columnheader');
  await expect(heads.filter({ hasText: 'Status' })).toHaveCount(0);
  expect((await heads.allTextContents()).slice(3, 5)).toEqual(['Email address', 'Your name']);

  // Changes are the view's own only once they are saved.
  await page.getByLabel('Search answers').fill('single');
  await expect(rows(page)).toContainText('Bob');
  const views = page.getByRole('button', { name: 'Suites' });
  await expect(views).toContainText('changed');
  await views.click();
  await page.getByRole('menuitem', { name: 'Save changes to view' }).click();
  await expect(views).not.toContainText('changed');
  await page.reload();
  await expect(page.getByLabel('Search answers')).toHaveValue('single');

  await views.click();
  await page.getByRole('menuitem', { name: 'Delete view' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Saved views' })).toBeVisible();
});

test('the title of a hidden tab counts what has come', async ({ page }) => {
  const id = await newForm(stay);
  await submit(id, { name: 'Ada', email: 'ada@example.com', stars: 5 });
  await page.clock.install();
  await openAs(page, `/forms/${id}/responses`);
  await expect(rows(page)).toHaveCount(1);
  const hide = (hidden: boolean) =>
    page.evaluate(value => {
      Object.defineProperty(document, 'hidden', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await hide(true);
  await submit(id, { name: 'Bob', email: 'bob@example.com', stars: 2 });
  await expect(async () => {
    await page.clock.runFor(61_000);
    expect(await page.title()).toMatch(/^\(1\) How was your stay\?/);
  }).toPass();
  await hide(false);
  await expect(page).toHaveTitle(/^How was your stay\?/);
});

test('an export that breaks off keeps what has come', async ({ page }) => {
  const id = await newForm(stay);
  await importStays(id, 5);
  await openAs(page, `/forms/${id}/responses`);
  await expect(rows(page).first()).toBeVisible();
  await page.evaluate(() => {
    const { fetch } = globalThis;
    globalThis.fetch = async (url, init) => {
      if (!String(url).includes('format=csv')) return fetch(url, init);
      const begun = new TextEncoder().encode('id\r\nsub_1\r\nsub_2\r\n');
      let pulled = 0;
      return new Response(
        new ReadableStream({
          pull: stream => (pulled++ === 0 ? stream.enqueue(begun) : stream.error(new Error('gone'))),
        }),
      );
    };
  });
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click();
  await expect(page.getByText(/The export failed after 2 of \d+/)).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save this part' }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toBe('id\r\nsub_1\r\nsub_2\r\n');
});

test('a page that is offline, or whose session has ended, says so and goes on afterwards', async ({
  page,
  context,
}) => {
  const id = await newForm(stay);
  await submit(id, { name: 'Ada', email: 'ada@example.com', stars: 5 });
  await openAs(page, `/forms/${id}/responses`);
  await expect(rows(page)).toHaveCount(1);
  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await page.getByRole('button', { name: 'Spam', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText("Can't reach the service");
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No spam')).toBeVisible();

  await context.clearCookies();
  await page.getByRole('button', { name: 'Responses', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible();
});

test('a viewer sees answers, and nothing that would be refused', async ({ page }) => {
  const id = await newForm({ ...stay, fieldPolicies: { email: 'encrypted' } });
  await submit(id, { name: 'Ada', email: 'secret@example.com', stars: 5 });
  const password = 'correct horse battery staple';
  const email = `viewer-${id.toLowerCase()}@example.com`;
  await call('POST', '/users', { email, name: 'Vera', password, role: 'viewer' });
  await openAs(page, `/forms/${id}/responses`, { email, password });
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).not.toContainText('secret@example.com');
  await expect(rows(page)).toContainText('Hidden: only editors can read this field');
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await rows(page).getByRole('link').click();
  await expect(page.getByText('Hidden: only editors')).toBeVisible();
  for (const name of ['Edit answers', 'Change status', 'Delete response', 'Add note']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  }
});

test('on a phone nothing but the table itself has to be scrolled sideways', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 720 });
  const id = await newForm(stay);
  await importStays(id, 3);
  await openAs(page, `/forms/${id}/responses`);
  await expect(rows(page).first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  await rows(page).first().getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Answers' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
});
