import { MethodLoggingLevel } from 'aws-cdk-lib/aws-apigateway';
import type { Contract, Contracts } from '../../shared/contracts/contract.ts';
import type { Config } from '../config.ts';

/** Whether it can be called without a secret: with no credential, or with the publishable key from a page. */
export function isPublic({ auth, credentialOptional = false }: Contract): boolean {
  return auth.length === 0 || auth.includes('publishableKey') || credentialOptional;
}

/** Returns a share of the gateway's rate, and the options that every method has. */
export function methodOptions({ throttle }: Config, share = 1) {
  return {
    loggingLevel: MethodLoggingLevel.ERROR,
    throttlingRateLimit: Math.max(1, Math.floor(throttle.requestsPerSecond * share)),
    throttlingBurstLimit: Math.max(1, Math.floor(throttle.burst * share)),
  };
}

/** Returns the methods with a lower rate than the others, by path and method as in a stage's settings. */
export function methodsWithShare(contracts: Contracts, config: Config): Record<string, object> {
  return Object.fromEntries(
    Object.values(contracts).flatMap(({ path, method, transport, rateShare }) => {
      if (rateShare === undefined) return [];
      return [method, ...(transport?.head ? ['HEAD'] : [])].map(each => [
        `${path}/${each}`,
        methodOptions(config, rateShare),
      ]);
    }),
  );
}
