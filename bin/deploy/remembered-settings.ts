import { CloudFormationClient, DescribeStacksCommand, type Stack } from '@aws-sdk/client-cloudformation';
import { AssumeRoleCommand, GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { settingNames, settingOutput } from '../../lib/setting-list.ts';
import type { RememberedSettings } from './setting-changes.ts';

const noStack = /does not exist/;
const notAllowed = /^AccessDenied|NotAuthorized|UnauthorizedOperation/;

/** Returns the settings that a stage was deployed with, or none if the stage doesn't exist. */
export async function rememberedSettings(stage: string): Promise<RememberedSettings> {
  const client = await clientThatReads();
  const stackOf = (part: string) => stackNamed(client, `Formline-${stage}-${part}`);
  const data = await stackOf('Data');
  if (!data) return {};
  const remembered = settingNames.flatMap(name => {
    const value = outputOf(data, settingOutput(name));
    return name === 'STAGE' || value === undefined ? [] : [[name, value] as const];
  });
  if (outputOf(data, settingOutput('STAGE')) !== undefined) return Object.fromEntries(remembered);
  return settingsOfBefore(stage, data, await stackOf('Api'), await stackOf('Web'));
}

/**
 * Returns the settings of a stage deployed before version 0.2.0, as far as its stacks show those that nobody should
 * remove by mistake.
 */
function settingsOfBefore(stage: string, data: Stack, api?: Stack, web?: Stack): RememberedSettings {
  const table = outputOf(data, 'TableName');
  const isAdopted = table !== undefined && !table.startsWith(`Formline-${stage}-Data-Table`);
  return {
    ...(isAdopted && { TABLE_NAME: table, TABLE_STREAM_ARN: undefined }),
    ...(api && outputOf(api, 'ApiDomainTarget') && { API_DOMAIN: hostOf(outputOf(api, 'ApiAddress')) }),
    ...(web && { WEB_DOMAIN: hostOf(outputOf(web, 'WebAddress')) }),
    ...(outputOf(data, 'MailDnsRecord1') && { MAIL_FROM: undefined }),
  };
}

const hostOf = (address: string | undefined): string | undefined => address?.replace('https://', '');

const outputOf = (stack: Stack, name: string): string | undefined =>
  stack.Outputs?.find(({ OutputKey }) => OutputKey === name)?.OutputValue;

async function stackNamed(client: CloudFormationClient, StackName: string): Promise<Stack | undefined> {
  try {
    return (await client.send(new DescribeStacksCommand({ StackName }))).Stacks?.[0];
  } catch (error) {
    if (noStack.test((error as Error).message)) return undefined;
    throw error;
  }
}

/**
 * Returns a client with the current credentials. If those may only assume the roles of CDK's bootstrap, uses its lookup
 * role.
 */
async function clientThatReads(): Promise<CloudFormationClient> {
  const client = new CloudFormationClient({});
  try {
    await client.send(new DescribeStacksCommand({ StackName: 'CDKToolkit' }));
    return client;
  } catch (error) {
    if (!notAllowed.test((error as Error).name)) return client;
    return new CloudFormationClient({ credentials: await lookupCredentials(await client.config.region()) });
  }
}

/** Assumes CDK's lookup role: https://docs.aws.amazon.com/cdk/v2/guide/bootstrapping-env.html */
async function lookupCredentials(region: string) {
  const sts = new STSClient({});
  const { Account } = await sts.send(new GetCallerIdentityCommand({}));
  const RoleArn = `arn:aws:iam::${Account}:role/cdk-hnb659fds-lookup-role-${Account}-${region}`;
  const { Credentials = {} } = await sts.send(new AssumeRoleCommand({ RoleArn, RoleSessionName: 'formline-deploy' }));
  const { AccessKeyId = '', SecretAccessKey = '', SessionToken = '' } = Credentials as Record<string, string>;
  return { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: SessionToken };
}
