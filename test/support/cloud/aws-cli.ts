import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  DescribeTableCommand,
  DynamoDBClient,
  TagResourceCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetQueueAttributesCommand, SQSClient, StartMessageMoveTaskCommand } from '@aws-sdk/client-sqs';
import { search } from 'jmespath';
import type { Cloud } from '../../../local/cloud.ts';
import { accessKeyId, region, secretAccessKey } from '../../../local/credentials.ts';
import { queueUrl } from '../../../local/sqs/queues.ts';
import { Templates } from '../../../local/template/template.ts';

type Options = Readonly<Record<string, string>>;

/** The cloud that the commands run against, and the directory that they run in. */
export type Account = { readonly cloud: Cloud; readonly assemblyDir: string; readonly directory: string };

type Run = (account: Account, options: Options) => Promise<object>;

/** The operations: their options, the positional one last, and what they do. */
const operations: Readonly<Record<string, { options: readonly string[]; run: Run }>> = {
  'cloudformation list-stack-resources': { options: ['stack-name'], run: listStackResources },
  'dynamodb describe-table': { options: ['table-name'], run: inDynamoDb(DescribeTableCommand) },
  'dynamodb tag-resource': { options: ['resource-arn', 'tags'], run: inDynamoDb(TagResourceCommand) },
  'dynamodb update-table': {
    options: ['table-name', 'stream-specification', 'deletion-protection-enabled'],
    run: inDynamoDb(UpdateTableCommand),
  },
  'dynamodb update-time-to-live': {
    options: ['table-name', 'time-to-live-specification'],
    run: inDynamoDb(UpdateTimeToLiveCommand),
  },
  'lambda invoke': { options: ['function-name', 'cli-binary-format', 'payload', 'outfile'], run: invoke },
  'sqs get-queue-attributes': { options: ['queue-url', 'attribute-names'], run: inSqs(GetQueueAttributesCommand) },
  'sqs start-message-move-task': {
    options: ['source-arn', 'destination-arn', 'max-number-of-messages-per-second'],
    run: inSqs(StartMessageMoveTaskCommand),
  },
};

async function listStackResources(
  { cloud, assemblyDir }: Account,
  { 'stack-name': StackName }: Options,
): Promise<object> {
  const templates = new Templates(assemblyDir);
  const resources = templates.resources.filter(({ stack }) => stack === StackName);
  if (resources.length === 0) throw new Error(`Stack with id ${StackName} does not exist`);
  return {
    StackResourceSummaries: resources.map(resource => ({
      LogicalResourceId: resource.id,
      ResourceType: resource.type,
      PhysicalResourceId:
        resource.type === 'AWS::SQS::Queue'
          ? queueUrl(cloud.environment.AWS_ENDPOINT_URL_SQS ?? '', templates.nameOf(resource))
          : templates.nameOf(resource),
    })),
  };
}

async function invoke(
  account: Account,
  { 'function-name': FunctionName, payload, outfile = '' }: Options,
): Promise<object> {
  const lambda = new LambdaClient(clientOf(account, 'LAMBDA'));
  const { StatusCode, FunctionError, Payload } = await lambda.send(
    new InvokeCommand({ FunctionName, Payload: payload && Buffer.from(payload) }),
  );
  writeFileSync(join(account.directory, outfile), Payload ?? '');
  return { StatusCode, FunctionError };
}

const clientOf = ({ cloud }: Account, service: string) => ({
  endpoint: cloud.environment[`AWS_ENDPOINT_URL_${service}`],
  region,
  credentials: { accessKeyId, secretAccessKey },
});

type Command = new (input: never) => object;

function inDynamoDb(Command: Command): Run {
  return (account, options) => send(new DynamoDBClient(clientOf(account, 'DYNAMODB')), Command, options);
}

function inSqs(Command: Command): Run {
  return (account, options) => send(new SQSClient(clientOf(account, 'SQS')), Command, options);
}

type Client = { send: (command: never) => Promise<object>; destroy: () => void };

async function send(client: Client, Command: Command, options: Options): Promise<object> {
  // The local cloud moves messages at once and accepts no rate.
  const { 'max-number-of-messages-per-second': _, ...rest } = options;
  const members = Object.entries(rest).map(([name, value]) => [pascalCase(name), memberOf(name, value)]);
  const command = new Command(Object.fromEntries(members) as never);
  return await client.send(command as never).finally(() => client.destroy());
}

const pascalCase = (name: string) => name.replace(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase());

/** Parses the CLI's shorthand, `Key=a,Value=b`. Returns a list if the operation takes several. */
function memberOf(name: string, text: string): unknown {
  const value = text.includes('=')
    ? Object.fromEntries(
        text
          .split(',')
          .map(part => part.split('='))
          .map(([key = '', of = '']) => [key, scalar(of)]),
      )
    : scalar(text);
  return name === 'tags' || name === 'attribute-names' ? [value] : value;
}

const scalar = (text: string): unknown =>
  text === 'true' || text === 'false' ? text === 'true' : /^\d+$/.test(text) ? Number(text) : text;

/** Formats a value as `--output text` prints it. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join('\t');
  if (value === null) return 'None';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Returns the options with their values, or `true` without a value. The positional argument is under `unnamed`. */
function optionsOf(rest: readonly string[], unnamed: string): Record<string, string> {
  const options: Record<string, string> = {};
  for (let words = rest; words.length > 0; ) {
    const [first = '', second] = words;
    const isOption = first.startsWith('--');
    const takesValue = isOption && second !== undefined && !second.startsWith('--');
    options[isOption ? first.slice(2) : unnamed] = isOption ? (takesValue ? second : 'true') : first;
    words = words.slice(takesValue ? 2 : 1);
  }
  return options;
}

/**
 * Runs the AWS CLI commands of the runbook as the CLI does: by the SDK, with `--query` and `--output text`. Returns the
 * output. Throws with the name of anything unsupported.
 */
export async function awsCli(account: Account, words: readonly string[]): Promise<string> {
  const [service = '', operation = '', ...rest] = words;
  const name = `${service} ${operation}`;
  const known = operations[name];
  if (!known) throw new Error(`The stand-in of the AWS CLI does not know ${name}`);
  const options = optionsOf(rest, known.options.at(-1) ?? '');
  const { query, output, ...own } = options;
  const foreign = Object.keys(own).find(option => !known.options.includes(option));
  if (foreign) throw new Error(`The stand-in of the AWS CLI does not know --${foreign} of ${name}`);
  const { $metadata, ...answer } = JSON.parse(JSON.stringify(await known.run(account, own)));
  const chosen = query === undefined ? answer : search(answer, query);
  return output === 'text' ? textOf(chosen) : JSON.stringify(chosen, null, 2);
}
