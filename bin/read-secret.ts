import { createInterface } from 'node:readline/promises';
import { fail } from './stack-output.ts';

/** The first line of the standard input, so that no shell remembers it. Ends the command when it can be no secret. */
export async function readSecret(): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  if (process.stdin.isTTY) console.error('Paste the secret and press Enter:');
  for await (const line of lines) {
    lines.close();
    const text = line.trim();
    return text.length >= 8 && text.length <= 512 ? text : fail('A secret has 8 to 512 characters.');
  }
  return fail('There is no secret on the standard input.');
}
