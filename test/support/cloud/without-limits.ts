import { limitSettings } from '../../../shared/contracts/contract.ts';

/**
 * The deployments under test have no limits, which hold an address to as little as a person can do: a file that is about
 * limits sets its own.
 */
for (const name of limitSettings) process.env[name] ??= '0';
