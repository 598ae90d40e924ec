import { appUrl, importStays, openAs, stay, visitStays } from './support/dashboard.ts';
import { picture } from './support/picture.ts';
import { call, newForm } from './support/service.ts';
import { expect, test } from './support/test.ts';

test('every page has its heading, and breaks nothing', async ({ page, errors }) => {
  test.setTimeout(180_000);
  const id = await newForm({ ...stay, status: 'live' });
  await importStays(id, 60);
  await visitStays(id, 40);
  await call('POST', '/webhooks', { url: 'https://hooks.example.com/formline', events: ['response.created'] });
  await call('POST', '/integrations', {
    type: 'slack',
    config: { webhookUrl: 'https://hooks.slack.com/services/T000/B000/XXXX' },
  });
  const { items } = await call<{ items: { id: string }[] }>('GET', `/responses?form_id=${id}&limit=30`);
  const pages = {
    forms: '/forms',
    new: '/forms/new',
    edit: `/forms/${id}/edit`,
    responses: `/forms/${id}/responses`,
    response: `/forms/${id}/responses/${items.at(-1)?.id}`,
    analytics: `/forms/${id}/analytics`,
    share: `/forms/${id}/share`,
    'form-settings': `/forms/${id}/settings`,
    overview: '/analytics',
    keys: '/keys',
    webhooks: '/webhooks',
    integrations: '/integrations',
    members: '/members',
    usage: '/usage',
    'data-subjects': '/data-subjects',
    audit: '/audit',
    settings: '/settings',
    account: '/account',
  };
  await page.setViewportSize({ width: 1200, height: 760 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openAs(page, '/forms');
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(appUrl(path));
    await expect(page.locator('main h1')).not.toBeEmpty();
    await expect(page.locator('main .skeleton')).toHaveCount(0);
    await picture(page, `dashboard-${name}`);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(appUrl(pages.analytics));
  await expect(page.getByRole('slider')).toBeVisible();
  await picture(page, 'dashboard-analytics-dark');
  expect(errors).toEqual([]);
});
