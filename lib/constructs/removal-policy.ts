import { RemovalPolicy } from 'aws-cdk-lib';
import type { Config } from '../config.ts';

/** What happens to a resource that holds something when its stack is deleted. */
export function removalPolicy(config: Config): RemovalPolicy {
  return config.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
}
