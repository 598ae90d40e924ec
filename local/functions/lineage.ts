import { hash, randomBytes } from 'node:crypto';

/**
 * The `Lineage` field of the tracing header, which the SDK passes on and queues keep with the message. It counts, by a
 * hash of each function, how often the chain of invocations has come back to it.
 * https://docs.aws.amazon.com/xray/latest/devguide/xray-concepts.html#xray-concepts-tracingheader
 */
const lineageField = /(?:^|;)Lineage=([^;]*)/;

/** The maximum of invocations of a function in one chain. Lambda stops the next one. */
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

/** Returns how often the chain of this header has invoked the function. */
export function invocationsBefore(header: string | undefined, functionName: string): number {
  const last = countsOf(header).get(hashOf(functionName));
  return last === undefined ? 0 : last + 1;
}

/** Returns the header of the function's next invocation, which continues or starts a chain. */
export function nextTraceHeader(header: string | undefined, functionName: string): string {
  const counts = countsOf(header).set(hashOf(functionName), invocationsBefore(header, functionName));
  const root = /(?:^|;)Root=([^;]*)/.exec(header ?? '')?.[1] ?? newRoot();
  const lineage = [...counts].map(([name, count]) => `${name}:${count}`).join('|');
  return `Root=${root};Parent=${randomBytes(8).toString('hex')};Sampled=0;Lineage=${lineage}`;
}

const newRoot = (): string => `1-${Math.floor(Date.now() / 1000).toString(16)}-${randomBytes(12).toString('hex')}`;
