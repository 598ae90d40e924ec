import { violations } from './support/axe.ts';
import { hostedPageOf, newForm } from './support/service.ts';
import { expect, test } from './support/test.ts';

const fields = [{ id: 'name', type: 'text' as const, label: 'Your name', required: true }];
const theme = {
  accent: '#7a1f5c',
  background: '#fff4e0',
  text: '#2b1a10',
  font: 'mono' as const,
  radius: 0,
  width: 'narrow' as const,
  buttonText: 'Sign me up',
};
const accent = 'rgb(122, 31, 92)';
const background = 'rgb(255, 244, 224)';

test('an embed has the theme of its form, and what its page sets wins', async ({ page, site, tag, errors }) => {
  const formId = await newForm({ title: 'Party', fields, theme });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(site.add(`${tag(formId)}<style>formline-form.own { --fl-accent: #004d40 }</style>`));
  const button = page.getByRole('button', { name: 'Sign me up' });
  await expect(button).toHaveCSS('background-color', accent);
  await expect(button).toHaveCSS('border-radius', '0px');
  await expect(page.getByLabel('Your name')).toHaveCSS('background-color', background);
  await expect(page.getByLabel('Your name')).toHaveCSS('color', 'rgb(43, 26, 16)');
  await expect(page.getByText('Party')).toHaveCSS('font-family', /^ui-monospace/);
  expect((await page.locator('formline-form form').boundingBox())?.width).toBe(512);
  const form = page.locator('formline-form [part=form]');
  await expect(form).toHaveCSS('padding', '24px');
  expect(await violations(page)).toEqual([]);
  await page.locator('formline-form').evaluate(element => element.classList.add('own'));
  await expect(button).toHaveCSS('background-color', 'rgb(0, 77, 64)');
  expect(errors).toEqual([]);
});

for (const script of [true, false]) {
  test.describe(script ? 'with a script' : 'without a script', () => {
    test.use({ javaScriptEnabled: script });

    test('the page of a form has its theme', async ({ page, errors }) => {
      const formId = await newForm({ title: 'Party', fields, theme });
      await page.goto(hostedPageOf(formId));
      const button = page.getByRole('button', { name: 'Sign me up' });
      await expect(button).toHaveCSS('background-color', accent);
      await expect(button).toHaveCSS('border-radius', '0px');
      await expect(page.getByRole('main')).toHaveCSS('background-color', background);
      await expect(page.getByRole('heading', { name: 'Party' })).toHaveCSS('font-family', /^ui-monospace/);
      expect(errors).toEqual([]);
    });
  });
}

test('a form without a theme follows the page, in light and dark', async ({ page, site, tag }) => {
  const formId = await newForm({ title: 'Plain', fields });
  await page.goto(site.add(tag(formId)));
  await expect(page.getByRole('button', { name: 'Send' })).toHaveCSS('background-color', 'rgb(63, 72, 204)');
  await expect(page.locator('formline-form > .place, formline-form .place')).not.toHaveAttribute('style', /./);
});
