import { hostedPageOf, newForm, responsesOf } from './support/service.ts';
import { expect, test } from './support/test.ts';

const privacy = {
  controller: 'Example Ltd, privacy@example.com',
  purpose: 'To answer you',
  lawfulBasis: 'contract' as const,
  url: 'https://www.example.com/privacy',
};

test('a form says who is responsible for the data, in the visitor’s language', async ({ page, site, tag, errors }) => {
  const fields = [{ id: 'name', type: 'text' as const, label: 'Your name' }];
  const formId = await newForm({ fields, privacy, language: 'en', texts: { de: { privacy: { purpose: 'Antwort' } } } });
  await page.goto(site.add(tag(formId)));
  await expect(page.getByText('Responsible for your data: Example Ltd, privacy@example.com')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Privacy policy' })).toHaveAttribute('href', privacy.url);
  await page.getByLabel('Your name').fill('Ada');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Thank you')).toBeVisible();
  expect(await responsesOf(formId)).toMatchObject([{ answers: { name: 'Ada' } }]);
  await page.goto(`${hostedPageOf(formId)}?lang=de`);
  await expect(page.getByText('Zweck: Antwort').last()).toBeVisible();
  await expect(page.getByText('Rechtsgrundlage: Vertrag').last()).toBeVisible();
  expect(errors).toEqual([]);
});

test('the browser keeps no personal and no encrypted answer, and no name of such a file', async ({
  page,
  site,
  tag,
}) => {
  const formId = await newForm({
    fields: [
      { id: 'topic', type: 'text', label: 'Topic' },
      { id: 'session', type: 'text', label: 'Patient', pii: true },
      { id: 'iban', type: 'text', label: 'IBAN' },
      { id: 'scan', type: 'file', label: 'Scan', pii: true },
    ],
    fieldPolicies: { iban: 'encrypted' },
  });
  await page.goto(site.add(tag(formId)));
  await page.getByLabel('Topic').fill('kept-marker');
  await page.getByLabel('Patient').fill('patient-marker');
  await page.getByLabel('IBAN').fill('iban-marker');
  await page
    .getByLabel('Scan')
    .setInputFiles({ name: 'scan-marker.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await expect(page.getByText('✓')).toBeVisible();
  const stored = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  expect(stored.match(/[a-z]+-marker/g)).toEqual(['kept-marker']);
  await page.reload();
  await expect(page.getByLabel('Topic')).toHaveValue('kept-marker');
  await expect(page.getByLabel('Patient')).toHaveValue('');
  await page.getByLabel('Patient').fill('Ada');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Thank you')).toBeVisible();
  expect(await responsesOf(formId)).toMatchObject([{ answers: { topic: 'kept-marker', session: 'Ada' } }]);
});
