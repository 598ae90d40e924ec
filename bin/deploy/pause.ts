import { APIGatewayClient, GetStageCommand } from '@aws-sdk/client-api-gateway';
import { CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation';
import { isPaused, pausedVariable } from '../../shared/domain/traffic/pause.ts';

/** Returns when the stage was paused. Undefined if it isn't paused or isn't deployed. */
export async function readPause(stage: string): Promise<string | undefined> {
  const restApiId = await restApiOf(stage);
  if (restApiId === undefined) return undefined;
  const { variables = {} } = await new APIGatewayClient({}).send(new GetStageCommand({ restApiId, stageName: stage }));
  return isPaused(variables) ? variables[pausedVariable] : undefined;
}

async function restApiOf(stage: string): Promise<string | undefined> {
  const pages = paginateListStackResources(
    { client: new CloudFormationClient({}) },
    { StackName: `Formline-${stage}-Api` },
  );
  try {
    for await (const { StackResourceSummaries = [] } of pages) {
      const restApi = StackResourceSummaries.find(({ ResourceType }) => ResourceType === 'AWS::ApiGateway::RestApi');
      if (restApi) return restApi.PhysicalResourceId;
    }
  } catch (error) {
    if (!/does not exist/.test((error as Error).message)) throw error;
  }
  return undefined;
}
