import type { Schema } from '../../web/embed/schema.ts';
import { credentials, hostedPageOf, newForm, publishableKey, responsesOf } from './support/service.ts';
import { expect, test } from './support/test.ts';

const fields = [{ id: 'name', type: 'text', label: 'Your name', required: true }] satisfies Parameters<
  typeof newForm
>[0]['fields'];
const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };

const inline = (id: string, spamProtection: Schema['spamProtection']): string =>
  `<script type="application/json">${JSON.stringify({ id, title: 'A form', fields, spamProtection })}</script></formline-form>`;

test('a proof of work is solved anew for each attempt to send, and nobody sees it', async ({ page, site, tag }) => {
  const formId = await newForm({ fields, spamProtection: { proofOfWork: { enabled: true } } });
  const proofs: string[] = [];
  await page.route('**/v1/forms/*/submissions', route => {
    proofs.push(route.request().headers()['x-formline-proof'] ?? '');
    return proofs.length < 2 ? route.fulfill({ status: 503, json: {}, headers: cors }) : route.fallback();
  });
  await page.goto(site.add(tag(formId)));
  await page.getByLabel('Your name').fill('Ada');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Thank you.')).toBeVisible();
  expect(new Set(proofs).size).toBe(2);
  const [unused = '', used = ''] = proofs;
  expect(await sendWith(formId, used)).toBe('proof_failed');
  expect(await sendWith(formId, unused)).toBeUndefined();
  expect((await responsesOf(formId)).map(({ answers }) => answers.name).sort()).toEqual(['Ada', 'Bob']);
});

/** The code of the refusal, if there is one. */
async function sendWith(formId: string, proof: string): Promise<string | undefined> {
  const response = await fetch(`${credentials().baseUrl}/v1/forms/${formId}/submissions`, {
    method: 'POST',
    headers: {
      'x-publishable-key': publishableKey(),
      'x-formline-proof': proof,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ name: 'Bob' }),
  });
  return ((await response.json()) as { code?: string }).code;
}

/** In place of Turnstile: it gives a token whenever it is reset. */
const turnstile = `
  let count = 1;
  window.turnstile = {
    render: (place, { sitekey }) => { place.textContent = 'captcha of ' + sitekey; return 'widget'; },
    getResponse: () => 'token-' + count,
    reset: () => { count++; },
  };`;

test('a captcha stands in the page itself, and each attempt brings another token', async ({ page, site, tag }) => {
  const formId = await newForm({ fields });
  await page.route('https://challenges.cloudflare.com/**', route =>
    route.fulfill({ body: turnstile, contentType: 'text/javascript' }),
  );
  const tokens: (string | undefined)[] = [];
  await page.route('**/v1/forms/*/submissions', route => {
    tokens.push(route.request().headers()['x-captcha-token']);
    const isLast = tokens.length > 1;
    return route.fulfill({ status: isLast ? 201 : 403, json: isLast ? {} : { code: 'captcha_failed' }, headers: cors });
  });
  const guarded = inline(formId, { captcha: { provider: 'turnstile', siteKey: 'site-1' } });
  await page.goto(site.add(tag(formId).replace('</formline-form>', guarded)));
  await expect(page.locator('formline-form > [slot=captcha]')).toHaveText('captcha of site-1');
  await page.getByLabel('Your name').fill('Ada');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('We couldn’t confirm that you’re a person.')).toBeVisible();
  await expect(page.getByLabel('Your name')).toHaveValue('Ada');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Thank you.')).toBeVisible();
  expect(tokens).toEqual(['token-1', 'token-2']);
});

test('a page from a cache or the browser’s history sends a ticket of today', async ({ page }) => {
  const formId = await newForm({
    fields: [{ id: 'name', type: 'text', label: 'Your name' }],
    spamProtection: { ticket: { enabled: true } },
  });
  await page.clock.install({ time: Date.now() + 25 * 3_600_000 });
  await page.goto(hostedPageOf(formId));
  const name = page.getByRole('textbox', { name: 'Your name' });
  await expect(page.locator('formline-form .place[data-ready]')).toBeVisible();
  await name.fill('Ada');
  const [, ofPage] = /"ticket":"([^"]+)"/.exec(await page.content()) ?? [];
  const asked = page.waitForResponse('**/forms/*/public*');
  const sent = page.waitForRequest(request => /submissions$/.test(request.url()));
  await page.getByRole('button', { name: 'Send' }).click();
  await asked;
  await expect
    .poll(async () => {
      await page.clock.runFor(1000);
      return page.getByText('Thank you.').isVisible();
    })
    .toBe(true);
  const ticket = (await sent).headers()['x-formline-ticket'];
  expect(ofPage).toMatch(/^\w+\.\S+$/);
  expect(ticket).toMatch(/^\w+\.\S+$/);
  expect(ticket).not.toBe(ofPage);
});

test('a visitor who sends at once is no robot: the page waits until its ticket is old enough', async ({ page }) => {
  const formId = await newForm({
    fields: [{ id: 'name', type: 'text', label: 'Your name' }],
    spamProtection: { ticket: { enabled: true } },
  });
  // The page's time stands still.
  const now = Date.now();
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 1);
  await page.goto(hostedPageOf(formId));
  await expect(page.locator('formline-form .place[data-ready]')).toBeVisible();
  let sent = 0;
  page.on('request', request => {
    if (/submissions$/.test(request.url())) sent += 1;
  });
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ada');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('button', { name: 'Sending' })).toBeDisabled();
  expect(sent).toBe(0);
  await page.clock.runFor(2500);
  await expect(page.getByText('Thank you.')).toBeVisible();
  expect(sent).toBe(1);
});
