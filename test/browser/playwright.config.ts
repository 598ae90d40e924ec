import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { filesInMemory } from '../support/cloud/files-in-memory.ts';
import { chromiumPath } from './support/browser-paths.ts';
import { chromiumArgs } from './support/chromium-args.ts';

const project = join(import.meta.dirname, '../..');

/** Of the local cloud, for the workers too: they read this file again. */
process.env.BROWSER_TEST_DATA ??= mkdtempSync(join(filesInMemory(), 'formline-browser-'));

/** Where people sign in by single sign-on: a provider of OpenID Connect on this machine. */
process.env.OIDC_PORT ??= String(20_000 + (process.pid % 10_000));
const provider = {
  ...{ id: 'real', name: 'Acme', issuer: `http://127.0.0.1:${process.env.OIDC_PORT}`, clientId: 'formline' },
  ...{ domains: ['real.example'], organizations: 'any' },
};

export default defineConfig({
  testDir: import.meta.dirname,
  outputDir: join(project, 'node_modules/.cache/browser-tests'),
  globalSetup: './support/need-browsers.ts',
  globalTeardown: './support/remove-data.ts',
  workers: 2,
  fullyParallel: true,
  // Other work may hold the machine up.
  timeout: 180_000,
  expect: { timeout: 45_000 },
  reporter: [[process.env.CI ? 'line' : 'list'], ['./support/causes.ts']],
  use: {
    launchOptions: { executablePath: chromiumPath, args: chromiumArgs },
    viewport: { width: 1000, height: 800 },
    locale: 'en-GB',
    trace: 'off',
  },
  webServer: [
    {
      command: `node test/browser/support/oidc-provider.js ${process.env.OIDC_PORT}`,
      cwd: project,
      wait: { stdout: /Ready/ },
    },
    {
      command: 'npm start',
      cwd: project,
      env: {
        PORT: '0',
        LOCAL_DATA: process.env.BROWSER_TEST_DATA,
        LIMIT_SUBMISSIONS: '0',
        LIMIT_EVENTS: '0',
        LIMIT_UPLOADS: '0',
        LIMIT_PAGES: '0',
        // It is about pages, and not about how long a password takes.
        PASSWORD_COST: '10',
        // No request fails because the machine is busy.
        REQUEST_PATIENCE_MS: '15000',
        // What fails is dead before long: a test of what can be done then does not wait for eight days.
        WEBHOOK_RETRY_DELAYS_SECONDS: '1',
        OIDC_PROVIDERS: JSON.stringify([provider]),
      },
      wait: { stdout: /Ready at/ },
      timeout: 180_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
    },
  ],
});
