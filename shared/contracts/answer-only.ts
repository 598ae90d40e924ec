import type { Contract } from './contract.ts';

/** A client that sends these wants something; it is told that it does not get it. */
const meant = ['status', 'role'];

/** The properties of a record that its answer has, and that nobody sends to create one. */
export function answerOnlyOf({ body, response }: Contract): string[] {
  const sent = [...Object.keys(body?.properties ?? {}), ...meant];
  return Object.keys(response?.properties ?? {}).filter(name => !sent.includes(name));
}
