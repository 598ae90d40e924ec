import type { Page } from '@playwright/test';
import { hostedPageOf, newForm } from './support/service.ts';
import { expect, test } from './support/test.ts';

type NewForm = Parameters<typeof newForm>[0];

const list = 'It takes **three** minutes.\n\n- to get better\n- for nothing else';
const fields = [
  { id: 'intro', type: 'statement', label: 'Before you begin', text: list },
  { id: 'name', type: 'text', label: 'Full name?', help: 'As in your passport.', required: true },
  { id: 'points', type: 'calculated', label: 'Points', compute: { op: '+', args: [1, 2] } },
] satisfies NewForm['fields'];

/** The texts of a form that do not end at its right edge, where an Arabic reader begins. */
const notAtStart = (page: Page, texts: readonly string[]): Promise<string[]> =>
  page.evaluate(wanted => {
    const root = document.querySelector('formline-form')?.shadowRoot ?? document;
    const edge = root.querySelector('form')?.getBoundingClientRect().right ?? 0;
    const rightOf = (text: string): number => {
      for (const scope of [root, document]) {
        const nodes = [...scope.querySelectorAll('h1, h2, p, li, span, label')];
        const node = nodes.findLast(one => one.textContent === text && one.checkVisibility());
        if (!node) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        return range.getBoundingClientRect().right;
      }
      return NaN;
    };
    return wanted.filter(text => !(Math.abs(rightOf(text) - edge) < 40));
  }, texts);

const english = [
  'Tell us',
  'Before you begin',
  'It takes three minutes.',
  'to get better',
  'Full name?',
  'As in your passport.',
];

async function isReadFromTheRight(page: Page): Promise<void> {
  expect(await notAtStart(page, english)).toEqual([]);
  const label = page.getByText('Full name?').locator('visible=true').first();
  await expect(label).toHaveCSS('direction', 'ltr');
}

test('English texts of an Arabic page stand where a reader of Arabic begins, in their own order', async ({ page }) => {
  await page.goto(`${hostedPageOf(await newForm({ title: 'Tell us', fields }))}?lang=ar`);
  await expect(page.locator('formline-form .place[data-ready]')).toBeVisible();
  await isReadFromTheRight(page);
  await page.getByRole('button', { name: 'إرسال' }).click();
  await expect(page.getByRole('alert')).toContainText('«\u2068Full name?\u2069»');
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('English texts of an Arabic page stand there too', async ({ page }) => {
    await page.goto(`${hostedPageOf(await newForm({ title: 'Tell us', fields }))}?lang=ar`);
    await isReadFromTheRight(page);
  });
});

test('texts of a form say their language where it is not that of the page, and translated ones do not', async ({
  page,
  site,
  tag,
}) => {
  const theme = { buttonText: 'Send it!' };
  const formId = await newForm({
    title: 'Tell us',
    language: 'en',
    theme,
    fields: [...fields, { id: 'stars', type: 'rating' }],
  });
  await page.goto(site.add(tag(formId, 'lang="he"')));
  const languageOf = (text: string) =>
    page
      .getByText(text, { exact: true })
      .first()
      .evaluate(node => node.closest('[lang]')?.getAttribute('lang'));
  for (const text of ['Tell us', 'Before you begin', 'to get better', 'Full name?', 'As in your passport.', 'Send it!'])
    expect([text, await languageOf(text)]).toEqual([text, 'en']);
  for (const text of ['(לא חובה)', 'שני כוכבים מתוך 5']) expect([text, await languageOf(text)]).toEqual([text, 'he']);
});

test('a page that centers its text does not center a form', async ({ page, site, tag }) => {
  const formId = await newForm({ title: 'Tell us', fields });
  await page.goto(site.add(`<div style="text-align: center; text-transform: none">${tag(formId)}</div>`));
  await expect(page.getByText('As in your passport.')).toHaveCSS('text-align', 'left');
});
