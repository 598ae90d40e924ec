import { existsSync } from 'node:fs';
import { chromiumPath, firefoxPath, hasFirefox } from './browser-paths.ts';

/** Throws where there is no browser. Without CI, tests of Firefox alone are skipped. */
export default function needBrowsers(): void {
  if (!existsSync(chromiumPath))
    throw new Error(`There is no browser at ${chromiumPath}: install Debian's package chromium, or set CHROMIUM.`);
  if (hasFirefox) return;
  const advice = `There is no Firefox at ${firefoxPath}: install Debian's package firefox-esr, or set FIREFOX.`;
  if (process.env.CI) throw new Error(advice);
  console.warn(`${advice} Its tests are skipped.`);
}
