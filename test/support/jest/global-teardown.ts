import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { closeSharedCloud } from '../cloud/shared-cloud.ts';

export default async function tearDown(): Promise<void> {
  await closeSharedCloud();
  rmSync(dirname(process.env.LATE_LOG ?? ''), { recursive: true, force: true });
}
