import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import {
  AttributeType,
  BillingMode,
  type ITable,
  ProjectionType,
  StreamViewType,
  Table,
} from 'aws-cdk-lib/aws-dynamodb';
import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type BucketProps,
  HttpMethods,
  type IBucket,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { indexes, tableKey } from '../shared/store/keys.ts';
import type { Config } from './config.ts';
import { acknowledge } from './constructs/acknowledge.ts';
import { customerKey } from './constructs/customer-key.ts';
import type { Deployment } from './constructs/lambda-function.ts';
import { mailSender } from './constructs/mail-sender.ts';
import { malwareProtection } from './constructs/malware-protection.ts';
import { removalPolicy } from './constructs/removal-policy.ts';
import { rememberSettings } from './setting-outputs.ts';

const text = (name: string) => ({ name, type: AttributeType.STRING });

function keySchema(index: keyof typeof indexes) {
  const { name, partition, sort } = indexes[index];
  return { indexName: name, partitionKey: text(partition), sortKey: text(sort) };
}

/** A secret that is sealed for nobody could be opened for anybody: whoever asks, the key wants to know whose it is. */
const onlyWithContext = new PolicyStatement({
  sid: 'OnlyForAnEnvironment',
  effect: Effect.DENY,
  principals: [new AnyPrincipal()],
  actions: ['kms:Decrypt', 'kms:Encrypt', 'kms:GenerateDataKey'],
  resources: ['*'],
  conditions: { Null: { 'kms:EncryptionContext:environment': 'true' } },
});

export type TableName = Pick<ITable, 'tableName' | 'tableArn'>;

/** What functions need to know of the data. */
export type Data = {
  readonly table: TableName;
  readonly dataKeys: TableName;
  readonly secretsKey: Pick<IKey, 'keyArn'>;
  readonly uploads: Pick<IBucket, 'bucketName' | 'bucketArn'>;
};

/** What every stack with functions is made from. */
export type DeploymentWithData = Deployment & { readonly data: DataStack };

/** What must survive every other stack: the table, what seals secrets and answers in it, the files, the stream records set aside. */
export class DataStack extends Stack {
  readonly table: ITable;
  /** The keys of sealed answers, wrapped by `secretsKey`. */
  readonly dataKeys: Table;
  readonly secretsKey: Key;
  readonly uploads: Bucket;
  readonly streamFailures: Bucket;

  constructor(scope: Construct, id: string, { config, ...props }: StackProps & { config: Config }) {
    super(scope, id, { ...props, terminationProtection: config.keepsData });
    this.table = config.tableStreamArn ? this.#adopted(config.tableStreamArn) : this.#table(config);
    this.dataKeys = this.#dataKeys(config);
    this.secretsKey = new Key(this, 'Secrets', {
      description: `Formline, ${config.stage}: seals the secrets of webhooks, and the keys of answers`,
      enableKeyRotation: true,
      removalPolicy: removalPolicy(config),
    });
    this.secretsKey.addToResourcePolicy(onlyWithContext);
    this.uploads = this.#uploads(config);
    if (config.malwareProtection) malwareProtection(this, this.uploads);
    this.streamFailures = this.#streamFailures(config);
    if (config.mail) mailSender(this, config.stage, config.mail);
    new CfnOutput(this, 'TableName', { value: this.table.tableName });
    new CfnOutput(this, 'UploadsBucket', { value: this.uploads.bucketName });
    new CfnOutput(this, 'StreamFailuresBucket', { value: this.streamFailures.bucketName });
    new CfnOutput(this, 'SecretsKeyArn', { value: this.secretsKey.keyArn });
    rememberSettings(this, config);
  }

  #adopted(tableStreamArn: string): ITable {
    const tableArn = tableStreamArn.replace(/\/stream\/.*/, '');
    return Table.fromTableAttributes(this, 'AdoptedTable', { tableArn, tableStreamArn });
  }

  /** Other stacks are deployed anew when their templates change: what makes another table or stream needs another id too. */
  #table(config: Config): Table {
    const table = new Table(this, 'Table', {
      billingMode: BillingMode.PAY_PER_REQUEST,
      encryptionKey: customerKey(this, config),
      partitionKey: text(tableKey.partition),
      sortKey: text(tableKey.sort),
      stream: StreamViewType.NEW_AND_OLD_IMAGES,
      timeToLiveAttribute: 'ttl',
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: config.keepsData,
      removalPolicy: removalPolicy(config),
      warmThroughput: config.warmThroughput,
    });
    table.addGlobalSecondaryIndex({
      ...keySchema('lists'),
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: [...indexes.lists.projected],
      warmThroughput: config.warmThroughput,
    });
    table.addGlobalSecondaryIndex({
      ...keySchema('due'),
      projectionType: ProjectionType.KEYS_ONLY,
      warmThroughput: config.warmThroughput,
    });
    table.addGlobalSecondaryIndex({
      ...keySchema('changes'),
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: [...indexes.changes.projected],
      warmThroughput: config.warmThroughput,
    });
    return table;
  }

  /** Without backups: a copy of a key that was destroyed would open what the deletion of its organization has closed. */
  #dataKeys(config: Config): Table {
    const table = new Table(this, 'DataKeys', {
      billingMode: BillingMode.PAY_PER_REQUEST,
      encryptionKey: customerKey(this, config),
      partitionKey: text(tableKey.partition),
      sortKey: text(tableKey.sort),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: false },
      deletionProtection: config.keepsData,
      removalPolicy: removalPolicy(config),
    });
    acknowledge(
      table,
      'AwsSolutions-DDB3',
      'A backup would keep the keys of deleted organizations, and with them everything that was sealed.',
    );
    return table;
  }

  #uploads(config: Config): Bucket {
    const bucket = new Bucket(this, 'Uploads', {
      ...privateBucket(this, config),
      // Any page that embeds a form uploads to it; what lets an upload in is the signature, not the origin.
      cors: [
        {
          allowedMethods: [HttpMethods.GET, HttpMethods.PUT, HttpMethods.POST],
          allowedOrigins: ['*'],
          allowedHeaders: ['*'],
          exposedHeaders: ['ETag'],
          maxAge: 3600,
        },
      ],
      // Files go with the items that tell of them, claimed or not: no age of an object says that nobody needs it. Exports are
      // removed after seven days, and what a run left that was killed, here.
      lifecycleRules: [
        { id: 'interrupted', abortIncompleteMultipartUploadAfter: Duration.days(1) },
        { id: 'exports', prefix: 'exports/', expiration: Duration.days(8) },
      ],
    });
    acknowledge(
      bucket,
      'AwsSolutions-S1',
      'Files are written and read only through signed URLs, whose issue the signing functions log; a second log would only add the addresses of those who fill in forms.',
    );
    return bucket;
  }

  #streamFailures(config: Config): Bucket {
    const bucket = new Bucket(this, 'StreamFailures', {
      ...privateBucket(this, config),
      lifecycleRules: [{ id: 'handled', expiration: Duration.days(30) }],
    });
    acknowledge(
      bucket,
      'AwsSolutions-S1',
      'Only Lambda writes to it, and each object is counted by an alarmed metric.',
    );
    return bucket;
  }
}

function privateBucket(scope: Construct, config: Config): BucketProps {
  const encryptionKey = customerKey(scope, config);
  return {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    ...(encryptionKey
      ? { encryption: BucketEncryption.KMS, encryptionKey, bucketKeyEnabled: true }
      : { encryption: BucketEncryption.S3_MANAGED }),
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    removalPolicy: removalPolicy(config),
    // CloudFormation deletes only empty buckets.
    autoDeleteObjects: !config.keepsData,
  };
}
