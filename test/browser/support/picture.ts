import { join } from 'node:path';
import type { Page } from '@playwright/test';

const images = join(import.meta.dirname, '../../../docs/images');

/** The pictures of the documents are made by `PICTURES=1 npm run test:browser`. */
export async function picture(page: Page, name: string, fullPage = false): Promise<void> {
  if (!process.env.PICTURES) return;
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(images, `${name}.png`), fullPage, animations: 'disabled' });
}
