import { Duration } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { Contract } from '../../shared/contracts/contract.ts';
import { acknowledgeWildcard } from './acknowledge.ts';
import { fileAccess, fileObjects } from './file-access.ts';
import { allow, type Deployment, lambdaDefaults } from './lambda-function.ts';
import { noteUseOfCredentials, tableAccess } from './table-access.ts';

export type EndpointFunctionProps = Deployment & {
  readonly contract: Contract;
  readonly table: ITable;
  readonly secretsKey: IKey;
  readonly uploads: IBucket;
};

const anyFile = 'Which file a request is about, the function says; each has a key of its own.';

/** The Lambda function of one operation. Its role holds what the contract's `table`, `secrets` and `files` say, and nothing else. */
export class EndpointFunction extends LambdaFunction {
  /** `id` is the operation's name in Pascal case. */
  constructor(scope: Construct, id: string, props: EndpointFunctionProps) {
    const { contract, table, secretsKey, uploads, config } = props;
    const seals = contract.secrets === 'seal';
    super(
      scope,
      id,
      lambdaDefaults(scope, id, {
        config,
        bundlesDirectory: props.bundlesDirectory,
        description: `${contract.method} ${contract.path}: ${contract.summary}`,
        // Below the gateway's 29 s for a buffered answer; as long as it streams, for a streamed one.
        timeout: contract.streamed ? Duration.minutes(15) : Duration.seconds(20),
        // CPU comes with memory: below this a cold start takes noticeably longer, above it hardly less.
        memorySizeMb: 1024,
        traced: true,
        settings: {
          ...(contract.table !== 'none' && { TABLE_NAME: table.tableName }),
          // Whoever seals the secret of a receiver also judges the url that it is for.
          ...(seals && {
            KMS_KEY_ID: secretsKey.keyArn,
            WEBHOOK_ALLOW_LOOPBACK: String(config.webhooks.allowLoopback),
          }),
          ...(contract.files && { UPLOADS_BUCKET: uploads.bucketName }),
          ...(contract.files === 'sign' && { UPLOAD_BYTES_MAX: String(config.uploadBytesMax) }),
        },
        statements: [
          ...tableAccess(table, contract.table),
          ...(contract.table === 'read' && contract.auth.length > 0 ? [noteUseOfCredentials(table)] : []),
          ...(seals ? [allow(['kms:Encrypt'], [secretsKey.keyArn])] : []),
          ...(contract.files ? fileAccess(uploads.bucketArn, contract.files) : []),
        ],
      }),
    );
    if (contract.files) {
      acknowledgeWildcard(scope.node.findChild(`${id}Role`), uploads.bucketArn, fileObjects, anyFile);
    }
  }
}
