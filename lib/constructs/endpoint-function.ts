import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { type Contract, grantOf, type LimitSetting } from '../../shared/contracts/contract.ts';
import type { Setting } from '../../shared/env.ts';
import type { Config } from '../config.ts';
import type { Data } from '../data-stack.ts';
import { acknowledgeFileAccess, acknowledgeImageAccess } from './file-access.ts';
import { grantedBy } from './grants.ts';
import { type Deployment, type LambdaWithRole, lambdaFunction } from './lambda-function.ts';

export type EndpointFunctionProps = Deployment & {
  readonly contract: Contract;
  readonly data: Data;
  readonly reservedConcurrency?: number;
  /** Whether an HTTP API calls it, too. */
  readonly byHttpApi?: boolean;
};

const anyFile = 'Which file a request is about, the function says; each has a key of its own.';

/**
 * Creates the Lambda function of one operation. Its role allows what the contract's grants give, and nothing else.
 *
 * @param id the operation's name in Pascal case
 */
export function endpointFunction(scope: Construct, id: string, props: EndpointFunctionProps): LambdaWithRole {
  const { contract, data, config, bundlesDirectory } = props;
  const granted = grantedBy({ contract, config, data });
  const endpoint = lambdaFunction(scope, id, {
    config,
    bundlesDirectory,
    description: `${contract.method} ${contract.path}: ${contract.summary}`,
    // Below the gateway's 29 s for a buffered answer; Lambda's maximum for a long streamed one.
    timeout: contract.transport?.streamed === true ? Duration.minutes(15) : Duration.seconds(20),
    // CPU grows with memory. Less makes cold starts noticeably slower; more hardly makes them faster.
    memorySizeMb: 1024,
    traced: props.byHttpApi ? 'if its caller is' : true,
    reservedConcurrency: props.reservedConcurrency,
    settings: {
      ...Object.assign({}, ...granted.map(({ settings }) => settings)),
      ...limitsOf(contract, config),
      ...passwordSettings(contract, config),
      ...patienceOf(config),
    },
    statements: granted.flatMap(({ statements = [] }) => statements),
  });
  const files = grantOf(contract, 'files');
  if (files) acknowledgeFileAccess(endpoint.role, data.uploads.bucketArn, files, anyFile);
  const images = grantOf(contract, 'images');
  if (images) acknowledgeImageAccess(endpoint.role, data.uploads.bucketArn, images, anyFile);
  return endpoint;
}

const patienceOf = ({ requestPatienceMs }: Config): Partial<Record<Setting, string>> =>
  requestPatienceMs ? { REQUEST_PATIENCE_MS: String(requestPatienceMs) } : {};

/**
 * Returns the limits that apply: those of a key or session for every operation that takes one, and those of a page
 * where the contract says so.
 */
function limitsOf({ auth, limits }: Contract, config: Config): Partial<Record<LimitSetting, string>> {
  const names: LimitSetting[] = [
    ...(auth.includes('secretKey') || auth.includes('session') ? (['LIMIT_REQUESTS'] as const) : []),
    ...Object.values(limits ?? {}),
  ];
  return Object.fromEntries(names.map(name => [name, String(config.limits[name])]));
}

/** Returns the setting for hashing, if the body has a password. */
const passwordSettings = ({ body }: Contract, { passwordCost }: Config): Partial<Record<Setting, string>> =>
  body?.properties?.password || body?.properties?.currentPassword ? { PASSWORD_COST: String(passwordCost) } : {};
