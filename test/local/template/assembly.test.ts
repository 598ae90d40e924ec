import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readAssembly } from '../../../local/template/assembly.ts';
import {
  api,
  proxyTo,
  removeDirectory,
  type TemplateResource,
  temporaryDirectory,
  writeAssembly,
} from '../fixture-assembly.ts';

const source = 'exports.handler = async () => ({})';
let directory: string;
beforeEach(() => {
  directory = temporaryDirectory();
});
afterEach(() => removeDirectory(directory));

const read = (resources: Record<string, TemplateResource>, functionProperties: object = {}, template: object = {}) =>
  readAssembly(writeAssembly(directory, resources, { Work: { source, properties: functionProperties } }, template));
const variable = (value: unknown) => ({ Environment: { Variables: { VALUE: value } } });
const resolved = (value: unknown, resources: Record<string, TemplateResource> = {}) =>
  read(resources, variable(value)).functions[0]?.environment.VALUE;

describe('intrinsic functions', () => {
  const resources = {
    Table: { Type: 'AWS::DynamoDB::Table', Properties: { TableName: 'things' } },
    Queue: { Type: 'AWS::SQS::Queue' },
    Rights: { Type: 'AWS::IAM::Role' },
  };

  it.each([
    [{ Ref: 'Table' }, 'things'],
    [{ Ref: 'AWS::Region' }, 'us-east-1'],
    [{ 'Fn::GetAtt': ['Table', 'Arn'] }, 'arn:aws:dynamodb:us-east-1:000000000000:table/things'],
    [{ Ref: 'Queue' }, 'https://sqs.us-east-1.amazonaws.com/000000000000/Fixture-Queue'],
    [{ 'Fn::Join': ['-', ['a', { Ref: 'Table' }]] }, 'a-things'],
    [
      { 'Fn::Sub': `\${Table} in \${AWS::AccountId}, \${Queue.QueueName}, \${!Literal}` },
      `things in 000000000000, Fixture-Queue, \${Literal}`,
    ],
    [{ 'Fn::Sub': [`\${own}`, { own: { Ref: 'Table' } }] }, 'things'],
    [{ 'Fn::GetAtt': ['Rights', 'Arn'] }, 'arn:aws:iam::000000000000:role/Fixture-Rights'],
  ])('%j is %s', (value, expected) => {
    expect(resolved(value, resources)).toBe(expected);
  });

  it('finds a value among those that another stack publishes', () => {
    const kept = { Type: 'AWS::SSM::Parameter', Properties: { Type: 'String', Value: '|AB12=one|CD34=two|' } };
    const select = (index: number, delimiter: string, text: unknown) => ({
      'Fn::Select': [index, { 'Fn::Split': [delimiter, text] }],
    });
    const value = select(0, '|', select(1, '|CD34=', { 'Fn::GetAtt': ['Kept', 'Value'] }));
    expect(resolved(value, { Kept: kept })).toBe('two');
  });

  it('refuses more lookups than CloudFormation carries out: it does one a second, for each occurrence', () => {
    const lookups = Array.from({ length: 40 }, (_, index) => [
      `VALUE_${index}`,
      { 'Fn::GetStackOutput': { StackName: 'Fixture', OutputName: 'Out' } },
    ]);
    const outputs = { Outputs: { Out: { Value: 'one' } } };
    const properties = { Environment: { Variables: Object.fromEntries(lookups) } };
    expect(() => read({}, properties, outputs)).toThrow('40 times Fn::GetStackOutput');
  });

  it.each([
    [{ 'Fn::GetAZs': '' }, 'Fn::GetAZs'],
    [{ 'Fn::GetAtt': ['Table', 'Shoe'] }, 'Table.Shoe'],
    [{ Ref: 'Nowhere' }, 'Nowhere'],
    [{ 'Fn::ImportValue': 'nothing' }, 'Fn::ImportValue'],
  ])('refuses %j by name', (value, name) => {
    expect(() => resolved(value, resources)).toThrow(name);
  });
});

const eventRule = (EventPattern: object, Arn: string) => ({
  R: { Type: 'AWS::Events::Rule', Properties: { EventPattern, Targets: [{ Id: 'Target', Arn }] } },
});

describe('what is not carried out', () => {
  it('includes what empties a bucket when its stack is deleted, with the function that does it', () => {
    const { functions } = read({
      Emptied: { Type: 'AWS::S3::Bucket' },
      Emptier: {
        Type: 'AWS::Lambda::Function',
        Properties: {
          Code: { S3Bucket: 'assets', S3Key: 'nowhere.zip' },
          Runtime: 'nodejs24.x',
          Handler: 'index.handler',
        },
      },
      Emptying: {
        Type: 'Custom::S3AutoDeleteObjects',
        Properties: { ServiceToken: { 'Fn::GetAtt': ['Emptier', 'Arn'] }, BucketName: { Ref: 'Emptied' } },
      },
    });
    expect(functions.map(({ name }) => name)).toEqual(['Work']);
  });

  it('is refused where a stack has another resource of its own kind', () => {
    const Properties = { ServiceToken: { 'Fn::GetAtt': ['Work', 'Arn'] } };
    expect(() => read({ Seed: { Type: 'Custom::Seed', Properties } })).toThrow('Custom::Seed');
  });

  const integration = (more: Record<string, unknown>) => ({ '/x': { get: proxyTo('Work', more) } });
  it.each<[string, Record<string, TemplateResource>, string]>([
    ['a type', { Users: { Type: 'AWS::Cognito::UserPool' } }, 'AWS::Cognito::UserPool'],
    [
      'a property',
      { Table: { Type: 'AWS::DynamoDB::Table', Properties: { LocalSecondaryIndexes: [] } } },
      'LocalSecondaryIndexes',
    ],
    [
      'an event source',
      {
        M: {
          Type: 'AWS::Lambda::EventSourceMapping',
          Properties: { EventSourceArn: 'arn:aws:kinesis:x', FunctionName: 'Work' },
        },
      },
      'arn:aws:kinesis:x',
    ],
    [
      'a schedule with a pattern',
      { R: { Type: 'AWS::Events::Rule', Properties: { ScheduleExpression: 'rate(1 minute)', EventPattern: {} } } },
      'ScheduleExpression',
    ],
    ['an event rule to a function', eventRule({}, 'arn:aws:lambda:x'), 'the target arn:aws:lambda:x'],
    ['a rule of a pattern', eventRule({ detail: { size: [{ numeric: ['>', 1] }] } }, 'arn:aws:sqs:x'), 'numeric'],
    [
      'another bus than the default one',
      {
        R: {
          Type: 'AWS::SES::ConfigurationSetEventDestination',
          Properties: {
            ConfigurationSetName: 'set',
            EventDestination: { EventBridgeDestination: { EventBusArn: 'arn:aws:events:x:event-bus/own' } },
          },
        },
      },
      'event-bus/own',
    ],
    ['an integration type', api(integration({ type: 'http' })), 'http'],
    ['a property of an integration', api(integration({ cacheKeyParameters: [] })), 'cacheKeyParameters'],
    [
      'a variable of a gateway response',
      api(
        {},
        {
          'x-amazon-apigateway-gateway-responses': {
            DEFAULT_4XX: { responseTemplates: { 'application/json': '$context.authorizer.claims' } },
          },
        },
      ),
      '$context.authorizer.claims',
    ],
    [
      'an extension of the API',
      api({}, { 'x-amazon-apigateway-request-validators': {} }),
      'x-amazon-apigateway-request-validators',
    ],
  ])('%s is refused by name', (_, resources, name) => {
    expect(() => read(resources)).toThrow(name);
  });

  const rule = (more: object) => ({
    Type: 'AWS::Events::Rule',
    Properties: { ScheduleExpression: 'rate(1 minute)', Targets: [], ...more },
  });
  const mapping = (source: 'Queue' | 'Table', more: object) => ({
    Queue: { Type: 'AWS::SQS::Queue' },
    Table: { Type: 'AWS::DynamoDB::Table' },
    M: {
      Type: 'AWS::Lambda::EventSourceMapping',
      Properties: {
        EventSourceArn: { 'Fn::GetAtt': [source, source === 'Queue' ? 'Arn' : 'StreamArn'] },
        FunctionName: 'Work',
        ...more,
      },
    },
  });
  it.each<[Record<string, TemplateResource>, string]>([
    [{ R: rule({ ScheduleExpression: 'cron(0 3 * * ? *)' }) }, 'cron(0 3 * * ? *)'],
    [{ R: rule({ ScheduleExpression: 'rate(30 days)' }) }, 'rate(30 days)'],
    [{ R: rule({ State: 'DISABLED' }) }, 'State DISABLED'],
    [mapping('Queue', { BatchSize: 11 }), 'BatchSize 11'],
    [mapping('Queue', { MaximumBatchingWindowInSeconds: 5 }), 'MaximumBatchingWindowInSeconds'],
    [mapping('Queue', { FilterCriteria: {} }), 'FilterCriteria'],
    [mapping('Table', { StartingPosition: 'LATEST' }), 'LATEST'],
    [mapping('Table', { StartingPosition: 'TRIM_HORIZON', Enabled: false }), 'Enabled'],
    [api({}, { 'x-amazon-apigateway-binary-media-types': ['image/*'] }), 'x-amazon-apigateway-binary-media-types'],
  ])('%j is refused for what no template of ours asks for', (resources, name) => {
    expect(() => read(resources)).toThrow(name);
  });

  it('what a function says of recursion and of retries is read, and what it cannot say is refused', () => {
    const R = rule({ Targets: [{ Id: 'Target', Arn: { 'Fn::GetAtt': ['Work', 'Arn'] } }] });
    const Properties = { FunctionName: { Ref: 'Work' }, Qualifier: '$LATEST', MaximumRetryAttempts: 0 };
    const config = { Type: 'AWS::Lambda::EventInvokeConfig', Properties };
    const [plain, told] = [read({ R }), read({ R, config }, { RecursiveLoop: 'Allow' })];
    expect([plain, told].map(({ functions }) => functions[0]?.allowsRecursion)).toEqual([false, true]);
    expect([plain, told].map(({ schedules }) => schedules[0]?.targets[0]?.retriesMax)).toEqual([2, 0]);
    expect(() => read({}, { RecursiveLoop: 'Sometimes' })).toThrow('RecursiveLoop Sometimes');
    const destination = { ...config, Properties: { ...Properties, DestinationConfig: {} } };
    expect(() => read({ destination })).toThrow('DestinationConfig');
  });

  it('a filter rule is refused by name', () => {
    const Properties = {
      EventSourceArn: 'arn:aws:dynamodb:us-east-1:000000000000:table/t/stream/local',
      FunctionName: 'Work',
      StartingPosition: 'TRIM_HORIZON',
      FilterCriteria: { Filters: [{ Pattern: '{"a":[{"cidr":"10.0.0.0/8"}]}' }] },
    };
    expect(() => read({ M: { Type: 'AWS::Lambda::EventSourceMapping', Properties } })).toThrow(
      'cidr in FilterCriteria',
    );
  });

  it('a setting of a method that the API does not have is refused by name', () => {
    const setting = { HttpMethod: 'GET', ThrottlingRateLimit: 1, ThrottlingBurstLimit: 1 };
    const stage = (ResourcePath: string) => ({
      ...api({ '/x/{id}': { get: proxyTo('Work') } }),
      Stage: {
        Type: 'AWS::ApiGateway::Stage',
        Properties: { RestApiId: { Ref: 'Api' }, StageName: 'test', MethodSettings: [{ ...setting, ResourcePath }] },
      },
    });
    expect(read(stage('/~1x~1{id}')).api?.throttles.get('GET /x/{id}')).toEqual({ ratePerSecond: 1, burst: 1 });
    expect(() => read(stage('/~1y'))).toThrow('MethodSettings of GET /y');
  });

  it('a function of another runtime is refused by name', () => {
    expect(() => read({}, { Runtime: 'python3.14' })).toThrow('python3.14');
  });

  it('permissions and observation are left alone, whatever is in them', () => {
    const Properties = { PolicyDocument: { 'Fn::Anything': 'x' } };
    expect(() => read({ Rights: { Type: 'AWS::IAM::Role', Properties } })).not.toThrow();
  });
});

it('names the file of a broken template', () => {
  expect(() => readAssembly(directory)).toThrow('manifest.json is missing');
});
