import { CfnOutput, type CfnResource, Duration, Stack, type StackProps } from 'aws-cdk-lib';
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
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
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
import { storageRole } from './constructs/storage-role.ts';
import { rememberSettings } from './setting-outputs.ts';

const text = (name: string) => ({ name, type: AttributeType.STRING });

function keySchema(index: keyof typeof indexes) {
  const { name, partition, sort } = indexes[index];
  return { indexName: name, partitionKey: text(partition), sortKey: text(sort) };
}

/**
 * Denies the use of the key without an encryption context. A secret sealed without an owner could be opened for anyone.
 */
const onlyWithContext = new PolicyStatement({
  sid: 'OnlyForAnEnvironment',
  effect: Effect.DENY,
  principals: [new AnyPrincipal()],
  actions: ['kms:Decrypt', 'kms:Encrypt', 'kms:GenerateDataKey'],
  resources: ['*'],
  conditions: { Null: { 'kms:EncryptionContext:environment': 'true' } },
});

export type TableName = Pick<ITable, 'tableName' | 'tableArn'>;

/** The parts of the data stack that functions need. */
export type Data = {
  readonly table: TableName;
  readonly dataKeys: TableName;
  readonly secretsKey: Pick<IKey, 'keyArn'>;
  readonly uploads: Pick<IBucket, 'bucketName' | 'bucketArn'>;
};

/** The input of every stack with functions. */
export type DeploymentWithData = Deployment & { readonly data: DataStack };

/**
 * The stack that must outlive all others: the table, the key for its secrets and answers, the files, and the stream
 * records set aside.
 */
export class DataStack extends Stack {
  readonly table: ITable;
  /** The table of the keys of sealed answers, wrapped by `secretsKey`. */
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
    storageRole(this, config.stage);
    this.streamFailures = this.#streamFailures(config);
    if (!config.keepsData) this.#ownLogsOfEmptier(config);
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

  /**
   * Creates the table. Other stacks deploy only when their templates change, so a new table or stream also needs a new
   * ID.
   */
  #table(config: Config): Table {
    const table = new Table(this, 'Table', {
      billingMode: BillingMode.PAY_PER_REQUEST,
      encryptionKey: customerKey(this, config),
      partitionKey: text(tableKey.partition),
      sortKey: text(tableKey.sort),
      stream: StreamViewType.NEW_AND_OLD_IMAGES,
      timeToLiveAttribute: 'ttl',
      pointInTimeRecoverySpecification: {
        pointInTimeRecoveryEnabled: true,
        recoveryPeriodInDays: config.recoveryDays,
      },
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

  /**
   * Creates the table of data keys, without backups: a copy of a destroyed key would open what the deletion of its
   * organization has closed. It also has the notes of deletions, which expire: a restore of the other table must not
   * bring back what was deleted.
   */
  #dataKeys(config: Config): Table {
    const table = new Table(this, 'DataKeys', {
      billingMode: BillingMode.PAY_PER_REQUEST,
      encryptionKey: customerKey(this, config),
      partitionKey: text(tableKey.partition),
      sortKey: text(tableKey.sort),
      timeToLiveAttribute: 'ttl',
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
      // Any page that embeds a form may upload to it. The signature authorizes an upload, not the origin.
      cors: [
        {
          allowedMethods: [HttpMethods.GET, HttpMethods.PUT, HttpMethods.POST],
          allowedOrigins: ['*'],
          allowedHeaders: ['*'],
          exposedHeaders: ['ETag'],
          maxAge: 3600,
        },
      ],
      // Files are deleted with the items that refer to them, claimed or not: an object's age doesn't say whether it is
      // needed. Exports are deleted after seven days. These rules also remove what a killed run left behind, and images that nobody has kept.
      lifecycleRules: [
        { id: 'interrupted', abortIncompleteMultipartUploadAfter: Duration.days(1) },
        { id: 'exports', prefix: 'exports/', expiration: Duration.days(8) },
        { id: 'staged', prefix: 'staged/', expiration: Duration.days(1) },
      ],
    });
    acknowledge(
      bucket,
      'AwsSolutions-S1',
      'Files are written and read only through signed URLs, whose issue the signing functions log; a second log would only add the addresses of those who fill in forms.',
    );
    return bucket;
  }

  /** Gives CDK's bucket-emptying function a log group of the stack. Its default group would outlive the stack. */
  #ownLogsOfEmptier(config: Config): void {
    const logs = new LogGroup(this, 'EmptierLogs', {
      retention: RetentionDays.ONE_MONTH,
      encryptionKey: customerKey(this, config),
      removalPolicy: removalPolicy(config),
    });
    const emptier = this.node.findChild('Custom::S3AutoDeleteObjectsCustomResourceProvider').node.findChild('Handler');
    (emptier as CfnResource).addPropertyOverride('LoggingConfig', { LogGroup: logs.logGroupName });
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
