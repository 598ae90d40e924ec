import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { violations } from './support/axe.ts';
import { appUrl, hasLoaded, importStays, openAs, stay, visitStays } from './support/dashboard.ts';
import { hostile, hostileFields } from './support/hostile.ts';
import { picture } from './support/picture.ts';
import { pageOf, pictureOf, routes } from './support/routes.ts';
import { call, newForm } from './support/service.ts';
import { expect, test } from './support/test.ts';

type ShownPages = Readonly<Record<string, string>>;

/** What pages of what is in an environment show: a webhook with its deliveries, an integration, and an invitation. */
async function connect(receiver: string): Promise<ShownPages> {
  const webhook = await call<{ id: string }>('POST', '/webhooks', { url: receiver, events: ['response.created'] });
  const integration = await call<{ id: string }>('POST', '/integrations', {
    type: 'slack',
    config: { webhookUrl: 'https://hooks.slack.com/services/T000/B000/XXXX' },
  });
  const { items } = await call<{ items: { id: string }[] }>('GET', '/organizations');
  const email = `invited-${webhook.id.toLowerCase()}@example.com`;
  const invited = await call<{ url: string }>('POST', `/organizations/${items[0]?.id}/invitations`, {
    email,
    role: 'editor',
  });
  return {
    '/webhooks/:id': `/webhooks/${webhook.id}`,
    '/integrations/:id': `/integrations/${integration.id}`,
    '/invitations/:token': new URL(invited.url).pathname.replace(/^.*\/app/, ''),
    '/password-resets/:token': '/password-resets/rst_none',
    '/address-confirmations/:token': '/address-confirmations/adr_none',
  };
}

/** Those whose pictures do not end with the window. */
const wholePages = ['/account', '/analytics', '/settings'];

/** Each page in turn, once it is there: those for everybody, and then as the owner. */
async function eachPage(page: Page, shown: ShownPages, look: (route: string) => Promise<void>): Promise<void> {
  const visit = async (route: string) => {
    await page.goto(appUrl(pageOf(route, shown)));
    await expect(page.locator('main h1')).not.toBeEmpty();
    await hasLoaded(page);
    await look(route);
  };
  for (const route of routes.open) await visit(route);
  await openAs(page, '/forms');
  for (const route of routes.signedIn) await visit(route);
}

// One after the other: what is hostile is in no picture.
test.describe.configure({ mode: 'serial' });

test('every page keeps WCAG 2.2 AA on a desk, in light', async ({ page, errors }) => {
  test.setTimeout(180_000);
  const receiver = createServer((_, response) => response.end('Thank you.'));
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve));
  try {
    const shown = await connect(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/formline`);
    const id = await newForm({ ...stay, status: 'live' });
    await importStays(id, 60);
    await visitStays(id, 40);
    const { items } = await call<{ items: { id: string }[] }>('GET', `/responses?form_id=${id}&limit=30`);
    await page.setViewportSize({ width: 1200, height: 760 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const response = `/forms/${id}/responses/${items.at(-1)?.id}`;
    await eachPage(
      page,
      { ...shown, '/forms/:id': `/forms/${id}`, '/forms/:id/responses/:responseId': response },
      async route => {
        expect.soft(await violations(page, { isOurs: true }), route).toEqual([]);
        await picture(page, pictureOf(route), wholePages.includes(route));
      },
    );
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(appUrl(`/forms/${id}/analytics`));
    await expect(page.getByRole('slider')).toBeVisible();
    await picture(page, 'dashboard-forms-analytics-dark');
    expect(errors.filter(error => !error.includes('401'))).toEqual([]);
  } finally {
    receiver.close();
  }
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE', colorScheme: 'dark', viewport: { width: 360, height: 740 } });

  test('every page keeps WCAG 2.2 AA on a phone, in dark, and shows what is hostile as text', async ({ page }) => {
    test.setTimeout(180_000);
    const shown = await connect('https://hooks.example.com/formline');
    const id = await newForm({ title: hostile.markup, fields: hostileFields });
    const response = await call<{ id: string }>('POST', `/v1/forms/${id}/submissions`, hostile);
    const ofForm = {
      '/forms/:id': `/forms/${id}`,
      '/forms/:id/responses/:responseId': `/forms/${id}/responses/${response.id}`,
    };
    await eachPage(page, { ...shown, ...ofForm }, async route => {
      expect.soft(await violations(page, { isOurs: true }), route).toEqual([]);
      expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), route).toBeLessThanOrEqual(360);
      await expect(page.locator('html'), route).toHaveAttribute('lang', 'de');
      await expect(page.locator('img[src="x"]'), route).toHaveCount(0);
      await expect(page, route).not.toHaveTitle('broken');
    });
  });
});

test('the documents have a picture of each page', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/dashboard.md'), 'utf8');
  const missing = [...routes.open, ...routes.signedIn].filter(
    route => !text.includes(`images/${pictureOf(route)}.png`),
  );
  expect(missing).toEqual([]);
});
