import { Resolver } from 'node:dns/promises';
import { isLocalhost } from '../domain/receivers/receiver-url.ts';

/** The addresses of a name, one at least; rejects when it has none or cannot be resolved. Gives up when the signal is aborted. */
export type Lookup = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

/** Two tries have to fit into the deadline of one request. */
const resolverOptions = { timeout: 1500, tries: 2 };

/**
 * Asks DNS for a name, as `servers` answer it or else those of the machine. `dns.lookup` would hold one of the process's four
 * threads for as long as a customer's name server keeps silent, and so stop everybody's deliveries; it could not be
 * cancelled either.
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
