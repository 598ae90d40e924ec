import type { Page } from '@playwright/test';
import type { Form } from '../../shared/domain/forms/form.ts';
import { violations } from './support/axe.ts';
import { openAs, stay } from './support/dashboard.ts';
import { call, newForm } from './support/service.ts';
import { expect, test } from './support/test.ts';

const formOf = (id: string): Promise<Form> => call<Form>('GET', `/forms/${id}`);

async function edit(page: Page, id: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAs(page, `/forms/${id}/edit`);
  await expect(page.getByLabel('Form title')).toBeVisible();
}

const labels = (page: Page) => page.locator('.ed-label');
const label = (page: Page, place: number) => page.getByLabel(new RegExp(`^Label of field ${place},`));
const typeButton = (page: Page, name: string) => page.locator('.ed-palette').getByRole('button', { name, exact: true });
const inserter = (page: Page) => page.getByRole('combobox', { name: 'Insert field' });
const inspector = (page: Page) => page.getByRole('complementary', { name: 'Field', exact: true });

test('a form is made by hand: fields, options, a condition, a calculation, and published', async ({ page, errors }) => {
  const id = await newForm({ status: 'draft', title: 'Untitled', fields: [] });
  await edit(page, id);
  await page.getByLabel('Form title').fill('Book a table');

  await typeButton(page, 'Single choice').click();
  await label(page, 1).fill('Which room?');
  await inspector(page).getByRole('button', { name: 'Edit as text' }).click();
  await page.getByLabel('One per line').fill('Garden\nHall | hall_1\nTerrace');
  await page.getByRole('button', { name: 'Use 3 lines' }).click();
  await inspector(page).getByLabel('Limit places').check();
  await inspector(page).getByLabel('Places 1', { exact: true }).fill('8');

  await typeButton(page, 'Number').click();
  await label(page, 2).fill('How many guests?');
  await inspector(page).getByLabel('Maximum').fill('12');
  await inspector(page).getByText('Conditions', { exact: true }).click();
  await page.getByRole('region', { name: 'Show this field' }).getByRole('button', { name: 'Add condition' }).click();
  await inspector(page).getByLabel('Operator').selectOption('is one of');
  await inspector(page).getByLabel('Hall').check();
  await expect(page.getByText('Shown when Which room? is one of “Garden”, “Hall”')).toBeVisible();

  await typeButton(page, 'Calculation').click();
  await inspector(page).getByLabel('Result', { exact: true }).selectOption('a calculation');
  await inspector(page).getByLabel('Operation').selectOption('multiply (×)');
  await inspector(page).getByLabel('Part 1', { exact: true }).selectOption('the answer to');
  await inspector(page).getByLabel('a number').last().fill('35');
  await expect(page.getByText('= How many guests? × 35').first()).toBeVisible();
  const formula = page.getByRole('group', { name: 'Try it' });
  await expect(formula.getByRole('status')).toHaveText('= 0');
  await formula.getByLabel('How many guests?').fill('4');
  await expect(formula.getByRole('status')).toHaveText('= 140');

  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Published. Visitors now see this version.')).toBeVisible();
  const { title, status, fields } = await formOf(id);
  expect({ title, status }).toEqual({ title: 'Book a table', status: 'live' });
  expect(fields).toEqual([
    {
      id: 'which_room',
      type: 'radio',
      label: 'Which room?',
      options: [{ value: 'Garden', label: 'Garden', limit: 8 }, { value: 'hall_1', label: 'Hall' }, 'Terrace'],
    },
    {
      id: 'how_many_guests',
      type: 'number',
      label: 'How many guests?',
      validate: { max: 12 },
      visibleIf: { field: 'which_room', op: 'in', value: ['Garden', 'hall_1'] },
    },
    {
      id: 'calculation',
      type: 'calculated',
      label: 'Calculation',
      compute: { op: '*', args: [{ field: 'how_many_guests', else: 0 }, 35] },
    },
  ]);
  expect(errors).toEqual([]);
});

test('Escape leaves a label, Enter adds an option below, and Backspace removes what is empty', async ({ page }) => {
  const fields = [{ id: 'room', type: 'radio' as const, label: 'Room', help: 'One', options: ['A', 'B'] }];
  const id = await newForm({ status: 'draft', title: 'By keys', fields });
  await edit(page, id);
  await label(page, 1).click();
  await page.keyboard.press('Enter');
  await expect(label(page, 2)).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  await expect(label(page, 2)).toHaveValue('');
  await page.keyboard.press('Backspace');
  await expect(labels(page)).toHaveCount(1);
  await expect(label(page, 1)).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await expect(labels(page)).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(label(page, 1)).toHaveValue('');

  await label(page, 1).fill('Room');
  const options = inspector(page).getByLabel(/^Label \d+$/);
  await options.first().press('Enter');
  await page.keyboard.type('Attic');
  await expect(options).toHaveCount(3);
  await expect(options.nth(1)).toHaveValue('Attic');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await expect(options).toHaveCount(2);
  await expect(options.first()).toBeFocused();

  // In the form itself, too. A help text stays until the user leaves it.
  const help = page.getByLabel('Help of field 1');
  await help.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('Two?');
  await expect(inspector(page).getByLabel('Help text')).toHaveValue('Two?');
  await help.fill('');
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  // With Alt, an arrow key moves the option.
  const option = (place: number) => page.getByLabel(`Option ${place} of Room`);
  await page.getByRole('button', { name: 'Add option' }).click();
  await expect(option(3)).toBeFocused();
  await page.keyboard.type('Hut?/');
  await page.keyboard.press('Enter');
  await expect(option(4)).toBeFocused();
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await expect(option(3)).toBeFocused();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(option(2)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(option(1)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(option(1)).not.toBeFocused();
  await expect(option(2)).toHaveValue('Hut?/');
  await expect(page.getByLabel(/^Option \d of Room/)).toHaveCount(3);
});

test('by the keyboard alone: added, named, moved, duplicated, removed, undone and saved', async ({ page }) => {
  const id = await newForm({ status: 'draft', title: 'By keys', fields: [] });
  await edit(page, id);
  await page.locator('#main').focus();
  await page.keyboard.press('/');
  await expect(inserter(page)).toBeFocused();
  await page.keyboard.type('stars');
  await page.keyboard.press('Enter');
  await expect(label(page, 1)).toBeFocused();
  await page.keyboard.type('How was it?');
  await page.keyboard.press('Enter');
  await expect(label(page, 2)).toBeFocused();
  await page.keyboard.type('And the food?');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(page.getByText('And the food? moved to position 1 of 2')).toBeAttached();
  await expect(labels(page).first()).toHaveValue('And the food?');
  await expect(label(page, 1)).toBeFocused();

  await page.keyboard.press('Control+d');
  await expect(labels(page)).toHaveCount(3);
  await page.keyboard.press('Alt+Delete');
  await expect(labels(page)).toHaveCount(2);
  await page.keyboard.press('Control+z');
  await expect(labels(page)).toHaveCount(3);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(labels(page).first()).toHaveValue('How was it?');
  await page.keyboard.press('Control+y');
  await expect(labels(page).first()).toHaveValue('And the food?');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  expect((await formOf(id)).fields.map(field => [field.id, field.type])).toEqual([
    ['and_the_food', 'rating'],
    ['how_was_it', 'rating'],
  ]);
});

test('fields are dragged to another place, and types into the form', async ({ page }) => {
  const id = await newForm({ ...stay, status: 'draft' });
  await edit(page, id);
  const cards = page.locator('.ed-card');
  await cards
    .nth(0)
    .locator('.ed-handle')
    .dragTo(cards.nth(2), { targetPosition: { x: 200, y: 100 } });
  await expect(labels(page).nth(2)).toHaveValue('Your name');
  await typeButton(page, 'Date').dragTo(cards.nth(0), { targetPosition: { x: 200, y: 4 } });
  await expect(labels(page).first()).toHaveValue('Which day?');
  await expect(labels(page)).toHaveCount(stay.fields.length + 1);
});

test('a field that others name says so before it goes, and what is wrong is told at its field', async ({ page }) => {
  const named = { ...stay.fields[0], id: 'why', label: 'Why?', visibleIf: { field: 'room', op: 'eq', value: 'Suite' } };
  const id = await newForm({ ...stay, status: 'draft', fields: [...stay.fields, named] } as typeof stay);
  await edit(page, id);
  await label(page, 3).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('Why? depends on it.');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(labels(page)).toHaveCount(8);

  await inspector(page).getByLabel('Label 1', { exact: true }).fill('');
  await expect(page.getByText('Fix 1 problem before saving')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(inspector(page).getByText('Enter a value.')).toBeVisible();
  expect((await formOf(id)).version).toBe(1);
});

const draftOf = (id: string): Promise<Form> => call<Form>('GET', `/forms/${id}/draft-version`);
/** Tells a page that it is looked at, on which it looks for changes of others. */
const look = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
const menu = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name }).click();
};

test('two editors see what the other one changes, and both changes are kept', async ({ page, browser }) => {
  const id = await newForm(stay);
  await edit(page, id);
  const context = await browser.newContext();
  const other = await context.newPage();
  await edit(other, id);

  await label(page, 1).fill('Your full name');
  await expect(page.getByText('Unpublished changes')).toBeVisible();
  await label(other, 2).fill('Mail');
  await expect(other.getByText('Unpublished changes')).toBeVisible();
  await look(other);
  await expect(label(other, 1)).toHaveValue('Your full name');
  await look(page);
  await expect(label(page, 2)).toHaveValue('Mail');
  expect((await draftOf(id)).fields.slice(0, 2).map(field => field.label)).toEqual(['Your full name', 'Mail']);
  expect((await formOf(id)).fields[0]?.label).toBe('Your name');
  await context.close();
});

test('what two editors change differently is shown with both sides', async ({ page }) => {
  const id = await newForm(stay);
  const [first, second, ...others] = stay.fields;
  await edit(page, id);
  let hasSaved = false;
  // The page must not see the other change before it saves its own.
  await page.route('**/draft-version', route => {
    hasSaved ||= route.request().method() === 'PUT';
    return hasSaved ? route.continue() : route.abort();
  });
  const theirs = [{ ...first, label: 'First name' }, { ...second, label: 'Mail' }, ...others];
  await call('PUT', `/forms/${id}/draft-version`, { fields: theirs });
  await label(page, 1).fill('Who are you?');
  const dialog = page.getByRole('dialog', { name: 'Changed elsewhere' });
  await expect(dialog).toContainText('First name');
  await expect(dialog).toContainText('Who are you?');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Unpublished changes')).toBeVisible();
  await expect(label(page, 2)).toHaveValue('Mail');
  expect((await draftOf(id)).fields.slice(0, 2).map(field => field.label)).toEqual(['Who are you?', 'Mail']);
});

test('what was published meanwhile is shown before the form is published over it', async ({ page }) => {
  const id = await newForm({ ...stay, status: 'draft' });
  await edit(page, id);
  await label(page, 1).fill('Who are you?');
  await expect(page.getByText('Draft saved')).toBeVisible();
  const [first, second, ...others] = stay.fields;
  let hasSaved = false;
  await page.route('**/versions', route => {
    hasSaved = true;
    return route.continue();
  });
  await page.route('**/draft-version', route => (hasSaved ? route.continue() : route.abort()));
  await call('PUT', `/forms/${id}`, { title: 'Theirs', fields: [first, { ...second, label: 'Mail' }, ...others] });

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Changed elsewhere' });
  await expect(dialog.getByRole('listitem')).toHaveText(['Titlechanged', 'Mailchanged']);
  await dialog.getByRole('button', { name: 'Keep both' }).click();
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  const form = await formOf(id);
  expect(form.title).toBe('Theirs');
  expect(form.fields.slice(0, 2).map(field => field.label)).toEqual(['Who are you?', 'Mail']);
});

test('changes of a live form are saved in its draft until they are published', async ({ page }) => {
  const id = await newForm(stay);
  await edit(page, id);
  await label(page, 1).fill('Your full name');
  await expect(page.getByText('Unpublished changes')).toBeVisible();
  await page.reload();
  await expect(label(page, 1)).toHaveValue('Your full name');
  expect((await formOf(id)).fields[0]?.label).toBe('Your name');

  await page.getByRole('button', { name: 'Publish changes' }).click();
  await expect(page.getByText('Published.')).toBeVisible();
  await expect(page.getByText('All changes saved')).toBeVisible();
  expect((await formOf(id)).fields[0]).toMatchObject({ id: 'name', label: 'Your full name' });

  await label(page, 1).fill('Nickname');
  await expect(page.getByText('Unpublished changes')).toBeVisible();
  await menu(page, 'Discard changes');
  await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click();
  await expect(label(page, 1)).toHaveValue('Your full name');
  await expect(page.getByText('All changes saved')).toBeVisible();
  expect((await draftOf(id)).fields[0]?.label).toBe('Your full name');
});

test('changes that cannot be saved stay in the browser, and outlast the page', async ({ page }) => {
  const id = await newForm(stay);
  await edit(page, id);
  await page.route('**/draft-version', route => route.abort());
  await label(page, 1).fill('Your full name');
  await expect(page.getByText('Not saved')).toBeVisible();
  await page.getByRole('link', { name: 'Responses' }).first().click();
  await expect(page.getByRole('dialog')).toContainText('Leave without saving?');
  await page.getByRole('button', { name: 'Cancel' }).click();

  await page.evaluate(() => dispatchEvent(new Event('pagehide')));
  page.on('dialog', dialog => dialog.accept());
  await page.unroute('**/draft-version');
  await page.reload();
  await expect(label(page, 1)).toHaveValue('Your full name');
  await expect(page.getByText('We restored your unsaved changes')).toBeVisible();
  await expect(page.getByText('Unpublished changes')).toBeVisible();
  expect((await draftOf(id)).fields[0]?.label).toBe('Your full name');
});

test('a former version is compared, restored and published', async ({ page }) => {
  const id = await newForm(stay);
  await call('PUT', `/forms/${id}`, { title: 'Second' });
  await edit(page, id);
  await menu(page, 'Versions');
  const dialog = page.getByRole('dialog', { name: 'Versions' });
  await expect(dialog.getByRole('heading', { level: 3 })).toHaveText(['Version 2 Current', 'Version 1']);
  await expect(dialog).toContainText('Title: changed');
  await dialog.getByRole('button', { name: 'Compare: Version 1' }).click();
  await expect(dialog).toContainText(stay.title);
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Restore: Version 1' }).click();
  await expect(page.getByLabel('Form title')).toHaveValue(stay.title);
  await expect(page.getByText('Unpublished changes')).toBeVisible();
  expect((await formOf(id)).title).toBe('Second');
  await page.getByRole('button', { name: 'Publish changes' }).click();
  await expect(page.getByText('Published.')).toBeVisible();
  expect((await formOf(id)).title).toBe(stay.title);
});

test('the preview is the form itself, and texts of another language are counted', async ({ page }) => {
  const id = await newForm({ ...stay, status: 'draft', language: 'en', texts: { de: {} } });
  await edit(page, id);
  await page.getByRole('button', { name: 'Languages' }).click();
  await page.getByRole('button', { name: /^German/ }).click();
  await page.getByLabel(/^Your name: Label/).fill('Ihr Name');
  await expect(page.getByText('1 of 15 texts').first()).toBeVisible();
  await page.getByRole('button', { name: 'Back to fields' }).click();
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const preview = page.locator('formline-form');
  await preview.getByText('Your name').click();
  await inspector(page).getByLabel('Label', { exact: true }).fill('Who?');
  await expect(preview.getByLabel('Who?')).toBeVisible();
  await page.locator('.ed-preview').getByLabel('Language').selectOption('German');
  await expect(preview.getByLabel('Ihr Name')).toBeVisible();
});

test('the preview goes to the field that is chosen, and what is clicked there is chosen', async ({ page }) => {
  const id = await newForm({ ...stay, status: 'draft', ui: { layout: 'one-by-one' } });
  await edit(page, id);
  // The preview has room beside the fields.
  await page.setViewportSize({ width: 1800, height: 900 });
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const preview = page.locator('formline-form');
  await expect(preview.getByLabel('Your name')).toBeVisible();
  await label(page, 4).click();
  await expect(preview.getByText('How would you rate it?')).toBeVisible();
  await expect(preview.getByLabel('Your name')).toBeHidden();
  await label(page, 4).fill('How many stars?');
  await expect(preview.getByText('How many stars?')).toBeVisible();
  await preview.getByRole('button', { name: 'Back' }).click();
  await preview.getByText('Which room did you have?').click();
  await expect(inspector(page).getByLabel('Label', { exact: true })).toHaveValue('Which room did you have?');
  await expect(preview.getByText('Which room did you have?')).toBeVisible();
});

test('what a form that is published cannot keep is said', async ({ page }) => {
  const spamProtection = { turnstile: { enabled: true, siteKey: 'site' } };
  await edit(page, await newForm({ ...stay, status: 'draft', spamProtection }));
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('This captcha has no secret')).toBeVisible();
});

test('a viewer sees the form as visitors do, and nothing to change it with', async ({ page }) => {
  const id = await newForm(stay);
  const person = { email: `viewer-${id.toLowerCase()}@example.com`, password: 'correct horse battery staple' };
  await call('POST', '/users', { ...person, name: 'Vera', role: 'viewer' });
  await openAs(page, `/forms/${id}/edit`, person);
  await expect(page.locator('formline-form').getByLabel('Your name')).toBeVisible();
  await expect(page.getByText('Ask an editor to change it.')).toBeVisible();
  await expect(page.getByRole('button', { name: /Save|Publish|Add a field|Remove/ })).toHaveCount(0);
});

test('outline, fields and preview show the same field, and each keeps its place', async ({ page }) => {
  const texts = Array.from({ length: 40 }, (_, place) => ({
    ...{ id: `q${place + 1}`, type: 'text' as const, label: `Question ${place + 1}` },
    ...(place === 38 && { visibleIf: { field: 'q1', op: 'eq', value: 'yes' } }),
  }));
  const fields = texts.toSpliced(20, 0, { id: 'more', type: 'page' as 'text', label: 'More' });
  await edit(page, await newForm({ title: 'Long', status: 'draft', fields }));
  const left = page.locator('.ed-pane.left');
  const tab = (name: string) => left.locator('.ed-pane-head').getByRole('button', { name }).click();
  await tab('Outline');
  const row = (name: string) => left.getByRole('listitem').getByRole('button', { name });
  await left.getByLabel('Search fields').fill('39');
  await row('Question 39 Conditional').click();
  await expect(page.getByLabel('Label of field 40,')).toBeFocused();
  await expect(page.getByLabel('Label of field 40,')).toBeInViewport();
  await left.getByLabel('Search fields').fill('');
  await page.getByLabel('Label of field 2,').click();
  await expect(row('Question 2').first()).toHaveAttribute('aria-current', 'true');
  await expect(row('Question 2').first()).toBeInViewport();
  expect(await violations(page)).toEqual([]);

  await left.getByRole('button', { name: 'Logic' }).click();
  await expect(left.getByText('Leads to Question 39')).toBeVisible();
  await expect(left.getByText('Shown when Question 1 is “yes”')).toBeVisible();
  await left.getByRole('button', { name: 'Question 39', exact: true }).click();
  await expect(page.getByLabel('Label of field 40,')).toBeInViewport();

  await left.getByRole('button', { name: 'Questions' }).click();
  await row('Question 38').click();
  await expect(page.getByLabel('Label of field 39,')).toBeFocused();
  const canvas = page.locator('.ed-canvas');
  const placeOf = () => canvas.evaluate(element => element.scrollTop);
  const place = await placeOf();
  expect(place).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const stage = page.locator('.ed-stage');
  await expect(stage.getByText('Question 38')).toBeInViewport();
  await expect(canvas).toBeHidden();
  for (const [device, width] of Object.entries({ Phone: 390, Tablet: 768, Desktop: 1200 })) {
    await page.getByRole('button', { name: device }).click();
    await expect(stage).toHaveCSS('width', `${width}px`);
  }
  await tab('Add');
  await left.evaluate(element => element.scrollTo(0, 200));
  await tab('Design');
  await expect(left.getByText('Accent')).toBeInViewport();
  await tab('Add');
  await expect.poll(() => left.evaluate(element => element.scrollTop)).toBe(200);
  await page.getByRole('button', { name: 'Close preview' }).click();
  await expect(canvas).toBeVisible();
  expect(await placeOf()).toBe(place);
});

test('a field of any type is inserted between two others, by + and by /', async ({ page }) => {
  const id = await newForm({ ...stay, status: 'draft' });
  await edit(page, id);
  await label(page, 2).hover();
  await page.getByRole('button', { name: 'Insert below Email address' }).click();
  await expect(inserter(page)).toBeFocused();
  await page.keyboard.type('?/');
  await expect(inserter(page)).toHaveValue('?/');
  await expect(page.getByText('No matching field types.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(inserter(page)).toBeHidden();
  await expect(label(page, 2)).toBeFocused();

  await page.getByRole('button', { name: 'Insert below Email address' }).click();
  expect(await violations(page)).toEqual([]);
  await page.locator('.ed-inserter').getByRole('option', { name: 'New page' }).click();
  await expect(label(page, 3)).toBeFocused();
  await page.keyboard.type('Why / how?');
  await expect(label(page, 3)).toHaveValue('Why / how?');

  // In the label of a new question that has no text of its own, the key chooses another type for it.
  await page.keyboard.press('Enter');
  await expect(label(page, 4)).toBeFocused();
  await page.keyboard.press('/');
  await expect(inserter(page)).toBeFocused();
  await page.keyboard.press('Backspace');
  await expect(label(page, 4)).toBeFocused();
  await page.keyboard.press('Backspace');
  await page.keyboard.press('/');
  await page.keyboard.type('ra');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(label(page, 4)).toBeFocused();
  await expect(page.getByText('Draft saved')).toBeVisible();
  const { fields } = await draftOf(id);
  expect(fields.slice(1, 5).map(field => field.type)).toEqual(['email', 'page', 'ranking', 'radio']);
});

test('a key in one of 200 fields draws the card of that field alone', async ({ page }) => {
  const conditional = { visibleIf: { field: 'q0', op: 'answered' } } as const;
  const fields = Array.from({ length: 200 }, (_, place) => ({
    ...{ id: `q${place}`, type: 'text' as const, label: `Question ${place + 1}` },
    ...(place % 10 === 9 && conditional),
  }));
  await edit(page, await newForm({ title: 'Long', status: 'draft', fields }));
  await label(page, 100).click();
  await page.keyboard.press('End');
  // A card that is drawn compares its label with the one on the page, and so reads it.
  await page.evaluate(() => {
    const read = new Set<Element>();
    Object.assign(globalThis, { read });
    const value = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value') as PropertyDescriptor;
    Object.defineProperty(HTMLTextAreaElement.prototype, 'value', {
      ...value,
      get(this: HTMLTextAreaElement) {
        if (this.matches('.ed-label')) read.add(this);
        return value.get?.call(this);
      },
    });
  });
  const drawn = () => page.evaluate(() => (globalThis as unknown as { read: Set<Element> }).read.size);
  await page.keyboard.type('!');
  await expect(inspector(page).getByLabel('Label', { exact: true })).toHaveValue('Question 100!');
  expect(await drawn()).toBe(1);
  // Twenty conditions name the first question, also that of the field before.
  await label(page, 1).click();
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await expect(page.getByText('Shown when Question 1! is answered')).toHaveCount(20);
  expect(await drawn()).toBe(21);
});

test('hostile labels are texts', async ({ page, errors }) => {
  const label = '<img src=x onerror="document.title=`pwned`">\u202Egnp.exe';
  const options = ['<script>1</script>', '"><b>bold</b>'];
  const id = await newForm({ title: label, status: 'draft', fields: [{ id: 'a', type: 'radio', label, options }] });
  await edit(page, id);
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(labels(page).first()).toHaveValue(label);
  await expect(page.locator('formline-form').getByText(options[0] ?? '')).toBeVisible();
  expect(await page.locator('.editor img, .editor b').count()).toBe(0);
  expect(await page.title()).not.toBe('pwned');
  expect(errors).toEqual([]);
});

for (const colorScheme of ['light', 'dark'] as const) {
  const onlyColors = colorScheme === 'dark';
  test(`the editor is accessible in ${colorScheme}, with a field, its conditions, and the preview`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const shown = { ...stay.fields[6], visibleIf: { field: 'room', op: 'in', value: ['Suite'] } };
    const id = await newForm({ ...stay, status: 'draft', fields: [...stay.fields.slice(0, 6), shown] } as typeof stay);
    await edit(page, id);
    await label(page, 7).click();
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await expect(page.locator('formline-form').getByLabel('Your name')).toBeVisible();
    expect(await violations(page, { onlyColors })).toEqual([]);

    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Field', exact: true }).click();
    await expect(inspector(page).getByLabel('Type')).toBeVisible();
    expect(await violations(page, { onlyColors })).toEqual([]);
  });
}
