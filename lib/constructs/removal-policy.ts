import { RemovalPolicy } from 'aws-cdk-lib';
import type { Config } from '../config.ts';

/** Returns what happens to a resource with data when its stack is deleted. */
export function removalPolicy(config: Config): RemovalPolicy {
  return config.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
}
