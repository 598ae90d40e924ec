import { Resolver } from 'node:dns/promises';
import { isLocalhost } from '../domain/receivers/receiver-url.ts';

/**
 * Resolves a name to at least one address. Rejects if it has none or can't be resolved, or when the signal is aborted.
 */
export type Lookup = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

/** The options of the resolver. Two tries must fit into the deadline of one request. */
const resolverOptions = { timeout: 1500, tries: 2 };

/**
 * Returns a lookup that asks these DNS servers, or else the machine's. `dns.lookup` would block one of the process's
 * four threads while a customer's name server is silent, and so stop everyone's deliveries. It also can't be cancelled.
 */
export function dnsLookup(servers?: readonly string[]): Lookup {
  return async (name, signal) => {
    if (isLocalhost(name)) return ['127.0.0.1', '::1'];
    signal.throwIfAborted();
    const resolver = new Resolver(resolverOptions);
    if (servers) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await addressesOf(name, resolver);
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}

async function addressesOf(name: string, resolver: Resolver): Promise<string[]> {
  const lookups = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = lookups.flatMap(lookup => (lookup.status === 'fulfilled' ? lookup.value : []));
  const failed = lookups.find(lookup => lookup.status === 'rejected');
  if (addresses.length === 0) throw failed?.reason ?? new Error(`${name} has no address`);
  return addresses;
}
