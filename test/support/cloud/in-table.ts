import type { ReachableCloud } from './shared-cloud.ts';

/** Runs stores of a cloud's table in this process. */
export async function inTable<T>(
  { assembly, environment }: Pick<ReachableCloud, 'assembly' | 'environment'>,
  work: () => Promise<T>,
): Promise<T> {
  const before = { ...process.env };
  Object.assign(process.env, environment, { TABLE_NAME: assembly.tables[0]?.name, KMS_KEY_ID: assembly.keys[0] });
  try {
    return await work();
  } finally {
    process.env = before;
  }
}
