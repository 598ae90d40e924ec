import type { LookupFunction } from 'node:net';
import { isIP, isIPv6 } from 'node:net';
import { isLoopbackAddress } from '../domain/receivers/public-address.ts';
import { faultOfUrl, hostOf, isAllowedAddress, type ReceiverPolicy } from '../domain/receivers/receiver-url.ts';
import { ReceiverFault } from './receiver-fault.ts';
import type { Lookup } from './resolve-name.ts';

/**
 * Returns the fault of a receiver’s URL at registration, or undefined. Accepts a name that does not resolve within two
 * seconds, because its deliveries will show it. Never reveals resolved addresses, which may be in a private network.
 */
export async function faultOfReceiver(
  url: string,
  policy: ReceiverPolicy,
  lookup: Lookup,
): Promise<string | undefined> {
  const fault = faultOfUrl(url, policy);
  if (fault !== undefined) return fault;
  const host = hostOf(new URL(url));
  if (isIP(host) !== 0) return undefined;
  const addresses = await lookup(host, AbortSignal.timeout(registrationLookupMs)).catch(() => []);
  const isAllowed = addresses.every(address => isAllowedAddress(address, policy));
  return isAllowed ? undefined : `has host ${host}, which resolves to an address that is not public`;
}

const registrationLookupMs = 2000;

/**
 * Returns the `lookup` of a socket, which resolves the name and returns its addresses unless one is not allowed. So the
 * connection goes to checked addresses, whatever the name resolves to later.
 */
export function guardedLookup(url: URL, policy: ReceiverPolicy, lookup: Lookup, signal: AbortSignal): LookupFunction {
  const isAllowed = (address: string) =>
    isAllowedAddress(address, policy) && (url.protocol === 'https:' || isLoopbackAddress(address));
  const resolveAllowed = async (name: string) => {
    const addresses = await lookup(name, signal).catch(cause => {
      throw new ReceiverFault('name_not_resolved', { cause });
    });
    const [first] = addresses;
    if (first === undefined) throw new ReceiverFault('name_not_resolved');
    if (!addresses.every(isAllowed)) throw new ReceiverFault('address_refused');
    return { first: lookupAddressOf(first), all: addresses.map(lookupAddressOf) };
  };
  return (name, options, callback) => {
    resolveAllowed(name).then(
      ({ first, all }) => (options.all ? callback(null, all) : callback(null, first.address, first.family)),
      error => callback(error, ''),
    );
  };
}

const lookupAddressOf = (address: string) => ({ address, family: isIPv6(address) ? 6 : 4 });
