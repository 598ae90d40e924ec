import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { APIGatewayClient, GetAccountCommand } from '@aws-sdk/client-api-gateway';
import { CloudFormationClient, DescribeStacksCommand, type Stack } from '@aws-sdk/client-cloudformation';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { version } from '../../lib/version.ts';
import { isNewer, releasesBetween } from '../command/changelog.ts';
import { howToSignIn, noRegion } from '../command/explanation.ts';
import { type Finding, fails, messageOf, passes, warns } from './finding.ts';

/** One retry: longer waits for an answer that doesn't come would tell the user nothing more. */
export const clientOptions = { maxAttempts: 2 } as const;

/** The bootstrap version that the synthesized stacks need. Version 6 added the role that uploads assets. */
const bootstrapVersion = 6;

export async function checkRegion(): Promise<Finding> {
  try {
    const region = await new STSClient(clientOptions).config.region();
    return passes(`the region is ${region}`);
  } catch {
    return fails('there is no region', noRegion);
  }
}

export async function checkCredentials(): Promise<Finding> {
  try {
    const { Account, Arn } = await new STSClient(clientOptions).send(new GetCallerIdentityCommand({}));
    return passes(`the credentials are of account ${Account}, ${Arn}`);
  } catch (error) {
    return fails(`AWS does not take the credentials: ${messageOf(error)}`, howToSignIn);
  }
}

const project = join(import.meta.dirname, '../..');

const noStack = /does not exist/;

/** Returns the stack of this name, or undefined if it doesn't exist. */
export async function stackNamed(StackName: string): Promise<Stack | undefined> {
  try {
    const { Stacks = [] } = await new CloudFormationClient(clientOptions).send(
      new DescribeStacksCommand({ StackName }),
    );
    return Stacks[0];
  } catch (error) {
    if (noStack.test(messageOf(error))) return undefined;
    throw error;
  }
}

export async function checkBootstrap(): Promise<Finding> {
  const stack = await stackNamed('CDKToolkit');
  const advice = 'Run npx cdk bootstrap, once for each account and region.';
  if (!stack) return fails('the account is not bootstrapped for CDK in this region', advice);
  const version = Number(stack.Outputs?.find(({ OutputKey }) => OutputKey === 'BootstrapVersion')?.OutputValue ?? 0);
  return version >= bootstrapVersion
    ? passes(`CDK is bootstrapped, version ${version}`)
    : fails(`CDK is bootstrapped with version ${version}, and ${bootstrapVersion} is needed`, advice);
}

/** Checks for stacks that failed when they were first created. They can only be deleted. */
export async function checkStacks(stage: string): Promise<Finding> {
  const names = ['Data', 'Api', 'Delivery', 'Monitoring', 'Web'].map(part => `Formline-${stage}-${part}`);
  const stacks = await Promise.all(names.map(stackNamed));
  const found = stacks.filter(stack => stack !== undefined);
  const stuck = found.filter(({ StackStatus = '' }) => /^(ROLLBACK_(COMPLETE|FAILED)|.*_FAILED)$/.test(StackStatus));
  if (stuck.length === 0)
    return passes(found.length === 0 ? `stage ${stage} is not deployed yet` : `stage ${stage} is deployed`);
  const list = stuck.map(({ StackName, StackStatus }) => `${StackName} is ${StackStatus}`).join(', ');
  return fails(
    list,
    'Its events in CloudFormation say why. One that is ROLLBACK_COMPLETE holds nothing, and is to be deleted before the next deployment: aws cloudformation delete-stack --stack-name …',
  );
}

/** The release of stages that don't say which one they run. */
const beforeVersions = '0.1.0';

/** Checks the releases between the stage's and this one for steps that the operator must do by hand. */
export async function checkVersion(stage: string): Promise<Finding> {
  const stack = await stackNamed(`Formline-${stage}-Api`);
  if (!stack) return passes(`${version} is what will be deployed`);
  const deployed = stack.Outputs?.find(({ OutputKey }) => OutputKey === 'Version')?.OutputValue;
  const [from = beforeVersions] = deployed?.split('+') ?? [];
  const name = deployed ?? 'a version before 0.2.0';
  if (isNewer(from, version)) {
    return warns(
      `stage ${stage} runs ${name}, which is newer than ${version}`,
      'docs/operating.md says how to go back.',
    );
  }
  const between = releasesBetween(readFileSync(join(project, 'CHANGELOG.md'), 'utf8'), from, version);
  const steps = between.filter(({ upgrading }) => upgrading !== '');
  if (steps.length === 0)
    return passes(`stage ${stage} runs ${name}; nothing is done by hand on the way to ${version}`);
  return warns(
    `stage ${stage} runs ${name}. On the way to ${version}, do by hand:`,
    steps.map(release => `${release.version}\n${release.upgrading}`).join('\n'),
  );
}

/** Checks for the API Gateway log role. Without it, a stage that logs its requests can't be deployed. */
export async function checkLogRole(environment: NodeJS.ProcessEnv): Promise<Finding> {
  const { cloudwatchRoleArn } = await new APIGatewayClient(clientOptions).send(new GetAccountCommand({}));
  if (cloudwatchRoleArn) return passes('API Gateway has a role to write logs in');
  if (environment.API_GATEWAY_ACCOUNT_ROLE === 'true')
    return passes('the deployment sets the role of API Gateway’s logs');
  return fails(
    'API Gateway has no role to write logs in, and the deployment would fail for it',
    'Set API_GATEWAY_ACCOUNT_ROLE=true for the first stage in this account and region.',
  );
}

/** Turns an error of a check into a finding. Most errors mean that a permission is missing. */
export async function orUnknown(what: string, check: () => Promise<Finding>): Promise<Finding> {
  try {
    return await check();
  } catch (error) {
    return warns(
      `${what} could not be looked at: ${messageOf(error)}`,
      'Give the credentials the right to, or look at it by hand.',
    );
  }
}
