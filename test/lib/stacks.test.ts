import { describe, expect, it } from '@jest/globals';
import { api } from '../../shared/contracts/index.ts';
import { productionSettings } from '../support/cdk/every-setting.ts';
import {
  type Json,
  resourceNamed,
  resourcesOf,
  type StackName,
  type StackTemplate,
  someContracts,
  synthesize,
} from '../support/cdk/synthesized-app.ts';
import { itInAll } from '../support/in-all.ts';

const production = synthesize(productionSettings);
const dev = synthesize({ STAGE: 'dev' });
const warm = { WARM_WRITE_UNITS_PER_SECOND: '50000', WARM_READ_UNITS_PER_SECOND: '20000' };
const tuned = synthesize({ STAGE: 'dev', LOG_LEVEL: 'ERROR', PITR_DAYS: '7', ...warm }, { contracts: someContracts });
const restored = {
  STAGE: 'dev',
  TABLE_NAME: 'restored',
  TABLE_STREAM_ARN: 'arn:aws:dynamodb:eu-central-1:123456789012:table/restored/stream/2026-11-22T00:00:00.000',
};
const checkedWithLists = { checked: true, contracts: { ...someContracts, listForms: api.listForms } };
const adopting = synthesize(restored, checkedWithLists);
const parts: StackName[] = ['Data', 'Api', 'Delivery', 'Monitoring'];

describe('a deployment', () => {
  it('shares no name with another stage of the same account', () => {
    const shared = namesIn(dev).filter(name => namesIn(production).includes(name));
    expect(namesIn(dev)).toContain('dev');
    expect(shared).toEqual([]);
  });

  it('names neither its tables nor its buckets nor its functions, so that CloudFormation can replace them', () => {
    const named = ['TableName', 'BucketName', 'FunctionName'];
    const properties = parts
      .flatMap(part => Object.values(dev[part].Resources))
      .map(({ Properties = {} }) => Properties);
    expect(properties.filter(each => named.some(name => typeof each[name] === 'string'))).toEqual([]);
  });

  it('exports nothing, which no stack could change while another imports it', () => {
    const text = JSON.stringify(dev);
    expect(text).toContain('"Fn::GetStackOutput":{"StackName":"Formline-dev-Data"');
    expect(text).not.toMatch(/"Export"|Fn::ImportValue/);
  });

  itInAll('passes cdk-nag, each exception with its reason', () => {
    expect(() => synthesize({ STAGE: 'dev' }, { checked: true })).not.toThrow();
  });
});

describe('every policy', () => {
  // https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-single-vs-multi-valued-context-keys.html
  it('asks for the key beside each ForAllValues, which holds for a request without the key', () => {
    const conditions = parts.flatMap(part => conditionsIn(dev[part]));
    const forAllValues = conditions.flatMap(({ Null = {}, ...operators }) =>
      Object.entries(operators).flatMap(([operator, keys]) =>
        operator.startsWith('ForAllValues:') ? Object.keys(keys).map(key => [key, Null[key]]) : [],
      ),
    );
    expect(forAllValues.length).toBeGreaterThan(0);
    expect(forAllValues.filter(([, isNull]) => String(isNull) !== 'false')).toEqual([]);
  });
});

describe('every function', () => {
  it('has its lines filtered by the logger alone: Lambda would drop measurements too', () => {
    const functions = [tuned.Api, tuned.Delivery].flatMap(each =>
      Object.values(resourcesOf(each, 'AWS::Lambda::Function')),
    );
    expect(functions.length).toBeGreaterThan(0);
    for (const { Properties } of functions) {
      expect(Properties.LoggingConfig).toMatchObject({ LogFormat: 'JSON', ApplicationLogLevel: 'TRACE' });
      expect(Properties.LoggingConfig.SystemLogLevel).toBe('WARN');
      expect(Properties.Environment.Variables.POWERTOOLS_LOG_LEVEL).toBe('ERROR');
    }
  });
});

describe('the data stack', () => {
  it('seals and opens secrets only for an environment that is named, whoever asks', () => {
    const [key] = Object.values(resourcesOf(production.Data, 'AWS::KMS::Key'));
    expect(key?.Properties.KeyPolicy.Statement).toContainEqual({
      Sid: 'OnlyForAnEnvironment',
      Effect: 'Deny',
      Principal: { AWS: '*' },
      Action: ['kms:Decrypt', 'kms:Encrypt', 'kms:GenerateDataKey'],
      Resource: '*',
      Condition: { Null: { 'kms:EncryptionContext:environment': 'true' } },
    });
  });

  it('has no backups of the keys of sealed answers, and protects them from deletion', () => {
    const tables = Object.entries(resourcesOf(production.Data, 'AWS::DynamoDB::Table'));
    const [, dataKeys] = tables.find(([id]) => id.startsWith('DataKeys')) ?? [];
    expect(dataKeys).toMatchObject({
      DeletionPolicy: 'Retain',
      Properties: {
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: false },
        // Notes of deletions expire after the last backup that has what was deleted.
        TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
      },
    });
    expect(dataKeys?.Properties).not.toHaveProperty('StreamSpecification');
  });

  it('keeps table and buckets of production when it is deleted, and protects the table from deletion', () => {
    // The name of a role that stayed would be in the way of the stage's next one.
    const stateful = Object.values(production.Data.Resources).filter(
      ({ Type }) => !/(Policy|Role)$|::SES::/.test(Type),
    );
    expect(stateful.length).toBeGreaterThanOrEqual(3);
    expect(stateful.map(({ DeletionPolicy }) => DeletionPolicy)).toEqual(stateful.map(() => 'Retain'));
    expect(tableOf(production).DeletionProtectionEnabled).toBe(true);
    expect(tableOf(dev).DeletionProtectionEnabled).not.toBe(true);
  });

  it('empties the buckets of a stage that does not keep data, which could not be deleted else', () => {
    const emptied = (templates: typeof dev) =>
      Object.values(resourcesOf(templates.Data, 'Custom::S3AutoDeleteObjects')).map(
        ({ Properties }) => Properties.BucketName.Ref,
      );
    expect(emptied(dev)).toEqual(Object.keys(resourcesOf(dev.Data, 'AWS::S3::Bucket')));
    expect(emptied(production)).toEqual([]);
  });

  it('leaves no log group behind when a stage does not keep data', () => {
    const functions = Object.values(resourcesOf(dev.Data, 'AWS::Lambda::Function'));
    const groups = resourcesOf(dev.Data, 'AWS::Logs::LogGroup');
    expect(functions).toHaveLength(1);
    for (const { Properties } of functions) {
      expect(groups[Properties.LoggingConfig.LogGroup.Ref]).toMatchObject({ DeletionPolicy: 'Delete' });
    }
  });

  it('takes all that it holds along when a stage does not keep data', () => {
    const held = Object.values(dev.Data.Resources).filter(({ Type }) => !Type.endsWith('Policy'));
    expect(held.filter(({ DeletionPolicy }) => DeletionPolicy === 'Retain')).toEqual([]);
  });

  it('warms the table and all of its indexes, each of which takes every write, and has backups for as long as wanted', () => {
    const table = tableOf(tuned);
    expect(table.PointInTimeRecoverySpecification).toEqual({
      PointInTimeRecoveryEnabled: true,
      RecoveryPeriodInDays: 7,
    });
    const WarmThroughput = { WriteUnitsPerSecond: 50_000, ReadUnitsPerSecond: 20_000 };
    expect(table.WarmThroughput).toEqual(WarmThroughput);
    expect(table.GlobalSecondaryIndexes).toMatchObject([{ WarmThroughput }, { WarmThroughput }, { WarmThroughput }]);
  });

  it('has the table with its indexes, stream, expiry and backups', () => {
    expect(tableOf(dev)).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'gsi1',
          KeySchema: [
            { AttributeName: 'gsi1pk', KeyType: 'HASH' },
            { AttributeName: 'gsi1sk', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['status', 'formId'] },
        },
        {
          IndexName: 'gsi2',
          KeySchema: [
            { AttributeName: 'duepk', KeyType: 'HASH' },
            { AttributeName: 'duesk', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'KEYS_ONLY' },
        },
        {
          IndexName: 'gsi3',
          KeySchema: [
            { AttributeName: 'changedpk', KeyType: 'HASH' },
            { AttributeName: 'changedsk', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['status'] },
        },
      ],
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    });
  });

  it('has a role that bucket policies can name, which reaches what the service keeps, and nothing of its own account', () => {
    const { RoleName, Policies } = resourceNamed(production.Data, 'AWS::IAM::Role', 'StorageRole').Properties;
    const name = 'formline-storage-deployment-production-';
    expect(RoleName).toEqual({ 'Fn::Join': ['', [name, { Ref: 'AWS::Region' }]] });
    const statements: Json[] = Policies[0].PolicyDocument.Statement;
    const allowed = statements.filter(({ Effect }) => Effect === 'Allow');
    const reached = allowed.map(({ Action, Resource }) => [
      [Action].flat().join(' '),
      [Resource].flat().map(each => each['Fn::Join'][1].at(-1)),
    ]);
    const objects = ['archives', 'exports', 'files', 'responses', 'verification'].map(prefix => `:s3:::*/${prefix}/*`);
    expect(reached).toEqual([
      ['s3:DeleteObject s3:GetObject s3:PutObject', objects],
      ['s3:GetObject', [':s3:::*/formline/*']],
      ['s3:ListBucket', [':s3:::*']],
    ]);
    const ownAccount = { StringEquals: { 'aws:ResourceAccount': { Ref: 'AWS::AccountId' } } };
    const denied = { Effect: 'Deny', Action: 's3:*', Resource: '*', Condition: ownAccount };
    expect(statements.filter(({ Effect }) => Effect === 'Deny')).toEqual([denied]);
  });

  it('tells the name of its table', () => {
    const [id] = Object.keys(resourcesOf(dev.Data, 'AWS::DynamoDB::Table'));
    expect(dev.Data.Outputs?.TableName?.Value).toEqual({ Ref: id });
    expect(adopting.Data.Outputs?.TableName?.Value).toBe('restored');
  });

  it('shuts its buckets to the public and to plain HTTP', () => {
    const buckets = Object.entries(resourcesOf(dev.Data, 'AWS::S3::Bucket'));
    const policies = JSON.stringify(resourcesOf(dev.Data, 'AWS::S3::BucketPolicy'));
    for (const [id, { Properties }] of buckets) {
      expect(Object.values(Properties.PublicAccessBlockConfiguration)).toEqual([true, true, true, true]);
      expect(Properties.BucketEncryption).toBeDefined();
      expect(policies).toContain(id);
    }
    expect(policies.match(/"aws:SecureTransport":"false"/g)).toHaveLength(buckets.length);
  });

  it('drops no file for its age alone but exports, images that were not kept, and parts of files that were never finished', () => {
    const [uploads] = Object.values(resourcesOf(dev.Data, 'AWS::S3::Bucket'));
    expect(uploads?.Properties.LifecycleConfiguration.Rules).toEqual([
      { Id: 'interrupted', Status: 'Enabled', AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } },
      // Their jobs remove them after seven days.
      { Id: 'exports', Status: 'Enabled', Prefix: 'exports/', ExpirationInDays: 8 },
      { Id: 'staged', Status: 'Enabled', Prefix: 'staged/', ExpirationInDays: 1 },
    ]);
  });

  it('lets any page send files to its bucket: what lets one in is the signature', () => {
    const [uploads] = Object.values(resourcesOf(dev.Data, 'AWS::S3::Bucket'));
    const [rule] = uploads?.Properties.CorsConfiguration.CorsRules ?? [];
    expect(rule).toMatchObject({ AllowedOrigins: ['*'], AllowedHeaders: ['*'] });
    expect(rule.AllowedMethods).toEqual(expect.arrayContaining(['GET', 'PUT']));
  });
});

describe('a stage that adopts a restored table', () => {
  it('makes none of its own, and keeps everything else', () => {
    const [table, dataKeys, ...more] = Object.keys(resourcesOf(dev.Data, 'AWS::DynamoDB::Table'));
    expect({ table, dataKeys, more }).toMatchObject({ dataKeys: expect.stringMatching(/^DataKeys/), more: [] });
    const others = Object.keys(dev.Data.Resources).filter(id => id !== table);
    expect(Object.keys(adopting.Data.Resources)).toEqual(others);
  });

  it.each(['Api', 'Delivery', 'Monitoring'] as const)('has nothing in the %s stack that knows the other', part => {
    const ofTable = /TableCD117FA1|"OutputName":"[^"]*Table/;
    expect(JSON.stringify(dev[part])).toMatch(ofTable);
    expect(JSON.stringify(adopting[part])).not.toMatch(ofTable);
    expect(JSON.stringify(adopting[part])).toContain('restored');
  });

  it('allows on it and its indexes what was allowed on the other', () => {
    const role = resourceNamed(adopting.Api, 'AWS::IAM::Role', 'ListFormsRole').Properties;
    const statements: { Effect: string; Action: string[]; Resource: string }[] =
      role.Policies[0].PolicyDocument.Statement;
    const allowed = statements.filter(({ Effect }) => Effect === 'Allow');
    const query = allowed.filter(({ Action }) => [Action].flat().includes('dynamodb:Query'));
    const arn = 'arn:aws:dynamodb:eu-central-1:123456789012:table/restored';
    expect(query.map(({ Resource }) => Resource)).toEqual([arn, `${arn}/index/gsi1`]);
  });

  it('passes cdk-nag', () => {
    expect(() => synthesize(restored, checkedWithLists)).not.toThrow();
  });

  it('reads its stream from the beginning, by mappings of other ids, which the alarms then watch', () => {
    const mappings = (templates: typeof dev) =>
      Object.entries(resourcesOf(templates.Delivery, 'AWS::Lambda::EventSourceMapping')).filter(
        ([, { Properties }]) => Properties.StartingPosition,
      );
    const ids = (templates: typeof dev) => mappings(templates).map(([id]) => id);
    expect(mappings(adopting).map(([, { Properties }]) => Properties)).toEqual(
      [1, 2].map(() =>
        expect.objectContaining({ EventSourceArn: restored.TABLE_STREAM_ARN, StartingPosition: 'TRIM_HORIZON' }),
      ),
    );
    expect(ids(adopting).filter(id => ids(dev).includes(id))).toEqual([]);
    for (const id of ids(adopting)) expect(JSON.stringify(adopting.Monitoring)).toContain(id);
  });
});

function tableOf(templates: Record<StackName, StackTemplate>) {
  const [table] = Object.values(resourcesOf(templates.Data, 'AWS::DynamoDB::Table'));
  return table?.Properties;
}

type Condition = Record<string, Record<string, unknown>>;

/** The conditions of all statements, wherever in a template their policy is. */
function conditionsIn(value: Json): Condition[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = value.Effect && value.Condition ? [value.Condition] : [];
  return [...own, ...Object.values(value).flatMap(conditionsIn)];
}

/** Physical names and exports: what would clash within one account and region. */
function namesIn(templates: Record<StackName, StackTemplate>): string[] {
  const named = [
    'TableName',
    'BucketName',
    'QueueName',
    'FunctionName',
    'RoleName',
    'LogGroupName',
    'TopicName',
    'AlarmName',
    'StageName',
  ];
  return parts.flatMap(part => {
    const { Resources, Outputs = {} } = templates[part];
    return [
      ...Object.values(Resources).flatMap(({ Properties = {} }) => named.map(name => Properties[name])),
      ...Object.values(Outputs).map(output => output.Export?.Name),
    ].filter(name => typeof name === 'string');
  });
}

describe('the outputs', () => {
  it('are what an operator needs: address, table, buckets, key and topic', () => {
    const outputs = Object.fromEntries(
      parts.flatMap(part => Object.entries(dev[part].Outputs ?? {}).map(([name, { Value }]) => [name, Value])),
    );
    const names = ['TableName', 'UploadsBucket', 'StreamFailuresBucket', 'SecretsKeyArn', 'AlarmTopicArn'];
    for (const name of names) expect(JSON.stringify(outputs[name])).toMatch(/"(Ref|Fn::GetAtt)"/);
    expect(JSON.stringify(outputs.ApiAddress)).toMatch(/https:\/\/.*execute-api.*\/dev"\]\]\}$/);
  });
});
