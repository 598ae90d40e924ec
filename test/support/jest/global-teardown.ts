import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { closeSharedCloud } from '../cloud/shared-cloud.ts';

export default async function tearDown(): Promise<void> {
  await closeSharedCloud();
  const log = process.env.LATE_LOG ?? '';
  if (existsSync(log)) console.error(`\nWhat took longer than it is to:\n${readFileSync(log, 'utf8')}`);
  rmSync(dirname(log), { recursive: true, force: true });
}
