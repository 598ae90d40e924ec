import { hash, randomBytes } from 'node:crypto';

/**
 * A chain of invocations is told by the tracing header that the SDK sends along and queues keep with the message: its
 * `Lineage` counts, by a hash of each function, how often the chain has come back to it.
 * https://docs.aws.amazon.com/xray/latest/devguide/xray-concepts.html#xray-concepts-tracingheader
 */
const lineageField = /(?:^|;)Lineage=([^;]*)/;

/** Lambda does not begin the next invocation of a function after so many in one chain. */
export const invocationsMax = 16;

const hashes = new Map<string, string>();

function hashOf(functionName: string): string {
  const known = hashes.get(functionName) ?? hash('sha256', functionName).slice(0, 8);
  hashes.set(functionName, known);
  return known;
}

function countsOf(header: string | undefined): Map<string, number> {
  const entries = (lineageField.exec(header ?? '')?.[1] ?? '').split('|').filter(entry => entry !== '');
  return new Map(entries.map(entry => [entry.split(':')[0] ?? '', Number(entry.split(':')[1])]));
}

/** How often the function has been invoked in the chain that brought this header. */
export function invocationsBefore(header: string | undefined, functionName: string): number {
  const last = countsOf(header).get(hashOf(functionName));
  return last === undefined ? 0 : last + 1;
}

/** The header of the next invocation of the function: it continues the chain, or begins one. */
export function nextTraceHeader(header: string | undefined, functionName: string): string {
  const counts = countsOf(header).set(hashOf(functionName), invocationsBefore(header, functionName));
  const root = /(?:^|;)Root=([^;]*)/.exec(header ?? '')?.[1] ?? newRoot();
  const lineage = [...counts].map(([name, count]) => `${name}:${count}`).join('|');
  return `Root=${root};Parent=${randomBytes(8).toString('hex')};Sampled=0;Lineage=${lineage}`;
}

const newRoot = (): string => `1-${Math.floor(Date.now() / 1000).toString(16)}-${randomBytes(12).toString('hex')}`;
