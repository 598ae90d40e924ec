import { describe, expect, it } from '@jest/globals';
import { everySetting } from '../support/cdk/every-setting.ts';
import { type Json, resourcesOf, synthesize } from '../support/cdk/synthesized-app.ts';

const { KMS_KEY_ARN: key } = everySetting;
const templates = synthesize({ ...everySetting, WEB_ACL: 'true' });
const ofType = (type: string): Json[] =>
  Object.values(templates).flatMap(template =>
    Object.values(resourcesOf(template, type)).map(({ Properties }) => Properties),
  );

describe('the key of a customer', () => {
  it('encrypts both tables', () => {
    const encryption = ofType('AWS::DynamoDB::Table').map(({ SSESpecification }) => SSESpecification);
    expect(encryption).toEqual(Array(2).fill({ KMSMasterKeyId: key, SSEEnabled: true, SSEType: 'KMS' }));
  });

  it('encrypts both buckets, with a key of the bucket so that not each object asks for it', () => {
    const rule = {
      BucketKeyEnabled: true,
      ServerSideEncryptionByDefault: { KMSMasterKeyID: key, SSEAlgorithm: 'aws:kms' },
    };
    const encryption = ofType('AWS::S3::Bucket').map(({ BucketEncryption }) => BucketEncryption);
    expect(encryption).toEqual(Array(2).fill({ ServerSideEncryptionConfiguration: [rule] }));
  });

  it('encrypts every log', () => {
    const keys = ofType('AWS::Logs::LogGroup').map(({ KmsKeyId }) => KmsKeyId);
    expect(keys.length).toBeGreaterThan(2);
    expect(keys).toEqual(keys.map(() => key));
  });

  it('may be used by the role of every function, through DynamoDB and S3 alone', () => {
    const roles = ofType('AWS::IAM::Role').flatMap(({ Policies = [] }) =>
      Policies.filter(({ PolicyName }: Json) => PolicyName === 'Function'),
    );
    const statements: Json[][] = roles.map(({ PolicyDocument }) =>
      PolicyDocument.Statement.filter(({ Resource }: Json) => Resource === key),
    );
    const via = (service: string) => ({
      'Fn::Join': ['', [`${service}.`, { Ref: 'AWS::Region' }, '.amazonaws.com']],
    });
    const use = {
      Effect: 'Allow',
      Action: [
        'kms:Decrypt',
        'kms:DescribeKey',
        'kms:Encrypt',
        'kms:GenerateDataKey',
        'kms:ReEncryptFrom',
        'kms:ReEncryptTo',
      ],
      Resource: key,
      Condition: { StringEquals: { 'kms:ViaService': [via('dynamodb'), via('s3')] } },
    };
    expect(statements.length).toBeGreaterThan(2);
    expect(statements).toEqual(statements.map(() => [use]));
  });
});
