import { existsSync } from 'node:fs';

export const firefoxPath = process.env.FIREFOX || '/usr/bin/firefox-esr';
export const hasFirefox = existsSync(firefoxPath);
