import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { firefoxPath } from './browser-paths.ts';
import { test as base } from './test.ts';

export { expect } from './test.ts';

/** Settings of Firefox, as in `about:config`. */
type Prefs = Readonly<Record<string, boolean | number>>;

/** Other work may hold the machine up. */
const patienceMs = 60_000;

/** Starts the Firefox of the system. Playwright drives only its own; Puppeteer drives any, by WebDriver BiDi. */
const launch = (extraPrefsFirefox: Prefs = {}): Promise<Browser> =>
  puppeteer.launch({
    browser: 'firefox',
    executablePath: firefoxPath,
    extraPrefsFirefox,
    timeout: 2 * patienceMs,
    protocolTimeout: 2 * patienceMs,
  });

async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(patienceMs);
  await page.setViewport({ width: 1000, height: 800 });
  return page;
}

type Fixtures = {
  /** A window of Firefox without history and storage. */
  readonly visitor: Page;
  /** Another such window, in the same Firefox. */
  readonly another: () => Promise<Page>;
  /** Such a window in a Firefox with other settings. */
  readonly visitorWith: (prefs: Prefs) => Promise<Page>;
};

export const test = base.extend<Fixtures, { firefox: Browser }>({
  firefox: [
    async ({ browserName: _ }, use) => {
      const browser = await launch();
      await use(browser);
      await browser.close();
    },
    { scope: 'worker', timeout: 3 * patienceMs },
  ],
  another: async ({ firefox }, use) => {
    const pages: Page[] = [];
    await use(async () => {
      const page = await newPage(firefox);
      pages.push(page);
      return page;
    });
    for (const page of pages) await page.browserContext().close();
  },
  visitor: async ({ another }, use) => use(await another()),
  visitorWith: async ({ browserName: _ }, use) => {
    const browsers: Browser[] = [];
    await use(async prefs => {
      const browser = await launch(prefs);
      browsers.push(browser);
      return newPage(browser);
    });
    for (const browser of browsers) await browser.close();
  },
});
