import { rmSync } from 'node:fs';

/** What the local cloud has stored goes with it. */
export default function removeData(): void {
  if (process.env.BROWSER_TEST_DATA) rmSync(process.env.BROWSER_TEST_DATA, { recursive: true, force: true });
}
