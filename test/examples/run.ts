import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Formline } from '../../client/src/index.ts';
import { startOwnCloud } from '../support/cloud/own-cloud.ts';
import { n8n } from './n8n.ts';
import { packages } from './packages.ts';
import { browser, pages } from './pages.ts';
import { receivers } from './receivers.ts';
import { packed, type Target } from './target.ts';

/**
 * `npm run test:examples`: packs the packages as they would be published, installs and uses them in a scratch project, and
 * builds and uses each example. Names of examples run those alone: `npm run test:examples -- next vue`.
 */
const examples = { packages, ...pages, ...receivers, n8n };

const wanted = process.argv.slice(2);
const unknown = wanted.filter(name => !Object.hasOwn(examples, name));
if (unknown.length > 0)
  throw new Error(`There is no example ${unknown.join(', ')}: ${Object.keys(examples).join(', ')}`);

const folder = mkdtempSync(join(tmpdir(), 'examples-'));
const { baseUrl: address, credentials, close } = await startOwnCloud();
try {
  const { secretKey, publishableKey } = credentials.environments.production;
  const baseUrl = address.replace(/\/$/, '');
  const formline = new Formline({ baseUrl, secretKey });
  const fields = [
    { id: 'name', type: 'text' as const, label: 'Your name', required: true },
    { id: 'email', type: 'email' as const, label: 'Email address' },
  ];
  const form = await formline.call('createForm', { body: { title: 'Contact', status: 'live', fields } });
  const target: Target = { folder, baseUrl, secretKey, publishableKey, formId: form.id, formline, ...packed(folder) };
  for (const [name, tryExample] of Object.entries(examples)) {
    if (wanted.length === 0 || wanted.includes(name)) console.log(`${name}: ${await tryExample(target)}`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await browser.close();
  await close();
  rmSync(folder, { recursive: true, force: true });
}
