import { type Contract, includesRole, type Role } from '../../shared/contracts/contract.ts';
import { api } from '../../shared/contracts/index.ts';
import { clickEverything, holdBack, type SentRequest } from './support/click-everything.ts';
import { appUrl, hasLoaded, openAs, stay } from './support/dashboard.ts';
import { pageOf, routes } from './support/routes.ts';
import { call, credentials, newForm } from './support/service.ts';
import { expect, test } from './support/test.ts';

const contracts: readonly Contract[] = Object.values(api);

const operationOf = ({ method, path }: SentRequest): Contract | undefined =>
  contracts.find(one => one.method === method && new RegExp(`^${one.path.replace(/\{[^}]*\}/g, '[^/]+')}$`).test(path));

/** Whether the service would say 403, by the contract alone. */
function isRefused(asked: SentRequest, role: Role, userId: string): boolean {
  const contract = operationOf(asked);
  if (!contract) throw new Error(`There is no ${asked.method} ${asked.path}`);
  const { auth, scope, role: least = 'viewer', roleOverOthers = least, roleOf = {} } = contract;
  if (auth.length === 0 || scope === 'user') return false;
  const needed = [asked.path.includes(userId) ? least : roleOverOthers];
  for (const [property, more] of Object.entries(roleOf)) if (property in asked.body) needed.push(more);
  return needed.some(one => !includesRole(role, one));
}

const password = 'correct horse battery';

/** What every button of every page asks for, of somebody in a role. */
for (const role of ['viewer', 'editor', 'admin'] as const) {
  test(`no button asks for what is refused to a role: ${role}`, async ({ page }) => {
    test.setTimeout(600_000);
    const id = await newForm(stay);
    const response = await call<{ id: string }>('POST', `/v1/forms/${id}/submissions`, {
      name: 'Ada',
      email: 'ada@example.com',
      stars: 5,
    });
    const webhook = await call<{ id: string }>('POST', '/webhooks', {
      url: 'https://hooks.example.com/roles',
      events: ['response.created'],
    });
    const integration = await call<{ id: string }>('POST', '/integrations', {
      type: 'slack',
      config: { webhookUrl: 'https://hooks.slack.com/services/T000/B000/XXXX' },
    });
    const email = `${role}-${id.toLowerCase()}@example.com`;
    const user = await call<{ id: string }>('POST', '/users', { email, password, role });
    await openAs(page, '/forms', { email, password });
    // What a page reads for a role, it may read.
    const refused: string[] = [];
    page.on('response', reply => {
      if (reply.status() === 403) refused.push(reply.url());
    });
    const asked = await holdBack(page, credentials().baseUrl);
    const shown = {
      '/forms/:id': `/forms/${id}`,
      '/forms/:id/responses/:responseId': `/forms/${id}/responses/${response.id}`,
      '/webhooks/:id': `/webhooks/${webhook.id}`,
      '/integrations/:id': `/integrations/${integration.id}`,
    };
    for (const route of routes.signedIn) {
      await page.goto(appUrl(pageOf(route, shown)));
      await expect(page.locator('main h1, main h2').first()).not.toBeEmpty();
      await hasLoaded(page);
      await clickEverything(page);
    }
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter(one => isRefused(one, role, user.id)).map(({ method, path }) => `${method} ${path}`)).toEqual(
      [],
    );
    expect(refused).toEqual([]);
  });
}
