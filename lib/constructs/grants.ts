import { Aws } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { AccountPart, Contract, Grant } from '../../shared/contracts/contract.ts';
import type { Setting } from '../../shared/env.ts';
import type { Config } from '../config.ts';
import type { Data } from '../data-stack.ts';
import { senderOf } from '../mail-settings.ts';
import { deployedVersion } from '../version.ts';
import { dataKeyAccess, dataKeySettings } from './data-key-access.ts';
import { type FileAccess, fileAccess, type ImageAccess, imageAccess } from './file-access.ts';
import { allow } from './lambda-function.ts';
import { keySettings, secretAccess, useSecretsOf } from './secret-access.ts';
import { storageRoleArn } from './storage-role.ts';
import { denyAccounts, indexAccess, noteInTrail, notesReading, noteUse, tableAccess } from './table-access.ts';

type Granting = { readonly config: Config; readonly data: Data; readonly contract: Contract };

type GrantSettings = Readonly<Partial<Record<Setting, string>>>;

/** The effect of a grant on a function: the settings that it reads, and the statements of its role. */
type GrantEffect = { readonly settings?: GrantSettings; readonly statements?: readonly PolicyStatement[] };

/** The effect of each grant of a contract. Roles have their statements in the order of these rows. */
const grants: Readonly<Record<Grant, (granting: Granting) => GrantEffect>> = {
  'table:read': onTable('read'),
  'table:write': onTable('write'),
  'changes:read': ({ data }) => ({ statements: [indexAccess(data.table, ['changes'])] }),
  ...accounts(['keys', 'sessions', 'users', 'organizations', 'providers', 'audit']),
  'accounts:mails': ({ config }) => ({ settings: config.mail && { MAIL_FROM: senderOf(config.mail) } }),
  // A function that seals a receiver's secret also checks its URL.
  'receiverSecrets:seal': granting => ({
    settings: { ...keySettings(granting.data), ...loopbackSettings(granting) },
    statements: [allow(['kms:Encrypt'], [granting.data.secretsKey.keyArn])],
  }),
  'dataKeys:open': onDataKeys('open'),
  'dataKeys:seal': onDataKeys('seal'),
  'dataKeys:rotate': onDataKeys('rotate'),
  'dataKeys:destroy': onDataKeys('destroy'),
  'dataKeys:note': onDataKeys('note'),
  'captchas:verify': granting => ({
    settings: { ...granting.config.captchas, ...keySettings(granting.data), ...loopbackSettings(granting) },
    statements: [useSecretsOf('captcha', 'kms:Decrypt', granting.data)],
  }),
  'hashKey:open': ({ data }) => secretAccess('hashes', 'kms:Decrypt', data),
  'providers:know': ({ config }) => ({ settings: providerSettings(config) }),
  'providers:ask': granting => ({
    settings: { ...providerSettings(granting.config), ...keySettings(granting.data), ...loopbackSettings(granting) },
    statements: [useSecretsOf('provider', 'kms:Decrypt', granting.data)],
  }),
  'authenticators:seal': ({ data }) => secretAccess('user', 'kms:Encrypt', data),
  'authenticators:open': ({ data }) => secretAccess('user', 'kms:Decrypt', data),
  'files:sign': onFiles('sign', uploadSize),
  'files:claim': onFiles('claim'),
  'files:read': onFiles('read', ({ malwareProtection }) => (malwareProtection ? { MALWARE_PROTECTION: 'true' } : {})),
  'files:readArchives': onFiles('readArchives'),
  'files:receive': onFiles('receive', uploadSize),
  'files:answers': onFiles('answers'),
  'files:locate': onFiles('locate'),
  'files:export': onFiles('export'),
  'files:readExports': onFiles('readExports'),
  'files:verify': onFiles('verify', ({ stage }) => ({
    DEPLOYMENT_ACCOUNT: Aws.ACCOUNT_ID,
    ...(stage === 'local' && { SERVES_ANY_REGION: 'true' }),
  })),
  'images:sign': onImages('sign'),
  'images:keep': onImages('keep'),
  'images:show': onImages('show'),
  'images:copy': onImages('copy'),
  'images:replace': onImages('replace'),
  'images:remove': onImages('remove'),
  'uploadSize:know': ({ config }) => ({ settings: uploadSize(config) }),
  'founders:know': ({ config }) => ({ settings: { ORGANIZATION_FOUNDERS: config.founders } }),
  'version:know': ({ config }) => ({ settings: { SERVICE_VERSION: deployedVersion(config.stage) } }),
};

/** Returns what a contract's grants give, in the order of the table. */
export const grantedBy = (granting: Granting): GrantEffect[] =>
  (Object.keys(grants) as Grant[])
    .filter(grant => granting.contract.grants.includes(grant))
    .map(grant => grants[grant](granting));

/**
 * Allows the table, except the accounts that the contract has no grant for. A function that only reads may still record
 * the use of a credential.
 */
function onTable(access: 'read' | 'write') {
  return ({ data: { table }, contract }: Granting): GrantEffect => ({
    settings: { TABLE_NAME: table.tableName },
    statements: [
      ...tableAccess(table, access),
      ...denyAccounts(table, contract),
      ...(access === 'read' && contract.auth.length > 0 ? [noteUse(table)] : []),
      ...(access === 'read' && notesReading(contract) ? [noteInTrail(table)] : []),
    ],
  });
}

/**
 * Returns the grants for parts of accounts. They add no statements, because the table's grants deny the parts that a
 * contract does not name.
 */
function accounts<P extends AccountPart>(parts: readonly P[]) {
  return Object.fromEntries(parts.map(part => [`accounts:${part}`, () => ({})])) as Record<
    `accounts:${P}`,
    () => GrantEffect
  >;
}

function onDataKeys(access: Parameters<typeof dataKeyAccess>[1]) {
  return ({ data }: Granting): GrantEffect => ({
    settings: dataKeySettings(data),
    statements: dataKeyAccess(data, access),
  });
}

function onFiles(access: FileAccess, more: (config: Config) => GrantSettings = () => ({})) {
  return ({ config, data: { uploads } }: Granting): GrantEffect => ({
    settings: { UPLOADS_BUCKET: uploads.bucketName, STORAGE_ROLE: storageRoleArn(config.stage), ...more(config) },
    statements: fileAccess(uploads.bucketArn, access, config.malwareProtection),
  });
}

function onImages(access: ImageAccess) {
  return ({ data: { uploads } }: Granting): GrantEffect => ({
    settings: { UPLOADS_BUCKET: uploads.bucketName },
    statements: imageAccess(uploads.bucketArn, access),
  });
}

function uploadSize({ uploadBytesMax }: Config): GrantSettings {
  return { UPLOAD_BYTES_MAX: String(uploadBytesMax) };
}

const loopbackSettings = ({ config }: Granting): GrantSettings => ({
  WEBHOOK_ALLOW_LOOPBACK: String(config.webhooks.allowLoopback),
});

const providerSettings = ({ providers }: Config): GrantSettings => ({ OIDC_PROVIDERS: JSON.stringify(providers) });
