import { violations } from './support/axe.ts';
import { newForm, responsesOf } from './support/service.ts';
import { expect, test } from './support/test.ts';

const contact = {
  title: 'Contact',
  fields: [
    { id: 'name', type: 'text', label: 'Your name', required: true },
    { id: 'email', type: 'email', label: 'Email address', required: true },
    { id: 'topic', type: 'select', label: 'Topic', options: ['Sales', 'Support'] },
    { id: 'amount', type: 'number', label: 'Amount' },
    { id: 'when', type: 'date', label: 'When' },
    { id: 'message', type: 'textarea', label: 'Message' },
  ],
} satisfies Parameters<typeof newForm>[0];

test('a page with one script tag sends what is filled in', async ({ page, site, tag, errors }) => {
  const formId = await newForm(contact);
  await page.goto(site.add(tag(formId)));
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('Email address').fill('ada@example.com');
  await page.getByLabel('Topic').selectOption('Support');
  await page.getByLabel('Amount').fill('1,234.5');
  await page.getByLabel('When').fill('2026-05-01');
  await page.getByLabel('Message').fill('Hello\nthere');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Thank you.')).toBeVisible();

  const [response] = await responsesOf(formId);
  expect(response).toMatchObject({
    status: 'completed',
    answers: {
      name: 'Ada',
      email: 'ada@example.com',
      topic: 'Support',
      amount: 1234.5,
      when: '2026-05-01',
      message: 'Hello\nthere',
    },
  });
  expect(errors).toEqual([]);
});

test('what is wrong stands at its field, and above all of them', async ({ page, site, tag }) => {
  const formId = await newForm({ ...contact, ui: { partialSaves: 'on' } });
  await page.goto(site.add(tag(formId)));
  await page.getByLabel('Email address').fill('ada');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('alert')).toContainText('Enter your name');
  await expect(page.getByLabel('Your name')).toBeFocused();
  await expect(page.getByLabel('Your name')).toHaveAccessibleDescription('Enter your name');
  await expect(page.getByLabel('Email address')).toHaveAttribute('aria-invalid', 'true');
  expect(await violations(page)).toEqual([]);

  await page.getByLabel('Email address').fill('ada@example.com');
  await expect(page.getByLabel('Email address')).not.toHaveAttribute('aria-invalid');
  await expect
    .poll(() => responsesOf(formId))
    .toMatchObject([{ status: 'partial', answers: { email: 'ada@example.com' } }]);
});
