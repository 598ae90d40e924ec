import { limitSettings } from '../../../shared/contracts/contract.ts';
import { addresses, urlOf } from '../doubles/addresses.ts';

const provider = { clientId: 'formline', organizations: 'any' };

/**
 * The settings of the deployments under test, unless a file sets others. There are no limits, because the real ones
 * allow an address only as much as a person can do. Passwords are hashed at the least cost, and retries don't delay a
 * test. No request fails because the machine is busy, or fast. Providers are at the addresses of their doubles.
 */
const settings: Readonly<Record<string, string>> = {
  ...Object.fromEntries(limitSettings.map(name => [name, '0'])),
  LIMIT_MAILS_TO_STRANGERS: '0',
  LIMIT_REPLIES: '0',
  PASSWORD_COST: '10',
  REQUEST_PATIENCE_MS: '15000',
  THROTTLE_BURST: '1000000',
  WEBHOOK_RETRY_DELAYS_SECONDS: '1,1,1',
  RECAPTCHA_VERIFY_URL: `${urlOf(addresses.captchas)}/recaptcha`,
  TURNSTILE_VERIFY_URL: `${urlOf(addresses.captchas)}/turnstile`,
  HCAPTCHA_VERIFY_URL: `${urlOf(addresses.captchas)}/hcaptcha`,
  OIDC_PROVIDERS: JSON.stringify([
    {
      ...{ ...provider, id: 'acme', name: 'Acme', issuer: urlOf(addresses.acme) },
      domains: ['acme.example', 'free.example', 'crowd.example'],
    },
    { ...provider, id: 'other', name: 'Other', issuer: urlOf(addresses.other), domains: ['other.example'] },
    {
      ...{ ...provider, id: 'closed', name: 'Closed', issuer: urlOf(addresses.other), domains: ['closed.example'] },
      organizations: ['org_01KAJ5TR8M3Q4XV0Z6N1B7C9DE'],
    },
  ]),
};

for (const [name, value] of Object.entries(settings)) process.env[name] ??= value;
