import { type AlarmResource, readAlarm, readMuteTopics } from './alarms.ts';
import { type ApiDefinition, readApi } from './api-definition.ts';
import { type EventRule, readEventDestination, readEventRule } from './event-rules.ts';
import { type QueueMapping, readMapping, type StreamMapping } from './event-source-mappings.ts';
import { type FunctionResource, readFunction } from './functions.ts';
import { type HttpApiDefinition, readHttpApi } from './http-api.ts';
import { type MetricFilterResource, readMetricFilter } from './metric-filters.ts';
import { constructIdOf, Properties } from './properties.ts';
import { readInvokeConfig, readRule, type ScheduleResource } from './schedules.ts';
import { arn, type JsonObject, type Resource, refusalOf, Templates } from './template.ts';

export type TableResource = {
  readonly name: string;
  readonly keySchema: JsonObject[];
  readonly attributeDefinitions: JsonObject[];
  readonly indexes: JsonObject[];
  readonly streamViewType?: string;
  readonly ttlAttribute?: string;
};

/** A resource whose service checks the properties itself. */
type ServedResource = { readonly name: string; readonly properties: JsonObject };

export type Assembly = {
  readonly functions: readonly FunctionResource[];
  readonly tables: readonly TableResource[];
  readonly queues: readonly ServedResource[];
  readonly buckets: readonly ServedResource[];
  /** The IDs of keys. */
  readonly keys: readonly string[];
  readonly streamMappings: readonly StreamMapping[];
  readonly queueMappings: readonly QueueMapping[];
  readonly schedules: readonly ScheduleResource[];
  readonly alarms: readonly AlarmResource[];
  readonly metricFilters: readonly MetricFilterResource[];
  /** The domains and addresses that may send mails, as if each were verified. */
  readonly mailIdentities: readonly string[];
  readonly configurationSets: readonly string[];
  /** The events that each configuration set publishes to the default bus: `formline-local BOUNCE`. */
  readonly mailEvents: readonly string[];
  /** The rules that send events of the default bus to queues. */
  readonly eventRules: readonly EventRule[];
  readonly api?: ApiDefinition;
  readonly httpApi?: HttpApiDefinition;
};

/** Types that have no effect here: permissions, observability, and what only the deployment itself needs. */
const passiveTypes = new Set([
  'AWS::ApiGateway::Account',
  'AWS::ApiGateway::BasePathMapping',
  'AWS::ApiGateway::Deployment',
  'AWS::CDK::Metadata',
  'AWS::CloudFormation::Stack',
  'AWS::CloudWatch::Dashboard',
  'AWS::GuardDuty::MalwareProtectionPlan',
  'AWS::IAM::Role',
  'AWS::Lambda::Permission',
  'AWS::Logs::LogGroup',
  'AWS::Logs::QueryDefinition',
  'AWS::S3::BucketPolicy',
  'AWS::SNS::Subscription',
  'AWS::SNS::Topic',
  'AWS::SQS::QueuePolicy',
  'AWS::SSM::Parameter',
  'AWS::XRay::SamplingRule',
]);

/**
 * The resource that acts only when a stack is deleted, with its functions. CDK adds one to each bucket that is deleted
 * with its stack, to empty it. Here, you delete the data directory instead.
 */
const atDeletion = 'Custom::S3AutoDeleteObjects';

const executedTypes = {
  table: 'AWS::DynamoDB::Table',
  queue: 'AWS::SQS::Queue',
  bucket: 'AWS::S3::Bucket',
  key: 'AWS::KMS::Key',
  function: 'AWS::Lambda::Function',
  mapping: 'AWS::Lambda::EventSourceMapping',
  invokeConfig: 'AWS::Lambda::EventInvokeConfig',
  rule: 'AWS::Events::Rule',
  api: 'AWS::ApiGateway::RestApi',
  stage: 'AWS::ApiGateway::Stage',
  domain: 'AWS::ApiGateway::DomainName',
  httpApi: 'AWS::ApiGatewayV2::Api',
  httpIntegration: 'AWS::ApiGatewayV2::Integration',
  httpRoute: 'AWS::ApiGatewayV2::Route',
  httpStage: 'AWS::ApiGatewayV2::Stage',
  httpMapping: 'AWS::ApiGatewayV2::ApiMapping',
  alarm: 'AWS::CloudWatch::Alarm',
  metricFilter: 'AWS::Logs::MetricFilter',
  topicPolicy: 'AWS::SNS::TopicPolicy',
  mailIdentity: 'AWS::SES::EmailIdentity',
  configurationSet: 'AWS::SES::ConfigurationSet',
  eventDestination: 'AWS::SES::ConfigurationSetEventDestination',
} as const;

/**
 * Reads everything that the templates of a synthesized assembly declare. Throws for what the local cloud doesn't
 * support.
 */
export function readAssembly(assemblyDir: string): Assembly {
  const templates = new Templates(assemblyDir);
  const executed = new Set<string>(Object.values(executedTypes));
  const resources = withoutDeletion(templates);
  for (const resource of resources) {
    if (!executed.has(resource.type) && !passiveTypes.has(resource.type)) throw refusalOf(resource, resource.type);
  }
  const all = (type: string) => resources.filter(resource => resource.type === type);
  const each = <T>(type: string, read: (properties: Properties, name: string) => T): T[] =>
    all(type).map(resource => {
      const properties = new Properties(templates, resource);
      const described = read(properties, templates.nameOf(resource));
      properties.done();
      return described;
    });
  const served = (type: string): ServedResource[] =>
    all(type).map(resource => ({
      name: templates.nameOf(resource),
      properties: templates.resolve(resource.properties, resource) as JsonObject,
    }));

  const mappings = each(executedTypes.mapping, readMapping);
  const muteTopics = each(executedTypes.topicPolicy, readMuteTopics).flat();
  const retries = new Map(each(executedTypes.invokeConfig, readInvokeConfig));
  const rules = each(executedTypes.rule, (properties, name) =>
    properties.value('EventPattern') ? readEventRule(properties) : readRule(properties, name, retries),
  );
  return {
    functions: each(executedTypes.function, (properties, name) => readFunction(templates, properties, name)),
    tables: each(executedTypes.table, readTable),
    queues: served(executedTypes.queue),
    buckets: served(executedTypes.bucket),
    keys: each(executedTypes.key, readKey),
    streamMappings: mappings.filter(mapping => 'tableName' in mapping),
    queueMappings: mappings.filter(mapping => 'queueName' in mapping),
    schedules: rules.filter(rule => 'periodMillis' in rule),
    eventRules: rules.filter(rule => 'pattern' in rule),
    alarms: each(executedTypes.alarm, properties => readAlarm(properties, muteTopics)),
    metricFilters: each(executedTypes.metricFilter, readMetricFilter),
    mailIdentities: each(executedTypes.mailIdentity, readMailIdentity),
    configurationSets: each(executedTypes.configurationSet, readConfigurationSet),
    mailEvents: each(executedTypes.eventDestination, readEventDestination).flat(),
    api: theOnly(
      all(executedTypes.api).map(resource =>
        readApi(templates, resource, theOnly(all(executedTypes.stage), 'stage of an API')),
      ),
      'REST API',
    ),
    httpApi: theOnly(
      all(executedTypes.httpApi).map(resource =>
        readHttpApi(templates, resource, {
          integrations: all(executedTypes.httpIntegration),
          routes: all(executedTypes.httpRoute),
          stage: theOnly(all(executedTypes.httpStage), 'stage of an HTTP API'),
          mapping: theOnly(all(executedTypes.httpMapping), 'mapping of an HTTP API'),
          domain: theOnly(all(executedTypes.domain), 'domain name'),
        }),
      ),
      'HTTP API',
    ),
  };
}

function withoutDeletion(templates: Templates): Resource[] {
  const acting = templates.resources.filter(({ type }) => type === atDeletion);
  const functionArns = new Set(
    acting.map(resource => templates.resolve(resource.properties.ServiceToken ?? '', resource)),
  );
  const carriesOut = (resource: Resource) =>
    resource.type === executedTypes.function &&
    functionArns.has(arn('lambda', `function:${templates.nameOf(resource)}`));
  return templates.resources.filter(resource => resource.type !== atDeletion && !carriesOut(resource));
}

/** Returns the resource with this name, logical ID or construct ID. Throws if there is none. */
export function findNamed<T extends { name: string; logicalId: string }>(resources: readonly T[], name: string): T {
  const found = resources.find(resource => {
    return [resource.name, resource.logicalId, constructIdOf(resource.logicalId)].includes(name);
  });
  if (!found) throw new Error(`The templates declare no ${name}.`);
  return found;
}

function theOnly<T>(values: readonly T[], what: string): T | undefined {
  if (values.length > 1) throw new Error(`The local cloud serves one ${what}; the templates declare ${values.length}.`);
  return values[0];
}

function readTable(properties: Properties, name: string): TableResource {
  const stream = properties.group('StreamSpecification');
  const streamViewType = stream?.text('StreamViewType');
  stream?.done();
  const ttl = properties.group('TimeToLiveSpecification');
  const ttlAttribute = ttl?.flag('Enabled') ? ttl.text('AttributeName') : undefined;
  ttl?.withoutEffect('AttributeName').done();
  properties.withoutEffect('TableName', 'BillingMode', 'PointInTimeRecoverySpecification', 'SSESpecification');
  properties.withoutEffect('DeletionProtectionEnabled', 'WarmThroughput', 'OnDemandThroughput', 'Tags');
  properties.withoutEffect('ContributorInsightsSpecification', 'TableClass');
  return {
    name,
    keySchema: (properties.value('KeySchema') ?? []) as JsonObject[],
    attributeDefinitions: (properties.value('AttributeDefinitions') ?? []) as JsonObject[],
    indexes: (properties.value('GlobalSecondaryIndexes') ?? []) as JsonObject[],
    streamViewType,
    ttlAttribute,
  };
}

function readMailIdentity(properties: Properties): string {
  properties.withoutEffect('ConfigurationSetAttributes', 'DkimAttributes', 'DkimSigningAttributes', 'Tags');
  return properties.required('EmailIdentity', properties.text('EmailIdentity'));
}

function readConfigurationSet(properties: Properties, name: string): string {
  properties.withoutEffect('Name', 'DeliveryOptions', 'ReputationOptions', 'SuppressionOptions', 'Tags');
  return name;
}

function readKey(properties: Properties, name: string): string {
  properties.withoutEffect('KeyPolicy', 'EnableKeyRotation', 'RotationPeriodInDays', 'PendingWindowInDays');
  properties.withoutEffect('Description', 'Tags');
  return name;
}
