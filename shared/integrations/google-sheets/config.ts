import { createPrivateKey } from 'node:crypto';
import type { SentConfig, ServiceAccount } from '../../domain/receivers/integration.ts';
import type { Credential, IntegrationKind } from '../../domain/receivers/integration-kind.ts';
import type { Fault } from '../../fault.ts';
import { isObject, parseJson } from '../../json.ts';

/** The most that KMS encrypts directly. */
const credentialBytesMax = 4096;

/** https://developers.google.com/identity/protocols/oauth2/service-account */
export const googleSheets: IntegrationKind = {
  shownOfCredential: ['clientEmail'],
  read: ({ serviceAccount, spreadsheetId, sheetName }) => {
    const account = readServiceAccount(serviceAccount);
    if ('faults' in account) return account;
    return {
      config: { ...(spreadsheetId !== undefined && { spreadsheetId }), ...(sheetName != null && { sheetName }) },
      ...account,
    };
  },
};

function readServiceAccount(sent: SentConfig['serviceAccount']): { credential?: Credential } | { faults: Fault[] } {
  if (sent === undefined) return {};
  const key = typeof sent === 'string' ? parseJson(sent) : sent;
  if (!isObject(key)) {
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
  return faults.length > 0 ? { faults } : { credential: { text, shown: { clientEmail: account.client_email } } };
}

function faultsOfEmail(value: unknown): Fault[] {
  if (typeof value === 'string' && value.length <= 254 && /^[^@\s]+@[^@\s]+$/.test(value)) return [];
  const message = 'must be the service account’s email address: name@project.iam.gserviceaccount.com';
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
