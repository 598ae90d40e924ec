import {
  CloudFormationClient,
  paginateDescribeStacks,
  paginateListStackResources,
  type StackResourceSummary,
} from '@aws-sdk/client-cloudformation';
import { CommandError } from '../command/command-error.ts';

/** The parts of a stage that a pause stops, by their AWS names. */
export type StageParts = {
  readonly restApis: readonly string[];
  readonly httpApis: readonly string[];
  readonly mappings: readonly string[];
  readonly rules: readonly string[];
};

/** Finds the parts in all stacks with the stage's tag. Throws if there are none. */
export async function stageParts(stage: string): Promise<StageParts> {
  const client = new CloudFormationClient({});
  const resources: StackResourceSummary[] = [];
  for (const StackName of await stacksOf(client, stage)) {
    const pages = paginateListStackResources({ client }, { StackName });
    for await (const { StackResourceSummaries = [] } of pages) resources.push(...StackResourceSummaries);
  }
  const ofType = (type: string) =>
    resources.flatMap(each => (each.ResourceType === type ? (each.PhysicalResourceId ?? []) : []));
  const parts = {
    restApis: ofType('AWS::ApiGateway::RestApi'),
    httpApis: ofType('AWS::ApiGatewayV2::Api'),
    mappings: ofType('AWS::Lambda::EventSourceMapping'),
    rules: ofType('AWS::Events::Rule'),
  };
  if (parts.restApis.length === 0) {
    throw new CommandError(
      `Stage ${stage} is not deployed in this account and region: no stack with the tag formline:stage.`,
    );
  }
  return parts;
}

/** Finds stacks by tag, because the name of one stage may begin with that of another. */
async function stacksOf(client: CloudFormationClient, stage: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { Stacks = [] } of paginateDescribeStacks({ client }, {})) {
    const ours = Stacks.filter(({ Tags = [] }) =>
      Tags.some(({ Key, Value }) => Key === 'formline:stage' && Value === stage),
    );
    names.push(...ours.flatMap(({ StackName }) => StackName ?? []));
  }
  return names;
}
