import { MethodLoggingLevel } from 'aws-cdk-lib/aws-apigateway';
import type { Contract, Contracts } from '../../shared/contracts/contract.ts';
import type { Config } from '../config.ts';

/** Whether somebody without a secret may call it: with nothing, or with the publishable key that stands in a page. */
export function isPublic({ auth, credentialOptional = false }: Contract): boolean {
  return auth.length === 0 || auth.includes('publishableKey') || credentialOptional;
}

/** A part of the gateway's rate, and what else is the same for every method. */
export function methodOptions({ throttle }: Config, share = 1) {
  return {
    loggingLevel: MethodLoggingLevel.ERROR,
    throttlingRateLimit: Math.max(1, Math.floor(throttle.requestsPerSecond * share)),
    throttlingBurstLimit: Math.max(1, Math.floor(throttle.burst * share)),
  };
}

/** The methods that take less than all others do, by path and method as a stage's settings name them. */
export function methodsWithShare(contracts: Contracts, config: Config): Record<string, object> {
  return Object.fromEntries(
    Object.values(contracts).flatMap(({ path, method, head, rateShare }) => {
      if (rateShare === undefined) return [];
      return [method, ...(head ? ['HEAD'] : [])].map(each => [`${path}/${each}`, methodOptions(config, rateShare)]);
    }),
  );
}
