import { createPrivateKey } from 'node:crypto';
import type { Fault } from '../../fault.ts';
import { lastFour } from '../parts-of-text.ts';
import { readEmailConfig } from './email-config.ts';
import type { IntegrationType, SentConfig, ServiceAccount, ShownConfig } from './integration.ts';
import { isLoopbackAddress } from './public-address.ts';
import { faultOfUrl, hostOf, isLocalhost, type ReceiverPolicy } from './receiver-url.ts';

type Property = keyof SentConfig;

/** Which properties a type takes besides `includePersonalData`, which all do. */
const propertiesOf: Readonly<
  Record<IntegrationType, { credential?: Property; required: Property[]; optional: Property[] }>
> = {
  slack: { credential: 'webhookUrl', required: [], optional: [] },
  google_sheets: { credential: 'serviceAccount', required: ['spreadsheetId'], optional: ['sheetName'] },
  notion: { credential: 'token', required: ['databaseId'], optional: [] },
  email: {
    required: ['recipients'],
    optional: ['includeAnswers', 'replyToField', 'digest', 'digestHour', 'timeZone'],
  },
};

/** What KMS takes in one piece. */
const credentialBytesMax = 4096;

/** A config in its two parts: what may be shown, and the credential, as a text to be sealed; undefined when none was sent. */
type Parts = { config: ShownConfig; credential?: string };

/**
 * A config in its parts, or everything that is wrong with it.
 *
 * @param sent all of it that is to hold; without its credential where the one that is stored stays
 * @param before what is stored; undefined for a new integration, which needs its credential
 */
export function readConfig(
  type: IntegrationType,
  sent: SentConfig,
  before: ShownConfig | undefined,
  policy: ReceiverPolicy,
): Parts | { faults: Fault[] } {
  const account = readServiceAccount(sent.serviceAccount);
  const faults = [
    ...faultsOfProperties(type, sent, before === undefined),
    ...(sent.webhookUrl === undefined ? [] : faultsOfSlackUrl(sent.webhookUrl, policy)),
    ...('faults' in account ? account.faults : []),
  ];
  if (faults.length > 0 || 'faults' in account) return { faults };
  return type === 'email' ? readEmailConfig(sent) : partsOf(sent, account, before);
}

function partsOf(sent: SentConfig, account: Account, before: ShownConfig | undefined): Parts {
  const { webhookUrl, token, databaseId, spreadsheetId, sheetName, includePersonalData = false } = sent;
  const credential = webhookUrl ?? token ?? account.text;
  const [webhookUrlLast4, tokenLast4, clientEmail] =
    credential === undefined
      ? [before?.webhookUrlLast4, before?.tokenLast4, before?.clientEmail]
      : [webhookUrl && lastFour(webhookUrl), token && lastFour(token), account.clientEmail];
  const shown = {
    webhookUrlLast4,
    clientEmail,
    spreadsheetId,
    sheetName: sheetName ?? undefined,
    tokenLast4,
    databaseId,
  };
  const present = Object.entries(shown).filter(([, value]) => value !== undefined);
  return {
    config: { includePersonalData, ...Object.fromEntries(present) },
    ...(credential !== undefined && { credential }),
  };
}

function faultsOfProperties(type: IntegrationType, sent: SentConfig, isNew: boolean): Fault[] {
  const { credential, required, optional } = propertiesOf[type];
  const own = credential === undefined ? [] : [credential];
  const known: readonly string[] = [...own, ...required, ...optional, 'includePersonalData'];
  const foreign = Object.keys(sent).filter(name => !known.includes(name));
  const missing = [...(isNew ? own : []), ...required].filter(name => !(name in sent));
  return [
    ...missing.map(name => ({ field: `config.${name}`, rule: 'required', message: `is required for ${type}` })),
    ...foreign.map(name => ({
      field: `config.${name}`,
      rule: 'unknown',
      message: `is not a property of ${type}, which takes: ${known.join(', ')}`,
    })),
  ];
}

const slackUrl = /^https:\/\/hooks\.slack\.com\/services\/\w+\/\w+\/\w+$/;

/** Slack's own address; where the deployment allows loopback, a receiver on this machine may play its part. */
function faultsOfSlackUrl(url: string, policy: ReceiverPolicy): Fault[] {
  if (slackUrl.test(url) || (policy.allowLoopback && isLoopbackUrl(url, policy))) return [];
  const local = policy.allowLoopback ? ', or a URL of this machine with a port above 1023' : '';
  const message = `must be the URL of a Slack incoming webhook: https://hooks.slack.com/services/T…/B…/…${local}`;
  return [{ field: 'config.webhookUrl', rule: 'slack', message }];
}

function isLoopbackUrl(url: string, policy: ReceiverPolicy): boolean {
  if (faultOfUrl(url, policy) !== undefined) return false;
  const host = hostOf(new URL(url));
  return isLocalhost(host) || isLoopbackAddress(host);
}

type Account = { clientEmail?: string; text?: string };
type ReadAccount = Account | { faults: Fault[] };

function readServiceAccount(sent: SentConfig['serviceAccount']): ReadAccount {
  if (sent === undefined) return {};
  const key = typeof sent === 'string' ? parseJson(sent) : sent;
  if (key === undefined) {
    const message = 'is not a JSON object; send the key file of the service account as it was downloaded';
    return { faults: [{ field: 'config.serviceAccount', rule: 'json', message }] };
  }
  const { client_email, private_key, private_key_id } = key;
  const faults = [...faultsOfEmail(client_email), ...faultsOfKey(private_key)];
  const account = { client_email, private_key, ...(isKeyId(private_key_id) && { private_key_id }) } as ServiceAccount;
  const text = JSON.stringify(account);
  if (faults.length === 0 && Buffer.byteLength(text) > credentialBytesMax) {
    const message = `is larger than ${credentialBytesMax} bytes; use a key of 2048 bits`;
    faults.push({ field: 'config.serviceAccount', rule: 'maxBytes', message });
  }
  return faults.length > 0 ? { faults } : { clientEmail: account.client_email, text };
}

function parseJson(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function faultsOfEmail(value: unknown): Fault[] {
  if (typeof value === 'string' && value.length <= 254 && /^[^@\s]+@[^@\s]+$/.test(value)) return [];
  const message = 'must be the e-mail address of the service account: name@project.iam.gserviceaccount.com';
  return [{ field: 'config.serviceAccount.client_email', rule: 'email', message }];
}

function faultsOfKey(value: unknown): Fault[] {
  if (typeof value === 'string' && isRsaKey(value)) return [];
  const message = 'must be an RSA key of at least 2048 bits in PEM format (PKCS #8), as in the key file from Google';
  return [{ field: 'config.serviceAccount.private_key', rule: 'privateKey', message }];
}

function isRsaKey(pem: string): boolean {
  if (!pem.trimStart().startsWith('-----BEGIN PRIVATE KEY-----')) return false;
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048;
  } catch {
    return false;
  }
}

const isKeyId = (value: unknown): boolean => typeof value === 'string' && /^[\w-]{1,100}$/.test(value);
