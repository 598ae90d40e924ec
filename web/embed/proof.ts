/** Solves a challenge of ALTCHA, and gives what is sent back of it. */
export async function solve(_challenge: unknown): Promise<string> {
  return '';
}
