import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { type ArrivedMail, linkIn, mailsTo } from '../support/cloud/mail.ts';
import { eventually } from '../support/eventually.ts';
import { violations } from './support/axe.ts';
import { appUrl, choose, openAs } from './support/dashboard.ts';
import { credentials, hostedPageOf, mailFolder, newForm } from './support/service.ts';
import { expect, test } from './support/test.ts';

/** Waits for the mail to an address whose subject begins like this. */
const arrived = (address: string, subject: string): Promise<ArrivedMail> =>
  eventually(async () => {
    const mails = mailsTo({ mailFolder: mailFolder() }, address);
    const found = mails.find(mail => mail.subject.startsWith(subject));
    if (!found) throw new Error(`${address} has ${mails.length} mails, and none is "${subject}"`);
    return found;
  }, 30_000);

/** By a link of a mail, as somebody who has no account. */
async function follow(page: Page, link: string, button: string): Promise<void> {
  await page.goto(link);
  expect(await violations(page, { isOurs: true })).toEqual([]);
  await page.getByRole('button', { name: button }).click();
  await expect(page.getByRole('heading', { name: 'Done' })).toBeVisible();
}

test('a response is mailed to a member and to who has agreed, and answered as the settings of its form say', async ({
  page,
}) => {
  const { email: member } = credentials().owner;
  const [colleague, visitor] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`] as const;
  const title = `Mailed ${randomUUID()}`;
  const formId = await newForm({
    title,
    fields: [
      { id: 'name', type: 'text', label: 'Your name' },
      { id: 'email', type: 'email', label: 'Email address' },
    ],
  });
  await openAs(page, '/integrations');
  await page.getByRole('button', { name: 'New integration' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /^Email/ }).check();
  await dialog.getByRole('checkbox', { name: new RegExp(member) }).check();
  await dialog.getByLabel('Other addresses').fill(colleague);
  await choose(dialog, 'Form', title);
  expect(await violations(page, { isOurs: true })).toEqual([]);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { name: 'Email', level: 1 })).toBeVisible();
  const asked = page.getByRole('listitem').filter({ hasText: colleague });
  await expect(asked).toContainText('Not confirmed');
  const integration = page.url();

  await page.goto(appUrl(`/forms/${formId}/settings`));
  await page.getByRole('switch', { name: 'Send a confirmation email' }).check();
  await page.getByLabel('Name field').selectOption({ label: 'Your name' });
  await page.getByLabel('Subject').fill('We have got it');
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Thank you, {{name}}.');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Settings saved.')).toBeVisible();

  const asking = await arrived(colleague, 'Confirm emails from ');
  await follow(page, linkIn(asking), 'Confirm');
  await page.goto(hostedPageOf(formId));
  // The plain form of the page gives way to the element, and its fields are hidden then.
  await expect(page.locator('formline-form .place[data-ready]')).toBeVisible();
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ada');
  await page.getByRole('textbox', { name: 'Email address' }).fill(visitor);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Thank you')).toBeVisible();

  const told = await arrived(member, `New response: ${title}`);
  await arrived(colleague, `New response: ${title}`);
  await page.goto(linkIn(told));
  await expect(page).toHaveURL(new RegExp(`/app/forms/${formId}/responses/sub_`));
  await expect(page.getByText(visitor).first()).toBeVisible();
  await page.goto(integration);
  await expect(asked).toContainText('Confirmed');

  const reply = await arrived(visitor, 'We have got it');
  expect(reply.text).toContain('Thank you, Ada.');
  const optOut = reply.headers['list-unsubscribe']?.slice(1, -1) ?? '';
  await follow(page, optOut, 'Stop these emails');
});

test('what is wrong with an automatic reply stands where it is, and is said once', async ({ page }) => {
  const id = await newForm({ fields: [{ id: 'email', type: 'email', label: 'Email address' }] });
  await openAs(page, `/forms/${id}/settings`);
  const isOn = page.getByRole('switch', { name: 'Send a confirmation email' });
  await isOn.check();
  await page.getByLabel('Subject').fill('{{nobody}}');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByLabel('Subject')).toHaveAccessibleDescription(/nobody/);
  await expect(isOn).toHaveAccessibleDescription('');
  // Where the words are not shown, it stands at what shows them.
  await isOn.uncheck();
  await expect(isOn).toHaveAccessibleDescription(/nobody/);
});
