import { limitSettings } from '../../../shared/contracts/contract.ts';

/**
 * The deployments under test have no limits, which hold an address to as little as a person can do, and hash passwords at the
 * least cost: a file that is about either sets its own.
 */
for (const name of limitSettings) process.env[name] ??= '0';
process.env.PASSWORD_COST ??= '10';

/** A test that is not about failures must not see one because the machine is busy. */
process.env.REQUEST_PATIENCE_MS ??= '15000';
