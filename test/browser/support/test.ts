import { test as base } from '@playwright/test';
import { credentials, publishableKey } from './service.ts';
import { type Site, startSite } from './site.ts';

export { expect } from '@playwright/test';

type Fixtures = {
  /** The address of the script. */
  readonly script: string;
  /** The tag of a form, as a page has it; more attributes as they are written. */
  readonly tag: (formId: string, attributes?: string) => string;
  /** Everything that the page has printed as an error. */
  readonly errors: string[];
};

export const test = base.extend<Fixtures, { site: Site }>({
  site: [
    async ({ browserName: _ }, use) => {
      const site = await startSite();
      await use(site);
      await site.close();
    },
    { scope: 'worker' },
  ],
  script: async ({ browserName: _ }, use) => {
    await use(`${credentials().baseUrl}/embed.js`);
  },
  tag: async ({ browserName: _ }, use) => {
    await use(
      (formId, attributes = '') =>
        `<script src="${credentials().baseUrl}/embed.js"></script><formline-form form="${formId}" key="${publishableKey()}" ${attributes}></formline-form>`,
    );
  },
  errors: async ({ page }, use) => {
    const errors: string[] = [];
    page.on('console', message => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', error => errors.push(String(error)));
    await use(errors);
  },
});
