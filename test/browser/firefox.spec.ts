import type { Page } from 'puppeteer-core';
import { breakService } from './support/broken-service.ts';
import { firefoxPath, hasFirefox } from './support/browser-paths.ts';
import { expect, test } from './support/firefox.ts';
import { everyType } from './support/schemas.ts';
import { hostedPageOf, newForm, responsesOf } from './support/service.ts';

test.describe.configure({ mode: 'default' });
test.skip(!hasFirefox, `There is no Firefox at ${firefoxPath}`);

type NewForm = Parameters<typeof newForm>[0];

const text = (id: string, label: string, required = false) => ({ id, type: 'text', label, required }) as const;
const step = (id: string, label: string) => ({ id, type: 'page', label }) as const;

/** The form's own control of a field. */
const control = (field: string): string => `formline-form >>> [data-field=${field}] :is(input, textarea, select)`;

async function typeInto(page: Page, field: string, typed: string): Promise<void> {
  await page.locator(control(field)).click();
  await page.keyboard.type(typed);
}

const press = (page: Page, name: string): Promise<void> =>
  page.locator(`formline-form >>> button::-p-text(${name})`).click();

/** Everything that a visitor sees of the form. */
const shown = (page: Page): Promise<string> =>
  page.evaluate(
    () => document.querySelector('formline-form')?.shadowRoot?.querySelector<HTMLElement>('.place')?.innerText ?? '',
  );

const says = (page: Page, sentence: string) => expect.poll(() => shown(page)).toContain(sentence);

const typedIn = (page: Page, field: string): Promise<string | undefined> =>
  page.$eval(control(field), node => ('value' in node ? String(node.value) : undefined)).catch(() => undefined);

const hasValue = (page: Page, field: string, value: string) =>
  expect.poll(async () => ((await isSeen(page, field)) ? typedIn(page, field) : 'not shown')).toBe(value);

const isSeen = (page: Page, field: string): Promise<boolean> =>
  page.$eval(control(field), node => node.checkVisibility()).catch(() => false);

const focusedField = (page: Page): Promise<string | undefined> =>
  page.evaluate(
    () =>
      document
        .querySelector('formline-form')
        ?.shadowRoot?.activeElement?.closest('[data-field]')
        ?.getAttribute('data-field') ?? undefined,
  );

/** Where the top of what names the step is in the window. */
const topOf = (page: Page, name: string): Promise<number> =>
  page
    .$eval(`formline-form >>> ::-p-text(${name})`, node => Math.round(node.getBoundingClientRect().top))
    .catch(() => -1);

const isAtTop = (page: Page, name: string, headerPx: number, roomPx = 60) =>
  expect
    .poll(async () => {
      const top = await topOf(page, name);
      return top >= headerPx && top < headerPx + roomPx ? 'in view' : top;
    })
    .toBe('in view');

/** The parts of a page that are wider than its window, or stand out of it. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth } = document.documentElement;
    const root = document.querySelector('formline-form')?.shadowRoot ?? document;
    const out = [...root.querySelectorAll('input:not(.decoy *), select, textarea, button, h2, p, label')]
      .filter(node => node.checkVisibility())
      .filter(node => {
        const { left, right, width } = node.getBoundingClientRect();
        return width > 1 && (left < 0 || right > document.documentElement.clientWidth);
      });
    return [...(scrollWidth > innerWidth ? [`the page: ${scrollWidth}`] : []), ...out.map(node => node.outerHTML)];
  });

const tall = {
  title: 'Tall',
  ui: { saveAndResume: true },
  fields: [
    ...Array.from({ length: 14 }, (_, index) => text(`a${index}`, `First ${index}`)),
    step('p2', 'Second page'),
    ...Array.from({ length: 14 }, (_, index) => text(`b${index}`, `Second ${index}`)),
    step('p3', 'Third page'),
    text('c', 'Last question'),
  ],
} satisfies NewForm;

const header = '<header style="position: sticky; top: 0; height: 90px; background: #ccc">Shop</header>';
const around = '<p style="height: 1500px">Around</p>';

test('Next, Back and a link to go on bring the top of the step into view', async ({ visitor, another, site, tag }) => {
  const formId = await newForm(tall);
  await visitor.goto(site.add(`${header}${around}${tag(formId)}${around}`));
  await typeInto(visitor, 'a13', 'Ada');
  await press(visitor, 'Next');
  await isAtTop(visitor, 'Step 2 of 3', 90);
  await press(visitor, 'Next');
  await isAtTop(visitor, 'Step 3 of 3', 90);
  await press(visitor, 'Back');
  await isAtTop(visitor, 'Step 2 of 3', 90, 600);

  await press(visitor, 'Save and continue later');
  const link = 'formline-form >>> .later input, formline-form >>> input[readonly]';
  await visitor.waitForSelector(link, { visible: true });
  const address = await visitor.$eval(link, node => (node as HTMLInputElement).value);
  const later = await another();
  await later.goto(address);
  await isAtTop(later, 'Step 1 of 3', 90, 600);
  await hasValue(later, 'a13', 'Ada');
});

test('on the hosted page, Next brings the top of the step into view', async ({ visitor }) => {
  await visitor.goto(hostedPageOf(await newForm(tall)));
  await press(visitor, 'Next');
  await isAtTop(visitor, 'Step 2 of 3', 0);
});

test('a fault is in the title, in a summary that links to it, and at its field', async ({ visitor }) => {
  const fields = [
    text('name', 'Full name', true),
    { id: 'guests', type: 'number', label: 'Guests', required: true, validate: { min: 1, max: 9 } },
  ] satisfies NewForm['fields'];
  const formId = await newForm({ title: 'Dinner', fields });
  await visitor.goto(hostedPageOf(formId));
  await typeInto(visitor, 'guests', '12');
  await press(visitor, 'Send');
  await says(visitor, 'Guests must be between 1 and 9');
  expect(await visitor.title()).toBe('Error: Dinner');
  expect(await focusedField(visitor)).toBe('name');
  await press(visitor, 'Guests must be between 1 and 9');
  await expect.poll(() => focusedField(visitor)).toBe('guests');
  await visitor.keyboard.press('Backspace');
  await expect.poll(() => shown(visitor).then(words => words.split('Guests must be').length)).toBe(2);
  await press(visitor, 'Enter your full name');
  await expect.poll(() => focusedField(visitor)).toBe('name');
  await visitor.keyboard.type('Ada');
  await visitor.keyboard.press('Enter');
  await says(visitor, 'Thank you.');
  expect(await visitor.title()).toBe('Dinner');
  expect(await responsesOf(formId)).toMatchObject([{ status: 'completed', answers: { name: 'Ada', guests: 1 } }]);
});

test('Back and Forward of the browser go through the steps, and a reload stays', async ({ visitor, site }) => {
  const fields = [text('a', 'First'), step('p2', 'Two'), text('b', 'Second'), step('p3', 'Three'), text('c', 'Third')];
  // Puppeteer waits for a page to load, and none does between steps.
  const go = (by: number) => visitor.evaluate(delta => history.go(delta), by);
  const before = site.add('Before');
  await visitor.goto(before);
  await visitor.goto(hostedPageOf(await newForm({ title: 'Survey', fields })));
  await typeInto(visitor, 'a', 'one');
  await press(visitor, 'Next');
  await typeInto(visitor, 'b', 'two');
  await press(visitor, 'Next');
  await says(visitor, 'Step 3 of 3');
  await visitor.reload();
  await hasValue(visitor, 'c', '');
  await go(-1);
  await hasValue(visitor, 'b', 'two');
  await go(1);
  await hasValue(visitor, 'c', '');
  await press(visitor, 'Back');
  await hasValue(visitor, 'b', 'two');
  await go(-1);
  await hasValue(visitor, 'a', 'one');
  await go(-1);
  await expect.poll(() => visitor.evaluate(() => location.href).catch(String)).toBe(before);
});

test('at 320 pixels and from right to left, nothing is cut off', async ({ visitor, site, tag }) => {
  await visitor.setViewport({ width: 320, height: 256 });
  const formId = await newForm({ title: everyType.title, fields: everyType.fields } as NewForm);
  for (const address of [hostedPageOf(formId), `${hostedPageOf(formId)}?lang=ar`, site.add(tag(formId, 'lang="he"'))]) {
    await visitor.goto(address);
    await visitor.locator('formline-form >>> .forward').click();
    await visitor.waitForSelector('formline-form >>> .summary ul', { visible: true });
    expect(await tooWide(visitor)).toEqual([]);
  }
  expect(await visitor.$eval('formline-form >>> [part=form]', node => getComputedStyle(node).direction)).toBe('rtl');
});

test('a service that is busy, fails, hangs or is paused says so, and loses nothing', async ({ visitor, site, tag }) => {
  const formId = await newForm({ fields: [text('name', 'Your name', true)] });
  const service = await breakService([
    { status: 429, retryAfter: 40 },
    { status: 500, retryAfter: 40 },
    { status: 503, retryAfter: 90 },
    'hangs',
    'lost',
  ]);
  await visitor.goto(site.add(tag(formId, `api="${service.url}/"`)));
  await typeInto(visitor, 'name', 'Ada');
  // From now on, time runs twenty times as fast, and what is said is noted with what is typed.
  await visitor.$eval('formline-form >>> [part=form]', form => {
    const wait = window.setTimeout;
    const said: string[] = [];
    Object.assign(window, { said, setTimeout: (act: () => void, ms = 0) => wait(act, ms / 20) });
    const notice = form.querySelector('[part=notice]');
    const note = () => said.push(`${form.querySelector('input')?.value}: ${notice?.textContent}`);
    if (notice) new MutationObserver(note).observe(notice, { childList: true });
  });
  await press(visitor, 'Send');
  await says(visitor, 'Thank you.');
  const said = await visitor.evaluate(() => Reflect.get(window, 'said') as string[]);
  const busy = 'Ada: This is taking longer than usual. Your answers are safe and will be sent again in a moment.';
  const paused = 'Ada: This form is paused for maintenance. Your answers are safe and will be sent when it’s back.';
  expect(new Set(said)).toEqual(new Set([busy, paused]));
  expect(said.indexOf(busy)).toBeLessThan(said.indexOf(paused));
  expect(said.at(-1)).toBe(busy);
  expect(new Set(service.keys).size).toBe(1);
  expect(service.keys.length).toBeGreaterThanOrEqual(6);
  expect(await responsesOf(formId)).toMatchObject([{ status: 'completed', answers: { name: 'Ada' } }]);
  await service.close();
});

test('in forced colors and without motion, the keyboard fills in a form, and what is chosen can be seen', async ({
  visitorWith,
}) => {
  const visitor = await visitorWith({ 'ui.prefersReducedMotion': 1, 'browser.display.document_color_use': 2 });
  await visitor.setViewport({ width: 320, height: 256 });
  const fields = [
    { id: 'again', type: 'scale', label: 'Would you come again?', required: true },
    { id: 'stars', type: 'rating', label: 'Your rating', required: true },
  ] satisfies NewForm['fields'];
  const formId = await newForm({ fields, ui: { layout: 'one-by-one', progress: 'bar' } });
  await visitor.goto(hostedPageOf(formId));
  await visitor.locator(`${control('again')}[value="0"]`).click();
  await visitor.keyboard.press('ArrowRight');
  const look = (field: string, value: number) =>
    visitor.$eval(`${control(field)}[value="${value}"] + span`, node => {
      const [own, star] = [getComputedStyle(node), getComputedStyle(node, '::before')];
      return [own.backgroundColor, own.borderColor, own.color, star.color].join();
    });
  expect(await look('again', 1)).not.toBe(await look('again', 2));
  await visitor.keyboard.press('Enter');
  await expect.poll(() => focusedField(visitor)).toBe('stars');
  expect(await visitor.evaluate(() => document.getAnimations().length)).toBe(0);
  await visitor.keyboard.press(' ');
  await visitor.keyboard.press('ArrowRight');
  expect(await look('stars', 2)).not.toBe(await look('stars', 3));
  expect(await tooWide(visitor)).toEqual([]);
  await visitor.keyboard.press('Enter');
  await says(visitor, 'Thank you.');
  expect(await responsesOf(formId)).toMatchObject([{ answers: { again: 1, stars: 2 } }]);
});

test('without a script, the keyboard fills in the page, and a fault keeps what was typed', async ({ visitorWith }) => {
  const visitor = await visitorWith({ 'javascript.enabled': false });
  const formId = await newForm({
    title: 'Dinner',
    fields: [
      text('name', 'Full name', true),
      { id: 'mail', type: 'email', label: 'Email', validate: { domains: ['a.example'] } },
    ],
  });
  await visitor.goto(hostedPageOf(formId));
  await visitor.focus('[name=name]');
  await visitor.keyboard.type('Ada');
  await visitor.keyboard.press('Tab');
  await visitor.keyboard.type('ada@b.example');
  await visitor.keyboard.press('Enter');
  await expect.poll(() => visitor.title().catch(() => '')).toBe('Error: Dinner');
  const seen = () => visitor.evaluate(() => document.body.innerText).catch(() => '');
  expect(await seen()).toContain('Email must end in @a.example');
  expect(await visitor.$eval('[name=name]', node => (node as HTMLInputElement).value)).toBe('Ada');
  await visitor.focus('[name=mail]');
  await visitor.keyboard.press('End');
  for (let left = 'b.example'.length; left > 0; left -= 1) await visitor.keyboard.press('Backspace');
  await visitor.keyboard.type('a.example');
  await visitor.keyboard.press('Enter');
  await expect.poll(seen).toContain('Thank you.');
  expect(await responsesOf(formId)).toMatchObject([{ answers: { name: 'Ada', mail: 'ada@a.example' } }]);
});
