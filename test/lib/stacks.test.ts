import { describe, expect, it } from '@jest/globals';
import { type Part, resourcesOf, type StackTemplate, synthesize } from '../support/synthesized-app.ts';

const production = synthesize({ STAGE: 'production', ALARM_EMAIL: 'ops@example.com' });
const dev = synthesize({ STAGE: 'dev' });
const parts: Part[] = ['Data', 'Api', 'Delivery', 'Monitoring'];

// CloudFormation takes 500.
const resourcesMax = 450;

describe('a deployment', () => {
  it.each(parts)('leaves room in the %s stack', part => {
    expect(Object.keys(dev[part].Resources).length).toBeLessThanOrEqual(resourcesMax);
  });

  it('shares no name with another stage of the same account', () => {
    const shared = namesIn(dev).filter(name => namesIn(production).includes(name));
    expect(namesIn(dev)).toContain('formline-dev');
    expect(shared).toEqual([]);
  });

  it('passes cdk-nag, each exception with its reason', () => {
    expect(() => synthesize({ STAGE: 'dev' }, { checked: true })).not.toThrow();
  });
});

describe('the data stack', () => {
  it('keeps table and buckets of production when it is deleted, and protects the table from deletion', () => {
    const stateful = Object.values(production.Data.Resources).filter(({ Type }) => !Type.endsWith('Policy'));
    expect(stateful.length).toBeGreaterThanOrEqual(3);
    expect(stateful.map(({ DeletionPolicy }) => DeletionPolicy)).toEqual(stateful.map(() => 'Retain'));
    expect(tableOf(production).DeletionProtectionEnabled).toBe(true);
    expect(tableOf(dev).DeletionProtectionEnabled).not.toBe(true);
  });

  it('has the table with its indexes, stream, expiry and backups', () => {
    expect(tableOf(dev)).toMatchObject({
      TableName: 'formline-dev',
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
      ],
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    });
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

  it('drops no file for its age alone, and parts of files that were never finished', () => {
    const [uploads] = Object.values(resourcesOf(dev.Data, 'AWS::S3::Bucket'));
    expect(uploads?.Properties.LifecycleConfiguration.Rules).toEqual([
      { Id: 'interrupted', Status: 'Enabled', AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } },
    ]);
  });

  it('lets any page send files to its bucket: what lets one in is the signature', () => {
    const [uploads] = Object.values(resourcesOf(dev.Data, 'AWS::S3::Bucket'));
    const [rule] = uploads?.Properties.CorsConfiguration.CorsRules ?? [];
    expect(rule).toMatchObject({ AllowedOrigins: ['*'], AllowedHeaders: ['*'] });
    expect(rule.AllowedMethods).toEqual(expect.arrayContaining(['GET', 'PUT']));
  });
});

function tableOf(templates: Record<Part, StackTemplate>) {
  const [table] = Object.values(resourcesOf(templates.Data, 'AWS::DynamoDB::Table'));
  return table?.Properties;
}

/** Physical names and exports: what would clash within one account and region. */
function namesIn(templates: Record<Part, StackTemplate>): string[] {
  const named = [
    'TableName',
    'BucketName',
    'QueueName',
    'FunctionName',
    'RoleName',
    'LogGroupName',
    'TopicName',
    'AlarmName',
  ];
  return parts.flatMap(part => {
    const { Resources, Outputs = {} } = templates[part];
    return [
      ...Object.values(Resources).flatMap(({ Properties = {} }) => named.map(name => Properties[name])),
      ...Object.values(Outputs).map(output => output.Export?.Name),
    ].filter(name => typeof name === 'string');
  });
}
