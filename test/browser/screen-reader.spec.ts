import type { Page } from '@playwright/test';
import { everyType, previewTag } from './support/schemas.ts';
import { expect, test } from './support/test.ts';

/** What assistive technology is given of a form: the tree that screen readers read aloud, as docs/embed.md has it. */
const heard = (page: Page) => page.locator('formline-form [part=form]');

const schemaOf = (...ids: string[]) => ({
  ...everyType,
  fields: everyType.fields.filter(({ id }) => ids.includes(id)),
});

test('stars and the ends of a scale say what they mean', async ({ page, site, script }) => {
  const schema = schemaOf('stars', 'recommend');
  const recommend = { ...schema.fields[1], validate: { min: 1, max: 3 } } as (typeof schema.fields)[1];
  await page.goto(
    site.add(previewTag(script, { ...schema, fields: [schema.fields[0], recommend].flatMap(f => f ?? []) })),
  );
  await page.getByRole('radio', { name: '4 of 5 stars' }).check();
  await expect(heard(page)).toMatchAriaSnapshot(`
    - radiogroup "Your rating":
      - radio "1 of 5 stars"
      - radio "2 of 5 stars"
      - radio "3 of 5 stars"
      - radio "4 of 5 stars" [checked]
      - radio "5 of 5 stars"
    - radiogroup "How likely are you to recommend us? (optional)":
      - radio "1, Not at all likely"
      - radio "2"
      - radio "3, Extremely likely"
  `);
  await page.goto(site.add(previewTag(script, schemaOf('stars'), 'lang="cs"')));
  await expect(page.getByRole('radio', { name: '2 hvězdičky z 5' })).toBeVisible();
});

test('a ranking is made by keyboard, and each change is read out', async ({ page, site, script }) => {
  await page.goto(site.add(previewTag(script, schemaOf('order'))));
  const option = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}: `) });
  await expect(option('Price')).toHaveAccessibleDescription(/^Select the options in your order/);
  await option('Price').focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('status').filter({ hasText: 'Price: place 1 of 3' })).toBeAttached();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('status').filter({ hasText: 'Place: place 1 of 3' })).toBeAttached();
  await expect(option('Place')).toBeFocused();
  await expect(heard(page)).toMatchAriaSnapshot(`
    - group "What matters most? (optional)":
      - 'button "Price: place 2 of 3" [pressed]'
      - 'button "Place: place 1 of 3" [pressed]'
      - 'button "People: not ranked"'
  `);
});

test('a matrix is a group of questions, one for each row, also by keyboard', async ({ page, site, script }) => {
  await page.goto(site.add(previewTag(script, schemaOf('service'))));
  await page.getByRole('radiogroup', { name: 'Reception' }).getByRole('radio', { name: 'Poor' }).focus();
  for (const key of ['ArrowRight', 'Tab', 'Space', 'ArrowDown']) await page.keyboard.press(key);
  await expect(heard(page)).toMatchAriaSnapshot(`
    - group "How was it? (optional)":
      - radiogroup "Reception":
        - radio "Poor"
        - radio "Fair" [checked]
        - radio "Good"
        - radio "Great"
      - radiogroup "Kitchen":
        - radio "Poor"
        - radio "Fair" [checked]
        - radio "Good"
        - radio "Great"
  `);
});

test('an upload says what it takes, how it goes, and what was wrong', async ({ page, site, script }) => {
  const schema = schemaOf('bill');
  const bill = { ...schema.fields[0], validate: { accept: ['image/*', '.pdf'], maxBytes: 2048, maxFiles: 3 } };
  await page.goto(site.add(previewTag(script, { ...schema, fields: [bill as (typeof schema.fields)[0]] })));
  const input = page.getByLabel('Your bill');
  await expect(input).toHaveAccessibleDescription('Allowed: images or PDF · Up to 2 kB each · Up to 3 files');
  const file = (name: string, size: number) => ({ name, mimeType: 'application/pdf', buffer: Buffer.alloc(size) });
  await input.setInputFiles([file('bill.pdf', 100), file('all-of-it.pdf', 4000), file('bill.exe', 10)]);
  await expect(page.getByRole('listitem')).toHaveText([
    /^bill\.pdf✓ Uploaded/,
    /“all-of-it\.pdf” is too large\. The limit is 2 kB✕$/,
    /“bill\.exe” can’t be used here\. Allowed: images or PDF✕$/,
  ]);
  await page.getByRole('button', { name: 'Remove bill.exe' }).click();
  await expect(page.getByRole('listitem')).toHaveCount(2);
});

test('a fault is read out with the list of all, and with its field', async ({ page, site, script }) => {
  await page.goto(site.add(previewTag(script, schemaOf('name', 'nights', 'stars'))));
  await page.getByLabel('Nights').fill('99');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('alert')).toMatchAriaSnapshot(`
    - alert:
      - paragraph: "Check these answers:"
      - list:
        - listitem:
          - button "Enter your name"
        - listitem:
          - button "Nights must be between 1 and 60"
        - listitem:
          - button "Select your rating"
  `);
  const nights = page.getByRole('textbox', { name: 'Nights' });
  await expect(nights).toHaveAccessibleDescription('Between 1 and 60 Nights must be between 1 and 60');
  await expect(nights).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: 'Nights must be' }).click();
  await expect(nights).toBeFocused();
});
