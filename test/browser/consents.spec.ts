import { call, newForm, responsesOf } from './support/service.ts';
import { expect, test } from './support/test.ts';

const termsIn = (text: string) => ({ de: { fields: { terms: { text } } } });

test('a consent whose text has changed is shown again, unticked, and its proof names the text that was shown', async ({
  page,
  site,
  tag,
}) => {
  const formId = await newForm({
    language: 'en',
    fields: [
      { id: 'name', type: 'text', label: 'Your name' },
      { id: 'terms', type: 'consent', text: 'The terms.', label: 'I agree', required: true },
    ],
    texts: termsIn('Die Bedingungen.'),
  });
  await page.goto(site.add(tag(formId, 'lang="de"')));
  await page.getByLabel('Your name').fill('Ada');
  await page.getByRole('checkbox').check();
  await call('PUT', `/forms/${formId}`, { texts: termsIn('Die neuen Bedingungen.') });
  await page.getByRole('button', { name: 'Absenden' }).click();
  await expect(page.getByText('Der Text dieser Einwilligung hat sich geändert').first()).toBeVisible();
  await expect(page.getByText('Die neuen Bedingungen.')).toBeVisible();
  await expect(page.getByLabel('Your name')).toHaveValue('Ada');
  await expect(page.getByRole('checkbox')).not.toBeChecked();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Absenden' }).click();
  await expect(page.getByText('Vielen Dank')).toBeVisible();
  const [response] = await responsesOf(formId);
  expect(response?.meta.consents).toMatchObject({ terms: { language: 'de', shown: true, by: 'visitor' } });
  const { items } = await call<{ items: { text: string; textHash: string }[] }>(
    'GET',
    `/forms/${formId}/consent-texts`,
  );
  const proof = items.find(({ textHash }) => textHash === response?.meta.consents?.terms?.textHash);
  expect(proof?.text).toBe('Die neuen Bedingungen.');
});

test('an option whose last place has gone to another says so, and lets the visitor choose again', async ({
  page,
  site,
  tag,
}) => {
  const options = [
    { value: 'pottery', label: 'Pottery', limit: 1 },
    { value: 'yoga', label: 'Yoga', limit: 2 },
    'Rest',
  ];
  const formId = await newForm({
    fields: [
      { id: 'name', type: 'text', label: 'Your name' },
      { id: 'workshop', type: 'radio', label: 'Workshop', options },
      { id: 'again', type: 'select', label: 'Another day', options },
    ],
  });
  await page.goto(site.add(tag(formId)));
  await page.getByLabel('Your name').fill('Ada');
  await page.getByRole('radio', { name: 'Pottery (1 left)' }).check();
  await expect(page.getByRole('option', { name: 'Yoga (2 left)' })).toBeAttached();
  await call('POST', `/v1/forms/${formId}/submissions`, { workshop: 'pottery' });
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Choose another option for workshop: this one is full').first()).toBeVisible();
  const full = page.getByRole('radio', { name: 'Pottery (full)' });
  await expect(full).toBeDisabled();
  await expect(full).not.toBeChecked();
  await expect(page.getByLabel('Your name')).toHaveValue('Ada');
  await page.getByRole('radio', { name: 'Yoga (2 left)' }).check();
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Thank you')).toBeVisible();
});
