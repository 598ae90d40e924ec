import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { DecryptCommand, EncryptCommand, type KMSClient } from '@aws-sdk/client-kms';
import { keyOf, partsOf } from '../../shared/store/keys.ts';
import type { Reseal } from './import-table.ts';
import type { StoredItem } from './item-files.ts';

/** An encryption context, as `shared/aws/secrets.ts` and `data-keys.ts` create it. */
type EncryptionContext = Readonly<Record<string, string>>;

/** The places of KMS ciphertexts in an item: in nested maps, as Base64 or bytes. */
type SealedValue = { readonly holder: StoredItem; readonly name: string; readonly context: EncryptionContext };

/**
 * Opens what an item has sealed with the source account's credentials, and seals it with a key of the target account.
 * The owner stays the same, so it opens for nobody else there either.
 *
 * @param KeyId the key of the target account
 */
export function resealing(former: KMSClient, next: KMSClient, KeyId: string): Reseal {
  return async item => {
    const copy = structuredClone(item);
    const sealed = sealedIn(copy);
    for (const { holder, name, context: EncryptionContext } of sealed) {
      const value = holder[name] as AttributeValue;
      const CiphertextBlob = value.B ?? Buffer.from(String(value.S), 'base64');
      const { Plaintext } = await former.send(new DecryptCommand({ CiphertextBlob, EncryptionContext }));
      const { CiphertextBlob: resealed = new Uint8Array() } = await next.send(
        new EncryptCommand({ KeyId, Plaintext, EncryptionContext }),
      );
      holder[name] = value.B ? { B: resealed } : { S: Buffer.from(resealed).toString('base64') };
    }
    return { item: copy, secrets: sealed.length };
  };
}

/** Returns what is sealed in an item, and for whom. Throws if something unknown is sealed. */
function sealedIn(item: StoredItem): SealedValue[] {
  const known = [...ofReceiver(item), ...ofForm(item), ...ofDeployment(item), ...ofUser(item), ...ofDataKeys(item)];
  const found = sealedAnywhere(item).filter(
    ({ holder, name }) => !known.some(each => each.holder === holder && each.name === name),
  );
  if (found.length > 0)
    throw new Error(`The item ${item.pk?.S} ${item.sk?.S} has a secret of a kind that cannot be moved.`);
  return known;
}

const at = (holder: StoredItem | undefined, name: string, context: EncryptionContext): SealedValue[] =>
  holder?.[name]?.S || holder?.[name]?.B ? [{ holder, name, context }] : [];

function ofReceiver(item: StoredItem): SealedValue[] {
  const sk = item.sk?.S ?? '';
  const environment = item.environmentId?.S ?? '';
  const webhook = partsOf('webhook', 'sk', sk)?.webhook;
  const integration = partsOf('integration', 'sk', sk)?.integration;
  if (webhook) return ['secret', 'previousSecret'].flatMap(name => at(item, name, { environment, webhook }));
  return integration ? at(item, 'secret', { environment, integration }) : [];
}

function ofForm(item: StoredItem): SealedValue[] {
  const form = partsOf('form', 'pk', item.pk?.S ?? '')?.form;
  const secrets = item.captchaSecrets?.M;
  if (!form || !secrets) return [];
  const environment = item.environmentId?.S ?? '';
  return Object.keys(secrets).flatMap(captcha => at(secrets, captcha, { environment, form, captcha }));
}

/** Returns the secrets for all forms, of the deployment's client at a single sign-on provider, and the hash key. */
function ofDeployment(item: StoredItem): SealedValue[] {
  if (item.pk?.S === keyOf('hashKey', {}).pk) return at(item, 'sealed', { environment: 'all', hashes: 'guessable' });
  const [, kind, name] = /^(CAPTCHA|PROVIDER)#([^#]+)$/.exec(item.pk?.S ?? '') ?? [];
  return kind && name ? at(item, 'sealed', { environment: 'all', [kind.toLowerCase()]: name }) : [];
}

function ofUser(item: StoredItem): SealedValue[] {
  const user = partsOf('user', 'pk', item.pk?.S ?? '')?.user;
  const factors = [item.twoFactor?.M, item.pendingTwoFactor?.M];
  return user ? factors.flatMap(factor => at(factor, 'sealed', { environment: 'all', user })) : [];
}

function ofDataKeys(item: StoredItem): SealedValue[] {
  const organization = partsOf('dataKey', 'pk', item.pk?.S ?? '')?.org;
  const environment = partsOf('dataKey', 'sk', item.sk?.S ?? '')?.environment;
  return organization && environment ? at(item, 'wrapped', { organization, environment }) : [];
}

const names = new Set(['secret', 'previousSecret', 'sealed', 'wrapped']);

/** Finds sealed values by name in the whole item. */
function sealedAnywhere(holder: StoredItem): Omit<SealedValue, 'context'>[] {
  return Object.entries(holder).flatMap(([name, value]) => {
    if (value.M) return sealedAnywhere(value.M);
    return names.has(name) && (value.S || value.B) ? [{ holder, name }] : [];
  });
}
