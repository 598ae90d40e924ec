import { existsSync } from 'node:fs';

export const chromiumPath = process.env.CHROMIUM || '/usr/bin/chromium';
export const firefoxPath = process.env.FIREFOX || '/usr/bin/firefox-esr';
export const hasFirefox = existsSync(firefoxPath);
