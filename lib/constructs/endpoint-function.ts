import { Aws, Duration } from 'aws-cdk-lib';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { Contract, LimitSetting } from '../../shared/contracts/contract.ts';
import type { Setting } from '../../shared/env.ts';
import type { Config } from '../config.ts';
import type { Data } from '../data-stack.ts';
import { senderOf } from '../mail-settings.ts';
import { deployedVersion } from '../version.ts';
import { dataKeyAccess, dataKeySettings } from './data-key-access.ts';
import { acknowledgeFileAccess, fileAccess } from './file-access.ts';
import { allow, type Deployment, type LambdaWithRole, lambdaFunction } from './lambda-function.ts';
import { storageRoleArn } from './storage-role.ts';
import { denyAccounts, noteInTrail, noteUse, tableAccess } from './table-access.ts';

export type EndpointFunctionProps = Deployment & {
  readonly contract: Contract;
  readonly data: Data;
  readonly reservedConcurrency?: number;
  /** Whether an HTTP API calls it, too. */
  readonly byHttpApi?: boolean;
};

const anyFile = 'Which file a request is about, the function says; each has a key of its own.';

/**
 * Creates the Lambda function of one operation. Its role grants what the contract's `table`, `secrets`, `dataKeys` and
 * `files` say, and nothing else.
 *
 * @param id the operation's name in Pascal case
 */
export function endpointFunction(scope: Construct, id: string, props: EndpointFunctionProps): LambdaWithRole {
  const { contract, data, config, bundlesDirectory } = props;
  const { table, secretsKey, uploads } = data;
  const endpoint = lambdaFunction(scope, id, {
    config,
    bundlesDirectory,
    description: `${contract.method} ${contract.path}: ${contract.summary}`,
    // Below the gateway's 29 s for a buffered answer; Lambda's maximum for a streamed one.
    timeout: contract.streamed ? Duration.minutes(15) : Duration.seconds(20),
    // CPU grows with memory. Less makes cold starts noticeably slower; more hardly makes them faster.
    memorySizeMb: 1024,
    traced: props.byHttpApi ? 'if its caller is' : true,
    reservedConcurrency: props.reservedConcurrency,
    settings: {
      ...(contract.table !== 'none' && { TABLE_NAME: table.tableName }),
      // A function that seals a receiver's secret also checks its URL.
      ...(contract.secrets === 'seal' && {
        KMS_KEY_ID: secretsKey.keyArn,
        WEBHOOK_ALLOW_LOOPBACK: String(config.webhooks.allowLoopback),
      }),
      ...(contract.authenticators && { KMS_KEY_ID: secretsKey.keyArn }),
      ...(contract.dataKeys && dataKeySettings(data)),
      ...captchaSettings(props),
      ...providerSettings(props),
      ...limitsOf(contract, config),
      ...passwordSettings(props),
      ...patienceOf(config),
      ...fileSettings(props),
      ...(contract.founds && { ORGANIZATION_FOUNDERS: config.founders }),
      ...(contract.tellsVersion && { SERVICE_VERSION: deployedVersion(config.stage) }),
      ...(contract.owns?.includes('mails') && config.mail && { MAIL_FROM: senderOf(config.mail) }),
    },
    statements: statementsOf(props),
  });
  if (contract.files) acknowledgeFileAccess(endpoint.role, uploads.bucketArn, contract.files, anyFile);
  return endpoint;
}

function fileSettings({
  contract,
  config,
  data: { uploads },
}: EndpointFunctionProps): Partial<Record<Setting, string>> {
  const { files, judgesFields } = contract;
  return {
    ...(files && { UPLOADS_BUCKET: uploads.bucketName, STORAGE_ROLE: storageRoleArn(config.stage) }),
    ...(files === 'read' && config.malwareProtection && { MALWARE_PROTECTION: 'true' }),
    ...(files === 'verify' && { DEPLOYMENT_ACCOUNT: Aws.ACCOUNT_ID }),
    ...(files === 'verify' && config.stage === 'local' && { SERVES_ANY_REGION: 'true' }),
    ...((files === 'sign' || files === 'receive' || judgesFields) && {
      UPLOAD_BYTES_MAX: String(config.uploadBytesMax),
    }),
  };
}

const patienceOf = ({ requestPatienceMs }: Config): Partial<Record<Setting, string>> =>
  requestPatienceMs ? { REQUEST_PATIENCE_MS: String(requestPatienceMs) } : {};

/**
 * Returns the limits that apply: those of a key or session for every operation that takes one, and those of a page
 * where the contract says so.
 */
function limitsOf({ auth, limits }: Contract, config: Config): Partial<Record<LimitSetting, string>> {
  const names: LimitSetting[] = [
    ...(auth.includes('secretKey') || auth.includes('session') ? (['LIMIT_REQUESTS'] as const) : []),
    ...Object.values(limits ?? {}),
  ];
  return Object.fromEntries(names.map(name => [name, String(config.limits[name])]));
}

/** Returns the settings for hashing, if the body has a password. */
const passwordSettings = ({ contract: { body }, config }: EndpointFunctionProps) =>
  (body?.properties?.password || body?.properties?.currentPassword) && { PASSWORD_COST: String(config.passwordCost) };

function statementsOf({ contract, data, config }: EndpointFunctionProps): PolicyStatement[] {
  const { table, secretsKey, uploads } = data;
  return [
    ...tableAccess(table, contract.table, ['lists', ...(contract.indexes ?? [])]),
    ...denyAccounts(table, contract),
    ...(contract.table === 'read' && contract.auth.length > 0 ? [noteUse(table)] : []),
    ...(contract.table === 'read' && contract.auditedExport ? [noteInTrail(table)] : []),
    ...(contract.secrets === 'seal' ? [allow(['kms:Encrypt'], [secretsKey.keyArn])] : []),
    ...(contract.dataKeys ? dataKeyAccess(data, contract.dataKeys) : []),
    ...secretsOfOwners(contract, secretsKey),
    ...(contract.files ? fileAccess(uploads.bucketArn, contract.files, config.malwareProtection) : []),
  ];
}

/** Returns what a function needs to verify captchas: it opens their secrets and calls their providers. */
const captchaSettings = ({ contract, config, data: { secretsKey } }: EndpointFunctionProps) =>
  contract.verifiesCaptchas && {
    ...config.captchas,
    KMS_KEY_ID: secretsKey.keyArn,
    WEBHOOK_ALLOW_LOOPBACK: String(config.webhooks.allowLoopback),
  };

/** Returns what a function needs of the single sign-on providers: their list, and their secrets if it calls them. */
const providerSettings = ({ contract, config, data: { secretsKey } }: EndpointFunctionProps) =>
  contract.providers && {
    OIDC_PROVIDERS: JSON.stringify(config.providers),
    ...(contract.providers === 'ask' && {
      KMS_KEY_ID: secretsKey.keyArn,
      WEBHOOK_ALLOW_LOOPBACK: String(config.webhooks.allowLoopback),
    }),
  };

const secretsOfOwners = (
  { verifiesCaptchas, providers, authenticators }: Contract,
  key: Data['secretsKey'],
): PolicyStatement[] => [
  ...(verifiesCaptchas ? [useSecretsOf('captcha', 'kms:Decrypt', key)] : []),
  ...(providers === 'ask' ? [useSecretsOf('provider', 'kms:Decrypt', key)] : []),
  ...(authenticators ? [useSecretsOf('user', authenticators === 'seal' ? 'kms:Encrypt' : 'kms:Decrypt', key)] : []),
];

/** Allows the secrets of captchas, of single sign-on providers or of users, and no others. */
const useSecretsOf = (
  owner: 'captcha' | 'provider' | 'user',
  action: 'kms:Decrypt' | 'kms:Encrypt',
  { keyArn }: Data['secretsKey'],
): PolicyStatement =>
  new PolicyStatement({
    effect: Effect.ALLOW,
    actions: [action],
    resources: [keyArn],
    conditions: { Null: { [`kms:EncryptionContext:${owner}`]: 'false' } },
  });
