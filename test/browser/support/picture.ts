import { join } from 'node:path';
import type { Page } from '@playwright/test';

const images = join(import.meta.dirname, '../../../docs/images');

/** The pictures of the documents are made by `PICTURES=1 npm run test:browser`. */
export async function picture(page: Page, name: string, fullPage = false): Promise<void> {
  if (!process.env.PICTURES) return;
  await page.waitForLoadState('networkidle');
  const size = page.viewportSize();
  // What is as high as the window, such as the menu, is then as high as the page.
  if (fullPage && size) await page.setViewportSize({ ...size, height: await heightOf(page) });
  await page.screenshot({ path: join(images, `${name}.png`), animations: 'disabled' });
  if (size) await page.setViewportSize(size);
}

const heightOf = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollHeight);
