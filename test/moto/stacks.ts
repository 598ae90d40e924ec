import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  APIGatewayClient,
  CreateDeploymentCommand,
  GetResourcesCommand,
  GetRestApisCommand,
  PutRestApiCommand,
} from '@aws-sdk/client-api-gateway';
import {
  CloudFormationClient,
  CreateStackCommand,
  DescribeStacksCommand,
  paginateListStackResources,
} from '@aws-sdk/client-cloudformation';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { type Json, resourcesOf, type StackTemplate } from '../support/cdk/synthesized-app.ts';
import { definitionOf, forMoto, type Outputs } from './replace.ts';

const assets = 'cdk-hnb659fds-assets-123456789012-us-east-1';

/** What `cdk bootstrap` and the first half of `cdk deploy` leave behind: a parameter, and a bucket with the code. */
export async function bootstrapAccount(folder: string, templates: readonly StackTemplate[]): Promise<void> {
  await call('AmazonSSM.PutParameter', { Name: '/cdk-bootstrap/hnb659fds/version', Type: 'String', Value: '28' });
  const s3 = new S3Client({ forcePathStyle: true });
  await s3.send(new CreateBucketCommand({ Bucket: assets }));
  writeFileSync(join(folder, 'index.cjs'), 'exports.handler = async () => ({ statusCode: 204 });');
  execFileSync('python3', ['-m', 'zipfile', '-c', 'code.zip', 'index.cjs'], { cwd: folder });
  const Body = readFileSync(join(folder, 'code.zip'));
  const keys = templates.flatMap(template =>
    Object.values(resourcesOf(template, 'AWS::Lambda::Function')).map(({ Properties }) => Properties.Code.S3Key),
  );
  for (const Key of new Set(keys)) await s3.send(new PutObjectCommand({ Bucket: assets, Key, Body }));
}

/** Creates a stack from its template in the bucket, as CDK does: what goes along with the call has 51,200 bytes at most. */
export async function createStack(StackName: string, synthesized: StackTemplate, outputs: Outputs): Promise<string[]> {
  const cloudFormation = new CloudFormationClient({});
  const { template, replaced } = forMoto(synthesized, outputs);
  const Key = `${StackName}.json`;
  await new S3Client({ forcePathStyle: true }).send(
    new PutObjectCommand({ Bucket: assets, Key, Body: JSON.stringify(template) }),
  );
  const TemplateURL = `https://s3.us-east-1.amazonaws.com/${assets}/${Key}`;
  await cloudFormation.send(new CreateStackCommand({ StackName, TemplateURL, Capabilities: ['CAPABILITY_IAM'] }));
  return [...replaced, ...(await passedOver(cloudFormation, StackName, synthesized))];
}

export async function outputsOf(StackName: string): Promise<ReadonlyMap<string, string>> {
  const { Stacks: [stack] = [] } = await new CloudFormationClient({}).send(new DescribeStacksCommand({ StackName }));
  if (stack?.StackStatus !== 'CREATE_COMPLETE') throw new Error(`${StackName} is ${stack?.StackStatus}`);
  return new Map(stack.Outputs?.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]));
}

/** The types of which moto has made nothing, as it says of each in its log. Throws where it left one out of a type that it made. */
async function passedOver(client: CloudFormationClient, StackName: string, template: StackTemplate): Promise<string[]> {
  const made = new Set<string>();
  for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName })) {
    for (const { LogicalResourceId = '' } of StackResourceSummaries) made.add(LogicalResourceId);
  }
  const types = Object.groupBy(Object.entries(template.Resources), ([, { Type }]) => Type);
  return Object.entries(types).flatMap(([type, resources = []]) => {
    const missing = resources.filter(([id]) => !made.has(id));
    if (missing.length === 0) return [];
    if (missing.length < resources.length)
      throw new Error(`moto has made only some of ${type}, not ${missing[0]?.[0]}`);
    return [`${missing.length} × ${type}, which moto does not make`];
  });
}

/** Has moto import the definition of the API, which its CloudFormation passes over, and deploy it. Gives the paths that it has then. */
export async function importDefinition(template: StackTemplate): Promise<string[]> {
  const gateway = new APIGatewayClient({});
  const { items: [api] = [] } = await gateway.send(new GetRestApisCommand({}));
  const body = Buffer.from(definitionOf(template));
  await gateway.send(new PutRestApiCommand({ restApiId: api?.id, mode: 'overwrite', failOnWarnings: true, body }));
  await gateway.send(new CreateDeploymentCommand({ restApiId: api?.id, stageName: 'moto' }));
  const { items = [] } = await gateway.send(new GetResourcesCommand({ restApiId: api?.id, limit: 500 }));
  return items.flatMap(({ path, resourceMethods }) => (resourceMethods && path ? [path] : []));
}

/** Of a service whose client nothing else here needs. */
async function call(target: string, body: object): Promise<void> {
  const response = await fetch(process.env.AWS_ENDPOINT_URL ?? '', {
    method: 'POST',
    headers: {
      'x-amz-target': target,
      'content-type': 'application/x-amz-json-1.1',
      authorization:
        'AWS4-HMAC-SHA256 Credential=moto/20260101/us-east-1/ssm/aws4_request, SignedHeaders=host, Signature=0',
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${target}: ${((await response.json()) as Json).message}`);
}
