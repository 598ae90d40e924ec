import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shareCloud } from '../cloud/shared-cloud.ts';
import { transformAll } from './esbuild-transform.cjs';

export default async function setUp(): Promise<void> {
  process.env.LATE_LOG = join(mkdtempSync(join(tmpdir(), 'late-')), 'late.log');
  await transformAll();
  await shareCloud();
}
