import type { Page } from '@playwright/test';
import { violations } from './support/axe.ts';
import { openAs, stay } from './support/dashboard.ts';
import { newForm } from './support/service.ts';
import { expect, test } from './support/test.ts';

type Listed = Readonly<Record<string, unknown>> & { readonly id: string };

/** Makes the service's list thousands of records long, newest first, and notes the size of each page asked for. */
async function lengthen(page: Page, path: string, recordOf: (place: number) => Listed): Promise<number[]> {
  const total = 3000;
  const asked: number[] = [];
  await page.route(
    url => url.pathname.endsWith(path) && url.searchParams.has('limit'),
    async route => {
      const { searchParams } = new URL(route.request().url());
      const limit = Number(searchParams.get('limit'));
      const from = Number(searchParams.get('cursor') ?? 0);
      asked.push(limit);
      const items = Array.from({ length: Math.min(limit, total - from) }, (_, index) => recordOf(from + index));
      const next = from + items.length;
      const page = { items, total, limit, offset: 0, hasMore: next < total, nextCursor: String(next) };
      await route.fulfill({ json: next < total ? page : { ...page, nextCursor: null } });
    },
  );
  return asked;
}

const idOf = (kind: string, place: number) => `${kind}_${String(9000 - place).padStart(26, '0')}`;

const personAt = (place: number) => ({
  id: idOf('usr', place),
  name: `Person ${place}`,
  email: `person${place}@example.com`,
  emailConfirmed: true,
  pendingEmail: null,
  status: 'active',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
});

test('one of three thousand people is found by the keyboard, with few requests', async ({ page }) => {
  const id = await newForm(stay);
  const asked = await lengthen(page, '/users', personAt);
  await openAs(page, `/forms/${id}/responses`);
  await page.getByRole('button', { name: 'Filter' }).click();
  const assignee = page.getByRole('combobox', { name: 'Assignee' });
  await expect(assignee).toHaveValue('All');
  expect(asked).toEqual([]);

  await assignee.press('ArrowDown');
  await expect(page.getByRole('listbox').getByRole('option', { name: 'Person 1 (', exact: false })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await assignee.press('Escape');
  await expect(page.getByRole('listbox')).toBeHidden();
  await assignee.fill('person2987@ex');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['Person 2987 (person2987@example.com)']);
  await assignee.press('Enter');
  await expect(page).toHaveURL(new RegExp(`assignee=${idOf('usr', 2987)}`));
  await expect(assignee).toHaveValue('Person 2987 (person2987@example.com)');
  expect(asked).toEqual([100, 1000, 1000, 1000]);

  await assignee.fill('nobody of this name');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await assignee.press('Tab');
  await expect(assignee).toHaveValue('Person 2987 (person2987@example.com)');
  expect(asked).toHaveLength(4);
});

test('the list of a select stays at its input when something above it loads late', async ({ page, errors }) => {
  const id = await newForm(stay);
  await openAs(page, `/forms/${id}/responses`);
  await page.getByRole('button', { name: 'Filter' }).click();
  const assignee = page.getByRole('combobox', { name: 'Assignee' });
  await assignee.press('ArrowDown');
  const gap = async () => {
    const [input, list] = await Promise.all([assignee.boundingBox(), page.getByRole('listbox').boundingBox()]);
    return input && list && list.y - (input.y + input.height);
  };
  await expect.poll(gap).toBe(4);
  await page.locator('main').evaluate(main => {
    const late = document.createElement('div');
    late.style.height = '120px';
    main.prepend(late);
  });
  await expect.poll(gap).toBe(4);
  // A place that changed the size again would be an error of the page.
  expect(errors).toEqual([]);
});

test('the command palette finds one of three thousand forms, and asks once for all of its openings', async ({
  page,
}) => {
  await openAs(page, '/usage');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const asked = await lengthen(page, '/forms', place => ({
    id: idOf('form', place),
    title: `Form ${place}`,
    status: 'live',
  }));
  const search = page.getByRole('combobox', { name: 'Search forms, pages and actions' });
  for (const _ of ['first', 'second']) {
    await page.keyboard.press('Control+k');
    await search.fill('form 2987');
    await expect(page.getByRole('listbox').getByRole('option')).toHaveText([/^Form 2987/]);
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(search).toBeHidden();
  }
  expect(asked).toEqual([100, 1000, 1000, 1000]);
});
