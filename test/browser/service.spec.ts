import { everyType } from './support/schemas.ts';
import { newForm, responsesOf } from './support/service.ts';
import { expect, test } from './support/test.ts';

type NewForm = Parameters<typeof newForm>[0];

test('an answer of every type arrives', async ({ page, site, tag, errors }) => {
  const { title, fields } = everyType;
  const formId = await newForm({ title, fields } as NewForm);
  await page.goto(site.add(tag(formId)));
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('Email address').fill('ada@example.com');
  await page.getByLabel('Telephone').fill('+44 20 7946 0018');
  await page.getByLabel('Your web site').fill('example.com');
  await page.getByLabel('Nights').fill('3');
  await page.getByLabel('Arrival').fill('2026-05-01');
  await page.getByLabel('What time?').fill('18:30');
  await page.getByLabel('Room').selectOption('Other');
  await page.getByLabel('Your answer').first().fill('The tower');
  await page.getByLabel('Holidays').check();
  await page.getByLabel('Breakfast').check();
  await page.getByLabel('View').check();
  await page.getByRole('radiogroup', { name: 'Your rating' }).getByLabel('4').check();
  await page.getByRole('radiogroup', { name: 'How likely' }).getByLabel('10').check();
  await page.getByRole('button', { name: 'Place' }).click();
  await page.getByRole('button', { name: 'Price' }).click();
  await page.getByRole('button', { name: 'People' }).click();
  await page.getByRole('radiogroup', { name: 'Reception' }).getByLabel('Great').check();
  await page
    .getByLabel('Your bill')
    .setInputFiles({ name: 'bill.pdf', mimeType: 'application/pdf', buffer: Buffer.from('bill') });
  await expect(page.getByText('✓')).toBeVisible();
  await expect(page.getByText('30', { exact: true })).toBeVisible();
  await page.getByLabel('Anything else?').fill('No.');
  await page.getByLabel('I agree to the terms').check();
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Thank you.')).toBeVisible();

  const [response] = await responsesOf(formId);
  expect(response).toMatchObject({
    status: 'completed',
    answers: {
      name: 'Ada',
      phone: '+44 20 7946 0018',
      site: 'https://example.com',
      nights: 3,
      arrival: '2026-05-01',
      time: '18:30',
      room: 'The tower',
      reason: 'fun',
      liked: ['Breakfast', 'View'],
      stars: 4,
      recommend: 10,
      order: ['Place', 'Price', 'People'],
      service: { Reception: 'Great' },
      bill: [expect.stringMatching(/^file_/)],
      total: 30,
      terms: true,
    },
  });
  expect(errors).toEqual([]);
});

test('conditions show, hide and require, and what is hidden is not sent', async ({ page, site, tag }) => {
  const formId = await newForm({
    fields: [
      { id: 'pet', type: 'radio', label: 'A pet?', options: ['dog', 'none'], required: true },
      {
        id: 'name',
        type: 'text',
        label: 'Its name',
        required: true,
        visibleIf: { field: 'pet', op: 'eq', value: 'dog' },
      },
    ],
  });
  await page.goto(site.add(tag(formId)));
  await expect(page.getByLabel('Its name')).toBeHidden();
  await page.getByLabel('dog').check();
  await page.getByLabel('Its name').fill('Rex');
  await page.getByLabel('none').check();
  await expect(page.getByLabel('Its name')).toBeHidden();
  // What was typed is there again.
  await page.getByLabel('dog').check();
  await expect(page.getByLabel('Its name')).toHaveValue('Rex');
  await page.getByLabel('none').check();
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Thank you.')).toBeVisible();
  expect(await responsesOf(formId)).toMatchObject([{ answers: { pet: 'none' } }]);
});

test('a visit is gone on with by its link, in another browser', async ({ page, site, tag, browser }) => {
  const formId = await newForm({
    fields: [
      { id: 'name', type: 'text', label: 'Your name', required: true },
      { id: 'city', type: 'text', label: 'City', required: true },
    ],
    ui: { saveAndResume: true },
  });
  const address = site.add(tag(formId));
  await page.goto(address);
  await page.getByLabel('Your name').fill('Ada');
  await page.getByRole('button', { name: 'Save and continue later' }).click();
  const link = await page.getByRole('textbox', { name: 'Save and continue later' }).inputValue();
  expect(link).toContain(`${address}#formline=${formId}.`);

  const other = await browser.newPage();
  await other.goto(link);
  await expect(other.getByLabel('Your name')).toHaveValue('Ada');
  expect(other.url()).toBe(address);
  await other.getByLabel('City').fill('London');
  await other.getByRole('button', { name: 'Send' }).click();
  await expect(other.getByText('Thank you.')).toBeVisible();
  expect(await responsesOf(formId)).toMatchObject([{ status: 'completed', answers: { name: 'Ada', city: 'London' } }]);

  await other.goto('about:blank');
  await other.goto(link);
  await expect(other.getByText('This link no longer works')).toBeVisible();
  await other.close();
});
